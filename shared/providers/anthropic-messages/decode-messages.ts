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
import { usageFromMessages } from '../wire/usage'

interface OpenBlock {
  readonly blockIndex: number
  readonly start: JsonRecord
  thinking: string
  signature: string
  inputJson: string
}

/** Reads Messages answers of Anthropic and of servers that speak like it. */
export function createMessagesDecoder(): AnswerDecoder {
  const blocks = createBlockCounter()
  const open = new Map<number, OpenBlock>()
  let counts: JsonRecord = {}
  let isUsageFinal = false
  let servedModel: string | null = null
  let rawFinishReason: string | null = null
  let end: AnswerEnd | null = null

  function readMessage(message: JsonRecord | null): void {
    servedModel ??= stringAt(message, 'model')
    counts = { ...counts, ...withoutNulls(recordAt(message, 'usage')) }
  }

  function blockStart(event: JsonRecord): readonly AnswerPart[] {
    const start = recordAt(event, 'content_block') ?? {}
    const block: OpenBlock = {
      blockIndex: blocks.open(),
      start,
      thinking: stringAt(start, 'thinking') ?? '',
      signature: stringAt(start, 'signature') ?? '',
      inputJson: '',
    }
    open.set(indexOf(event), block)
    const text = stringAt(start, 'text') ?? ''
    if (start['type'] === 'text' && text !== '') return [{ type: 'text-delta', blockIndex: block.blockIndex, text }]
    if (block.thinking !== '') return [{ type: 'reasoning-delta', blockIndex: block.blockIndex, text: block.thinking }]
    if (start['type'] === 'tool_use') return [inputDelta(block, '')]
    return []
  }

  function blockDelta(event: JsonRecord): readonly AnswerPart[] {
    const block = open.get(indexOf(event))
    const delta = recordAt(event, 'delta')
    if (block === undefined || delta === null) return []
    switch (delta['type']) {
      case 'text_delta': {
        const text = stringAt(delta, 'text') ?? ''
        return text === '' ? [] : [{ type: 'text-delta', blockIndex: block.blockIndex, text }]
      }
      case 'thinking_delta': {
        const text = stringAt(delta, 'thinking') ?? ''
        block.thinking += text
        return text === '' ? [] : [{ type: 'reasoning-delta', blockIndex: block.blockIndex, text }]
      }
      case 'signature_delta':
        block.signature += stringAt(delta, 'signature') ?? ''
        return []
      case 'input_json_delta': {
        const text = stringAt(delta, 'partial_json') ?? ''
        block.inputJson += text
        return block.start['type'] === 'tool_use' ? [inputDelta(block, text)] : []
      }
      default:
        return []
    }
  }

  function blockStop(event: JsonRecord): readonly AnswerPart[] {
    const block = open.get(indexOf(event))
    open.delete(indexOf(event))
    return block === undefined ? [] : finishedBlock(block)
  }

  function finishedBlock(block: OpenBlock): readonly AnswerPart[] {
    switch (block.start['type']) {
      case 'text':
        return []
      case 'tool_use':
        return finishedToolUse(block)
      case 'thinking':
        // Without its signature the block would be refused.
        return block.signature === '' ? [] : [signedThinking(block)]
      case 'server_tool_use':
        return [providerBlock(block, { ...block.start, input: parsedInput(block) })]
      default:
        // redacted_thinking, results of the service's own tools, and whatever comes next.
        return [providerBlock(block, block.start)]
    }
  }

  function finishedToolUse(block: OpenBlock): readonly AnswerPart[] {
    const id = stringAt(block.start, 'id') ?? ''
    const name = stringAt(block.start, 'name') ?? ''
    if (id === '' || name === '') {
      end = unnamedToolCall
      return []
    }
    const whole = recordAt(block.start, 'input')
    const input = block.inputJson !== '' ? block.inputJson : JSON.stringify(whole ?? {})
    return [toolCallPart(block.blockIndex, id, name, input)]
  }

  function complete(): readonly AnswerPart[] {
    end ??= { kind: 'ended', finishReason: finishReasonOf(rawFinishReason), rawFinishReason }
    return []
  }

  function accept(event: JsonRecord): readonly AnswerPart[] {
    if (end !== null) return []
    switch (event['type']) {
      case 'message_start':
        readMessage(recordAt(event, 'message'))
        return []
      case 'content_block_start':
        return blockStart(event)
      case 'content_block_delta':
        return blockDelta(event)
      case 'content_block_stop':
        return blockStop(event)
      case 'message_delta':
        rawFinishReason = stringAt(recordAt(event, 'delta'), 'stop_reason') ?? rawFinishReason
        counts = { ...counts, ...withoutNulls(recordAt(event, 'usage')) }
        isUsageFinal = true
        return []
      case 'message_stop':
        return complete()
      case 'error':
        end = { kind: 'failed', failure: failureFromErrorObject(event['error'], null) }
        return []
      default:
        return []
    }
  }

  function acceptWhole(body: JsonRecord): readonly AnswerPart[] {
    if (asRecord(body['error']) !== null) return accept({ type: 'error', error: body['error'] })
    if (body['type'] !== 'message') {
      end = malformedAnswer(JSON.stringify(body))
      return []
    }
    readMessage(body)
    isUsageFinal = true
    rawFinishReason = stringAt(body, 'stop_reason')
    const parts = recordsAt(body, 'content').flatMap((block, index) => [
      ...accept({ type: 'content_block_start', index, content_block: block }),
      ...accept({ type: 'content_block_stop', index }),
    ])
    return [...parts, ...complete()]
  }

  return {
    accept,
    acceptWhole,
    close: () => [],
    get end() {
      return end
    },
    get servedModel() {
      return servedModel
    },
    get usage(): Usage | null {
      return usageFromMessages(counts, isUsageFinal)
    },
  }
}

const indexOf = (event: JsonRecord): number => countAt(event, 'index') ?? 0

const inputDelta = (block: OpenBlock, text: string): AnswerPart => ({
  type: 'tool-input-delta',
  blockIndex: block.blockIndex,
  name: stringAt(block.start, 'name'),
  text,
})

const providerBlock = (block: OpenBlock, value: JsonRecord): AnswerPart => ({
  type: 'provider-block',
  blockIndex: block.blockIndex,
  api: 'anthropic-messages',
  json: JSON.stringify(value),
})

const signedThinking = (block: OpenBlock): AnswerPart =>
  providerBlock(block, { ...block.start, thinking: block.thinking, signature: block.signature })

function parsedInput(block: OpenBlock): unknown {
  try {
    return JSON.parse(block.inputJson) as unknown
  } catch {
    return block.start['input'] ?? {}
  }
}

function withoutNulls(record: JsonRecord | null): JsonRecord {
  return Object.fromEntries(Object.entries(record ?? {}).filter(([, value]) => value !== null))
}

function finishReasonOf(raw: string | null): FinishReason {
  switch (raw) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop'
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'tool-calls'
    case 'refusal':
      return 'refusal'
    default:
      return 'other'
  }
}
