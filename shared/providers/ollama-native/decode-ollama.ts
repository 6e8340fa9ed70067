import type { Usage } from '../../sessions/message'
import { failureFromErrorObject } from '../failure-from-response'
import type { FinishReason } from '../stream-part'
import { createBlockCounter, malformedAnswer, unnamedToolCall, type AnswerDecoder, type AnswerEnd, type AnswerPart } from '../wire/answer-decoder'
import { countAt, recordAt, recordsAt, stringAt, type JsonRecord } from '../wire/json'
import { madeToolCallId, toolCallPart } from '../wire/tool-calls'

/**
 * Reads the answers of Ollama's own interface: an object on each line, the last one with `done`. Calls go to its
 * OpenAI-compatible interface; gateways in front of it are known to answer in its own words all the same.
 */
export function createOllamaDecoder(): AnswerDecoder {
  const blocks = createBlockCounter()
  let servedModel: string | null = null
  let usage: Usage | null = null
  let callCount = 0
  let end: AnswerEnd | null = null

  const shown = (kind: 'text' | 'reasoning', text: string): readonly AnswerPart[] =>
    text === '' ? [] : [{ type: `${kind}-delta`, blockIndex: blocks.running(kind), text }]

  /** Whole in one piece, without an id. */
  function toolCall(call: JsonRecord): readonly AnswerPart[] {
    const made = recordAt(call, 'function')
    const name = stringAt(made, 'name') ?? ''
    if (name === '') {
      end = unnamedToolCall
      return []
    }
    const blockIndex = blocks.open()
    const written = JSON.stringify(recordAt(made, 'arguments') ?? {})
    return [
      { type: 'tool-input-delta', blockIndex, name, text: written },
      toolCallPart(blockIndex, madeToolCallId('ollama', callCount++), name, written),
    ]
  }

  function accept(event: JsonRecord): readonly AnswerPart[] {
    if (end !== null) return []
    if (event['error'] !== undefined) {
      end = { kind: 'failed', failure: failureFromErrorObject(recordAt(event, 'error') ?? { message: event['error'] }, null) }
      return []
    }
    servedModel ??= stringAt(event, 'model')
    const message = recordAt(event, 'message')
    const parts = [
      ...shown('reasoning', stringAt(message, 'thinking') ?? ''),
      ...shown('text', stringAt(message, 'content') ?? stringAt(event, 'response') ?? ''),
      ...recordsAt(message, 'tool_calls').flatMap(toolCall),
    ]
    if (event['done'] === true) finish(event)
    return parts
  }

  function finish(event: JsonRecord): void {
    usage = {
      inputTokens: countAt(event, 'prompt_eval_count') ?? 0,
      outputTokens: countAt(event, 'eval_count') ?? 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
      isEstimate: false,
    }
    const rawFinishReason = stringAt(event, 'done_reason') ?? 'stop'
    end ??= { kind: 'ended', finishReason: finishReasonOf(rawFinishReason, callCount > 0), rawFinishReason }
  }

  return {
    accept,
    acceptWhole(body) {
      const parts = accept(body)
      // A single line of many that did not come is an answer that was cut.
      if (typeof body['done'] !== 'boolean') end ??= malformedAnswer(JSON.stringify(body))
      return parts
    },
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

function finishReasonOf(raw: string, hasCalls: boolean): FinishReason {
  if (raw === 'length') return 'length'
  if (hasCalls) return 'tool-calls'
  return raw === 'stop' ? 'stop' : 'other'
}
