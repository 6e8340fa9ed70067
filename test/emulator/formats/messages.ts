import { sign } from '../signing'
import type { JsonObject, ScriptedAnswer, UnderstoodRequest, UnderstoodTurn } from '../types'
import { countTokens } from './count-tokens'
import { namedFrame, tokenPieces, type WireAnswer, type WireFrame } from './frames'
import { arrayOf, record, stringOf } from './read'

/** Reads a Messages request. */
export function understandMessages(body: JsonObject): UnderstoodRequest {
  const thinking = record(body['thinking'])['type']
  return {
    api: 'anthropic-messages',
    vendor: 'plain',
    model: stringOf(body['model']),
    isStream: body['stream'] === true,
    wantsReasoning: thinking !== undefined && thinking !== 'disabled',
    system:
      typeof body['system'] === 'string'
        ? body['system']
        : arrayOf(body['system'])
            .map((block) => stringOf(record(block)['text']))
            .join('\n'),
    turns: arrayOf(body['messages']).map(record).map(turnOf),
    toolNames: arrayOf(body['tools']).map((tool) => stringOf(record(tool)['name'])),
    body,
  }
}

function turnOf(message: JsonObject): UnderstoodTurn {
  const content = arrayOf(message['content']).map(record)
  const results = content.filter((block) => block['type'] === 'tool_result')
  const texts = content.filter((block) => block['type'] === 'text').map((block) => stringOf(block['text']))
  const text =
    typeof message['content'] === 'string'
      ? message['content']
      : [...texts, ...results.map((block) => stringOf(block['content']))].join('\n')
  const isResult = results.length > 0 && texts.length === 0
  const role = message['role'] === 'assistant' ? 'assistant' : isResult ? 'tool' : 'user'
  const count = (type: string): number => content.filter((block) => block['type'] === type).length
  return { role, text, images: count('image'), files: count('document') }
}

/** Says an answer as Messages does; thinking is signed. */
export function sayMessages(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): WireAnswer {
  const counts = countTokens(request, answer)
  // This format leaves cached input out of `input_tokens`.
  const inputCounts = {
    input_tokens: counts.inputTokens - counts.cacheReadTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: counts.cacheReadTokens,
  }
  const content = blocksOf(request, answer, id)
  const stopReason = stopReasonOf(answer)
  const message = (blocks: readonly JsonObject[], stop_reason: string | null, output_tokens: number) => ({
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content: blocks,
    stop_reason,
    stop_sequence: null,
    usage: { ...inputCounts, output_tokens },
  })
  const frames = [
    namedFrame({ type: 'message_start', message: message([], null, 1) } as { type: string }),
    namedFrame({ type: 'ping' }),
    ...content.flatMap((block, index) => blockFrames(block, index)),
    namedFrame({
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { ...inputCounts, output_tokens: counts.outputTokens },
    } as { type: string }),
    namedFrame({ type: 'message_stop' }, 0, true),
  ]
  return { frames, whole: JSON.stringify(message(content, stopReason, counts.outputTokens)) }
}

function blocksOf(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): readonly JsonObject[] {
  const thinking = request.wantsReasoning ? (answer.reasoning ?? '') : ''
  return [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: sign(request.model, thinking) }]),
    ...(answer.text === undefined || answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
    ...(answer.toolCalls ?? []).map((call, index) => ({
      type: 'tool_use',
      id: call.id ?? `toolu_${id.slice(-12)}_${index}`,
      name: call.name,
      input: JSON.parse(call.argumentsText) as unknown,
    })),
  ]
}

function blockFrames(block: JsonObject, index: number): readonly WireFrame[] {
  const start = (content_block: JsonObject) =>
    namedFrame({ type: 'content_block_start', index, content_block } as { type: string })
  const delta = (value: JsonObject, tokens = 1) =>
    namedFrame({ type: 'content_block_delta', index, delta: value } as { type: string }, tokens)
  const stop = namedFrame({ type: 'content_block_stop', index } as { type: string })
  if (block['type'] === 'thinking') {
    const pieces = tokenPieces(stringOf(block['thinking'])).map((thinking) =>
      delta({ type: 'thinking_delta', thinking }),
    )
    return [
      start({ type: 'thinking', thinking: '', signature: '' }),
      ...pieces,
      delta({ type: 'signature_delta', signature: block['signature'] }, 0),
      stop,
    ]
  }
  if (block['type'] === 'tool_use') {
    const pieces = tokenPieces(JSON.stringify(block['input'])).map((partial_json) =>
      delta({ type: 'input_json_delta', partial_json }),
    )
    return [start({ ...block, input: {} }), ...pieces, stop]
  }
  const pieces = tokenPieces(stringOf(block['text'])).map((text) => delta({ type: 'text_delta', text }))
  return [start({ type: 'text', text: '' }), ...pieces, stop]
}

function stopReasonOf(answer: ScriptedAnswer): string {
  if (answer.finish === 'length') return 'max_tokens'
  if (answer.finish === 'refusal' || answer.finish === 'content-filter') return 'refusal'
  return (answer.toolCalls ?? []).length > 0 ? 'tool_use' : 'end_turn'
}
