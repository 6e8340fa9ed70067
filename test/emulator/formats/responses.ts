import { seal } from '../signing'
import type { JsonObject, ScriptedAnswer, UnderstoodRequest, UnderstoodTurn } from '../types'
import { countTokens } from './count-tokens'
import { namedFrame, tokenPieces, type WireAnswer, type WireFrame } from './frames'
import { arrayOf, record, stringOf } from './read'

/** Reads a Responses request. */
export function understandResponses(body: JsonObject): UnderstoodRequest {
  const input = typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : arrayOf(body['input'])
  return {
    api: 'openai-responses',
    vendor: 'plain',
    model: stringOf(body['model']),
    isStream: body['stream'] === true,
    wantsReasoning: body['reasoning'] !== undefined || isEncryptionAsked(body),
    system: stringOf(body['instructions']),
    turns: input.map(record).flatMap(turnOf),
    toolNames: arrayOf(body['tools']).map((tool) => stringOf(record(tool)['name'])),
    body,
  }
}

const isEncryptionAsked = (body: JsonObject): boolean =>
  arrayOf(body['include']).includes('reasoning.encrypted_content')

function turnOf(item: JsonObject): readonly UnderstoodTurn[] {
  if (item['type'] === 'function_call_output') return [{ role: 'tool', text: stringOf(item['output']), images: 0, files: 0 }]
  if (item['role'] === undefined) return []
  const content = arrayOf(item['content']).map(record)
  const text =
    typeof item['content'] === 'string' ? item['content'] : content.map((part) => stringOf(part['text'])).join('\n')
  const count = (type: string): number => content.filter((part) => part['type'] === type).length
  return [{ role: item['role'] === 'assistant' ? 'assistant' : 'user', text, images: count('input_image'), files: count('input_file') }]
}

/** An output item and the events that write it. */
interface Item {
  readonly value: JsonObject
  readonly events: (index: number) => readonly WireFrame[]
}

/** Says an answer as Responses does, reasoning as an item with encrypted content where that was asked for. */
export function sayResponses(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): WireAnswer {
  const counts = countTokens(request, answer)
  const usage = {
    input_tokens: counts.inputTokens,
    input_tokens_details: { cached_tokens: counts.cacheReadTokens },
    output_tokens: counts.outputTokens,
    output_tokens_details: { reasoning_tokens: counts.reasoningTokens },
    total_tokens: counts.inputTokens + counts.outputTokens,
  }
  const items = itemsOf(request, answer, id)
  const incomplete =
    answer.finish === 'length' ? 'max_output_tokens' : answer.finish === 'content-filter' ? 'content_filter' : null
  const response = (status: string, output: readonly JsonObject[], withUsage: boolean) => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: 1_790_000_000,
    status,
    error: null,
    incomplete_details: incomplete === null || !withUsage ? null : { reason: incomplete },
    model: request.model,
    output,
    store: false,
    usage: withUsage ? usage : null,
  })
  const status = incomplete === null ? 'completed' : 'incomplete'
  const final = response(
    status,
    items.map((item) => item.value),
    true,
  )
  const frames = [
    namedFrame({ type: 'response.created', response: response('in_progress', [], false) } as { type: string }),
    namedFrame({ type: 'response.in_progress', response: response('in_progress', [], false) } as { type: string }),
    ...items.flatMap((item, index) => item.events(index)),
    namedFrame({ type: `response.${status}`, response: final } as { type: string }, 0, true),
  ]
  return { frames, whole: JSON.stringify(final) }
}

function itemsOf(request: UnderstoodRequest, answer: ScriptedAnswer, id: string): readonly Item[] {
  const hasReasoning = answer.reasoning !== undefined && request.wantsReasoning
  // An id that ends in `r` says that the item was written behind reasoning and cannot go back without it.
  const mark = hasReasoning ? 'r' : ''
  const said = [
    ...(answer.text === undefined || answer.text === ''
      ? []
      : [messageItem(answer.text, answer.finish === 'refusal', `msg_${id}${mark}`)]),
    ...(answer.toolCalls ?? []).map((call, index) =>
      callItem(
        call.name,
        call.argumentsText,
        call.id ?? `call_${id.slice(-12)}_${index}`,
        `fc_${id}${index}${index === 0 && answer.text === undefined ? mark : ''}`,
      ),
    ),
  ]
  const nextId = stringOf(said[0]?.value['id'])
  return hasReasoning ? [reasoningItem(request, answer.reasoning, `rs_${id}`, nextId), ...said] : said
}

function event(type: string, index: number, more: JsonObject, tokens = 0): WireFrame {
  return namedFrame({ type, output_index: index, ...more } as { type: string }, tokens)
}

/** The summary is written only where one was asked for. */
function reasoningItem(request: UnderstoodRequest, text: string, id: string, nextId: string): Item {
  const hasSummary = record(request.body['reasoning'])['summary'] !== undefined
  const part = { type: 'summary_text', text }
  const value = {
    id,
    type: 'reasoning',
    summary: hasSummary ? [part] : [],
    ...(isEncryptionAsked(request.body) ? { encrypted_content: seal(request.model, id, nextId) } : {}),
  }
  const deltas = (index: number) => [
    event('response.reasoning_summary_part.added', index, {
      item_id: id,
      summary_index: 0,
      part: { ...part, text: '' },
    }),
    ...tokenPieces(text).map((delta) =>
      event('response.reasoning_summary_text.delta', index, { item_id: id, summary_index: 0, delta }, 1),
    ),
  ]
  return {
    value,
    events: (index) => [
      event('response.output_item.added', index, { item: { ...value, summary: [] } }),
      ...(hasSummary ? deltas(index) : []),
      event('response.output_item.done', index, { item: value }),
    ],
  }
}

function messageItem(text: string, isRefusal: boolean, id: string): Item {
  const part = isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', annotations: [], text }
  const value = { id, type: 'message', status: 'completed', role: 'assistant', content: [part] }
  const deltaType = isRefusal ? 'response.refusal.delta' : 'response.output_text.delta'
  return {
    value,
    events: (index) => [
      event('response.output_item.added', index, { item: { ...value, status: 'in_progress', content: [] } }),
      ...tokenPieces(text).map((delta) => event(deltaType, index, { item_id: id, content_index: 0, delta }, 1)),
      event('response.output_item.done', index, { item: value }),
    ],
  }
}

function callItem(name: string, argumentsText: string, callId: string, id: string): Item {
  const value = { id, type: 'function_call', status: 'completed', arguments: argumentsText, call_id: callId, name }
  return {
    value,
    events: (index) => [
      event('response.output_item.added', index, { item: { ...value, status: 'in_progress', arguments: '' } }),
      ...tokenPieces(argumentsText).map((delta) =>
        event('response.function_call_arguments.delta', index, { item_id: id, delta }, 1),
      ),
      event('response.output_item.done', index, { item: value }),
    ],
  }
}
