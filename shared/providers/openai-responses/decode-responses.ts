import type { Failure } from '../../errors'
import type { Usage } from '../../sessions/message'
import { failureFromErrorObject } from '../failure-from-response'
import type { FinishReason } from '../stream-part'
import {
  createBlockCounter,
  malformedAnswer,
  unnamedToolCall,
  type AnswerDecoder,
  type AnswerEnd,
  type AnswerPart,
} from '../wire/answer-decoder'
import { asRecord, countAt, recordAt, recordsAt, stringAt, type JsonRecord } from '../wire/json'
import { toolCallPart } from '../wire/tool-calls'
import { usageFromResponses } from '../wire/usage'

interface OpenItem {
  readonly text: Block
  readonly reasoning: Block
  readonly tool: Block
  name: string | null
  /** Index of the reasoning part written last: a new one begins a new paragraph. */
  summaryIndex: number | null
}

/** The number of a block is taken when its first piece comes. */
type Block = () => number

/** Reads Responses answers of OpenAI and of servers that speak like it. */
export function createResponsesDecoder(): AnswerDecoder {
  const blocks = createBlockCounter()
  const open = new Map<number, OpenItem>()
  const finished = new Map<number, { readonly item: JsonRecord; readonly blockIndex: number }>()
  let servedModel: string | null = null
  let usage: Usage | null = null
  let isRefusal = false
  let end: AnswerEnd | null = null

  const itemAt = (event: JsonRecord): OpenItem => {
    const index = countAt(event, 'output_index') ?? 0
    const item = open.get(index) ?? {
      text: lazyBlock(() => blocks.open()),
      reasoning: lazyBlock(() => blocks.open()),
      tool: lazyBlock(() => blocks.open()),
      name: null,
      summaryIndex: null,
    }
    open.set(index, item)
    return item
  }

  function readResponse(response: JsonRecord | null): void {
    const model = stringAt(response, 'model')
    if (model !== null && model !== '') servedModel ??= model
    const counts = recordAt(response, 'usage')
    if (counts !== null) usage = usageFromResponses(counts) ?? usage
  }

  function reasoning(event: JsonRecord): readonly AnswerPart[] {
    const item = itemAt(event)
    const index = countAt(event, 'summary_index') ?? countAt(event, 'content_index') ?? 0
    const isNewParagraph = item.summaryIndex !== null && item.summaryIndex !== index
    item.summaryIndex = index
    const text = (isNewParagraph ? '\n\n' : '') + (stringAt(event, 'delta') ?? '')
    return text === '' ? [] : [{ type: 'reasoning-delta', blockIndex: item.reasoning(), text }]
  }

  function text(event: JsonRecord): readonly AnswerPart[] {
    const delta = stringAt(event, 'delta') ?? ''
    return delta === '' ? [] : [{ type: 'text-delta', blockIndex: itemAt(event).text(), text: delta }]
  }

  function itemAdded(event: JsonRecord): readonly AnswerPart[] {
    const item = itemAt(event)
    item.name = stringAt(recordAt(event, 'item'), 'name')
    if (recordAt(event, 'item')?.['type'] !== 'function_call') return []
    return [{ type: 'tool-input-delta', blockIndex: item.tool(), name: item.name, text: '' }]
  }

  function argumentsDelta(event: JsonRecord): readonly AnswerPart[] {
    const item = itemAt(event)
    return [
      { type: 'tool-input-delta', blockIndex: item.tool(), name: item.name, text: stringAt(event, 'delta') ?? '' },
    ]
  }

  function itemDone(event: JsonRecord): readonly AnswerPart[] {
    const item = recordAt(event, 'item')
    if (item === null) return []
    const state = itemAt(event)
    const isCall = item['type'] === 'function_call'
    const blockIndex = isCall ? state.tool() : item['type'] === 'reasoning' ? state.reasoning() : state.text()
    finished.set(countAt(event, 'output_index') ?? 0, { item, blockIndex })
    if (!isCall) return []
    const name = stringAt(item, 'name') ?? ''
    const id = stringAt(item, 'call_id') ?? stringAt(item, 'id') ?? ''
    if (name === '' || id === '') {
      end = unnamedToolCall
      return []
    }
    return [toolCallPart(blockIndex, id, name, stringAt(item, 'arguments') ?? '')]
  }

  /** The output items in their order, each as it came, so that the conversation can go on from them. */
  function providerBlocks(): readonly AnswerPart[] {
    return [...finished]
      .sort(([left], [right]) => left - right)
      .filter(([, { item }]) => canGoBack(item))
      .map(([, { item, blockIndex }]) => ({
        type: 'provider-block' as const,
        blockIndex,
        api: 'openai-responses',
        json: JSON.stringify(item),
      }))
  }

  function complete(response: JsonRecord | null): readonly AnswerPart[] {
    readResponse(response)
    if (end !== null) return []
    const status = stringAt(response, 'status') ?? 'completed'
    const reason = stringAt(recordAt(response, 'incomplete_details'), 'reason')
    const hasCalls = [...finished.values()].some(({ item }) => item['type'] === 'function_call')
    end = {
      kind: 'ended',
      finishReason: finishReasonOf(status, reason, isRefusal, hasCalls),
      rawFinishReason: reason ?? status,
    }
    return providerBlocks()
  }

  function failedResponse(response: JsonRecord | null): readonly AnswerPart[] {
    readResponse(response)
    end ??= failed(failureFromErrorObject(response?.['error'], null))
    return []
  }

  function accept(event: JsonRecord): readonly AnswerPart[] {
    if (end !== null) return []
    switch (event['type']) {
      case 'response.created':
      case 'response.in_progress':
        readResponse(recordAt(event, 'response'))
        return []
      case 'response.output_item.added':
        return itemAdded(event)
      case 'response.output_text.delta':
        return text(event)
      case 'response.refusal.delta':
        isRefusal = true
        return text(event)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return reasoning(event)
      case 'response.function_call_arguments.delta':
        return argumentsDelta(event)
      case 'response.output_item.done':
        return itemDone(event)
      case 'response.completed':
      case 'response.incomplete':
        return complete(recordAt(event, 'response'))
      case 'response.failed':
        return failedResponse(recordAt(event, 'response'))
      case 'error':
        // The error stands beside `type`, or inside an object of its own.
        end = failed(failureFromErrorObject(asRecord(event['error']) ?? event, null))
        return []
      default:
        if (event['type'] === undefined && asRecord(event['error']) !== null) return failedResponse(event)
        return []
    }
  }

  function acceptWhole(body: JsonRecord): readonly AnswerPart[] {
    const error = asRecord(body['error'])
    if (error !== null) {
      end = failed(failureFromErrorObject(error, null))
      return []
    }
    const output = recordsAt(body, 'output')
    if (output.length === 0 && body['object'] !== 'response') {
      end = malformedAnswer(JSON.stringify(body))
      return []
    }
    const parts = output.flatMap((item, index) => [
      ...wholeItem(item, index),
      ...accept({ type: 'response.output_item.done', output_index: index, item }),
    ])
    return [...parts, ...complete(body)]
  }

  function wholeItem(item: JsonRecord, index: number): readonly AnswerPart[] {
    const pieces = [...recordsAt(item, 'summary'), ...recordsAt(item, 'content')]
    return pieces.flatMap((piece, position) => {
      const at = { output_index: index, content_index: position }
      if (piece['type'] === 'refusal') return accept({ type: 'response.refusal.delta', ...at, delta: piece['refusal'] })
      const type = item['type'] === 'reasoning' ? 'response.reasoning_text.delta' : 'response.output_text.delta'
      return accept({ type, ...at, delta: piece['text'] })
    })
  }

  return {
    accept,
    acceptWhole,
    // `[DONE]` is no end mark of this format: without its terminal event the answer was cut.
    close: () => [],
    get end() {
      return end
    },
    get servedModel() {
      return servedModel
    },
    get usage() {
      return usage
    },
  }
}

const failed = (failure: Failure): AnswerEnd => ({ kind: 'failed', failure })

function lazyBlock(take: () => number): Block {
  let index: number | null = null
  return () => (index ??= take())
}

/** Reasoning without its encrypted content cannot be sent back: nothing is stored on the other side. */
function canGoBack(item: JsonRecord): boolean {
  if (item['type'] === 'reasoning') return typeof item['encrypted_content'] === 'string'
  return item['type'] === 'message' || item['type'] === 'function_call'
}

function finishReasonOf(status: string, reason: string | null, isRefusal: boolean, hasCalls: boolean): FinishReason {
  if (isRefusal) return 'refusal'
  if (reason === 'max_output_tokens') return 'length'
  if (reason === 'content_filter') return 'content-filter'
  if (hasCalls) return 'tool-calls'
  return status === 'completed' ? 'stop' : 'other'
}
