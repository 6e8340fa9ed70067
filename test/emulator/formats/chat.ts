import { sign } from '../signing'
import type { JsonObject, ScriptedAnswer, UnderstoodRequest, UnderstoodTurn } from '../types'
import { isMistralModel, reasoningFieldOf, type Vendor } from '../vendors'
import { countTokens } from './count-tokens'
import { dataFrame, tokenPieces, type WireAnswer, type WireFrame } from './frames'
import { arrayOf, record, stringOf } from './read'

/** Reads a Chat Completions request. */
export function understandChat(body: JsonObject, vendor: Vendor = 'plain'): UnderstoodRequest {
  const messages = arrayOf(body['messages']).map(record)
  const isSystem = (message: JsonObject) => message['role'] === 'system' || message['role'] === 'developer'
  return {
    api: 'openai-chat',
    vendor,
    model: stringOf(body['model']),
    isStream: body['stream'] === true,
    wantsReasoning: body['reasoning_effort'] !== undefined,
    system: messages
      .filter(isSystem)
      .map((message) => contentText(message['content']))
      .join('\n'),
    turns: messages.filter((message) => !isSystem(message)).map(turnOf),
    toolNames: arrayOf(body['tools']).map((tool) => stringOf(record(record(tool)['function'])['name'])),
    body,
  }
}

const fileTypes: ReadonlySet<string> = new Set(['file', 'document_url', 'input_audio', 'video_url'])

function turnOf(message: JsonObject): UnderstoodTurn {
  const role = message['role'] === 'assistant' ? 'assistant' : message['role'] === 'tool' ? 'tool' : 'user'
  const types = arrayOf(message['content']).map((part) => stringOf(record(part)['type']))
  const images = types.filter((type) => type === 'image_url').length
  return { role, text: contentText(message['content']), images, files: types.filter((type) => fileTypes.has(type)).length }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return arrayOf(content)
    .map((part) => stringOf(record(part)['text']))
    .join('\n')
}

/** Says an answer as Chat Completions does, reasoning in the field of the vendor. */
export function sayChat(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): WireAnswer {
  const counts = countTokens(request, answer)
  const usage = {
    prompt_tokens: counts.inputTokens,
    completion_tokens: counts.outputTokens,
    total_tokens: counts.inputTokens + counts.outputTokens,
    prompt_tokens_details: { cached_tokens: counts.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: counts.reasoningTokens },
  }
  const calls = (answer.toolCalls ?? []).map((call, index) => ({
    index,
    id: call.id ?? madeId(request, id, index),
    type: 'function',
    function: { name: call.name, arguments: call.argumentsText },
  }))
  const finish = finishOf(answer)
  const envelope = { id: `chatcmpl-${id}`, created: 1_790_000_000, model: request.model }
  const chunk = (delta: JsonObject, finish_reason: string | null = null, tokens = 0): WireFrame =>
    dataFrame({ ...envelope, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }, tokens)

  const frames: WireFrame[] = [
    chunk({ role: 'assistant', content: '' }),
    ...reasoningDeltas(request, answer.reasoning ?? '').map((delta) => chunk(delta, null, 1)),
    ...tokenPieces(answer.text ?? '').map((content) => chunk({ content }, null, 1)),
    ...calls.flatMap((call) => toolFrames(call, chunk)),
    { ...chunk({}, finish), isTerminal: true },
  ]
  // The usage comes only when asked for, in a last chunk without choices.
  if (record(request.body['stream_options'])['include_usage'] === true || request.vendor === 'mistral') {
    frames.push({
      ...dataFrame({ ...envelope, object: 'chat.completion.chunk', choices: [], usage }),
      isTerminal: true,
    })
  }
  frames.push({ text: 'data: [DONE]\n\n', tokens: 0, isTerminal: true })

  const message = {
    role: 'assistant',
    content: answer.text ?? null,
    ...(answer.reasoning === undefined ? {} : wholeReasoning(request, answer.reasoning)),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map(({ id: callId, type, function: made }) => ({ id: callId, type, function: made })) }),
  }
  const whole = {
    ...envelope,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  }
  return { frames, whole: JSON.stringify(whole) }
}

/** Mistral's own ids are nine letters and digits; those of the others do not fit there. */
function madeId({ vendor, model }: UnderstoodRequest, id: string, index: number): string {
  return vendor === 'mistral' || isMistralModel(model) ? `${id.slice(-8)}${index}` : `call_${id.slice(-12)}_${index}`
}

function reasoningDeltas(request: UnderstoodRequest, text: string): readonly JsonObject[] {
  const field = reasoningFieldOf(request.vendor)
  const pieces = tokenPieces(text)
  if (field !== 'reasoning_details') return pieces.map((piece) => ({ [field]: piece }))
  const signature = text === '' ? [] : [{ reasoning_details: [{ type: 'reasoning.text', signature: sign(request.model, text), format: detailFormat, index: 0 }] }]
  return [
    ...pieces.map((piece) => ({ reasoning: piece, reasoning_details: [{ type: 'reasoning.text', text: piece, format: detailFormat, index: 0 }] })),
    ...signature,
  ]
}

function wholeReasoning(request: UnderstoodRequest, text: string): JsonObject {
  const field = reasoningFieldOf(request.vendor)
  if (field !== 'reasoning_details') return { [field]: text }
  return { reasoning: text, reasoning_details: [{ type: 'reasoning.text', text, signature: sign(request.model, text), format: detailFormat, index: 0 }] }
}

const detailFormat = 'anthropic-claude-v1'

function toolFrames(
  call: {
    readonly index: number
    readonly id: string
    readonly type: string
    readonly function: { readonly name: string; readonly arguments: string }
  },
  chunk: (delta: JsonObject, finish: string | null, tokens: number) => WireFrame,
): readonly WireFrame[] {
  const { index, id, type } = call
  const start = { index, id, type, function: { name: call.function.name, arguments: '' } }
  return [
    chunk({ tool_calls: [start] }, null, 1),
    ...tokenPieces(call.function.arguments).map((piece) =>
      chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, null, 1),
    ),
  ]
}

function finishOf(answer: ScriptedAnswer): string {
  if (answer.finish === 'length') return 'length'
  if (answer.finish === 'content-filter' || answer.finish === 'refusal') return 'content_filter'
  return (answer.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop'
}
