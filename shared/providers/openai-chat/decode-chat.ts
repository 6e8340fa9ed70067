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
import { asArray, asRecord, countAt, recordAt, recordsAt, stringAt, type JsonRecord } from '../wire/json'
import { createToolCallAssembler, type ToolCallPiece } from '../wire/tool-calls'
import { usageInChat } from '../wire/usage'
import { createReasoningDetails } from './reasoning-details'

/** The reasoning of an answer in the fields in which the server wrote it, to be sent back as it came. */
export interface ChatProviderBlock {
  readonly reasoning_content?: string
  readonly reasoning_details?: readonly JsonRecord[]
}

/** Reads Chat Completions answers of OpenAI and of everything that speaks like it. */
export function createChatDecoder(): AnswerDecoder {
  const blocks = createBlockCounter()
  const tools = createToolCallAssembler(blocks)
  let answerId = ''
  let servedModel: string | null = null
  let usage: Usage | null = null
  let rawFinishReason: string | null = null
  let isRefusal = false
  const details = createReasoningDetails()
  let reasoningContent = ''
  let reasoningBlock = 0
  let end: AnswerEnd | null = null

  function readEnvelope(body: JsonRecord): void {
    answerId = stringAt(body, 'id') ?? answerId
    const model = stringAt(body, 'model')
    if (model !== null && model !== '') servedModel ??= model
    usage = usageInChat(body) ?? usage
    const error = asRecord(body['error'])
    if (error !== null) end = { kind: 'failed', failure: failureFromErrorObject(error, null) }
  }

  function text(value: string): readonly AnswerPart[] {
    return value === '' ? [] : [{ type: 'text-delta', blockIndex: blocks.running('text'), text: value }]
  }

  function reasoning(value: string): readonly AnswerPart[] {
    return value === '' ? [] : [{ type: 'reasoning-delta', blockIndex: blocks.running('reasoning'), text: value }]
  }

  function reasoningFields(delta: JsonRecord): readonly AnswerPart[] {
    details.accept(delta)
    const written = stringAt(delta, 'reasoning_content')
    if (written !== null && written !== '') {
      reasoningContent += written
      const parts = reasoning(written)
      reasoningBlock = parts[0]?.blockIndex ?? reasoningBlock
      return parts
    }
    const parts = reasoning(stringAt(delta, 'reasoning') ?? stringAt(delta, 'thinking') ?? '')
    reasoningBlock = parts[0]?.blockIndex ?? reasoningBlock
    return parts
  }

  /** A string, or Mistral's array of `thinking` and `text` pieces. */
  function content(value: unknown): readonly AnswerPart[] {
    if (typeof value === 'string') return text(value)
    return asArray(value).flatMap((item) => {
      const piece = asRecord(item)
      if (piece === null) return []
      if (piece['type'] !== 'thinking') return text(stringAt(piece, 'text') ?? '')
      const thoughts = recordsAt(piece, 'thinking').map((inner) => stringAt(inner, 'text') ?? '')
      return [stringAt(piece, 'thinking') ?? '', ...thoughts].flatMap(reasoning)
    })
  }

  function refusal(delta: JsonRecord): readonly AnswerPart[] {
    const words = stringAt(delta, 'refusal')
    if (words === null || words === '') return []
    isRefusal = true
    return text(words)
  }

  function message(choice: JsonRecord, delta: JsonRecord | null): readonly AnswerPart[] {
    const finish = stringAt(choice, 'finish_reason')
    if (finish !== null && finish !== '') rawFinishReason = finish
    if (delta === null) return []
    const parts = [...reasoningFields(delta), ...content(delta['content']), ...refusal(delta)]
    for (const call of recordsAt(delta, 'tool_calls')) parts.push(...tools.accept(pieceOf(call)))
    return parts
  }

  function finish(): readonly AnswerPart[] {
    if (end !== null) return []
    const calls = tools.finish(answerId)
    if (calls === null) {
      end = unnamedToolCall
      return []
    }
    end = { kind: 'ended', finishReason: finishReasonOf(rawFinishReason, isRefusal, calls.length > 0), rawFinishReason }
    return [...providerBlock(), ...calls]
  }

  function providerBlock(): readonly AnswerPart[] {
    const block: ChatProviderBlock = {
      ...(reasoningContent === '' ? {} : { reasoning_content: reasoningContent }),
      ...(details.all.length === 0 ? {} : { reasoning_details: details.all }),
    }
    if (Object.keys(block).length === 0) return []
    return [{ type: 'provider-block', blockIndex: reasoningBlock, api: 'openai-chat', json: JSON.stringify(block) }]
  }

  function choicesOf(body: JsonRecord, field: 'delta' | 'message'): readonly AnswerPart[] {
    const parts: AnswerPart[] = []
    for (const choice of recordsAt(body, 'choices')) {
      if ((countAt(choice, 'index') ?? 0) === 0) parts.push(...message(choice, recordAt(choice, field)))
    }
    return parts
  }

  return {
    accept(event) {
      if (end !== null) return []
      // The usage-only last chunk has `choices: []`.
      const parts = choicesOf(event, 'delta')
      readEnvelope(event)
      return parts
    },
    acceptWhole(body) {
      const parts = choicesOf(body, 'message')
      readEnvelope(body)
      if (end === null && recordsAt(body, 'choices').length === 0) {
        end = malformedAnswer(JSON.stringify(body))
      }
      return [...parts, ...finish()]
    },
    close(by) {
      // Without `[DONE]` the finish reason tells that the answer is whole: many servers send only that.
      return by === 'end-mark' || rawFinishReason !== null ? finish() : []
    },
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

function pieceOf(call: JsonRecord): ToolCallPiece {
  const made = recordAt(call, 'function')
  const written = made?.['arguments']
  return {
    index: countAt(call, 'index'),
    id: stringAt(call, 'id'),
    name: stringAt(made, 'name'),
    // Some servers send the arguments as an object.
    argumentsText: typeof written === 'string' ? written : asRecord(written) === null ? '' : JSON.stringify(written),
  }
}

function finishReasonOf(raw: string | null, isRefusal: boolean, hasToolCalls: boolean): FinishReason {
  if (isRefusal) return 'refusal'
  if (raw === 'length' || raw === 'model_length') return 'length'
  if (raw === 'content_filter' || raw === 'sensitive') return 'content-filter'
  // Several servers say `stop`, or nothing, behind tool calls.
  if (hasToolCalls) return 'tool-calls'
  return raw === 'stop' || raw === 'eos' ? 'stop' : 'other'
}
