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
import { madeToolCallId, toolCallPart } from '../wire/tool-calls'
import { usageFromGemini } from '../wire/usage'

/**
 * Reads the answers of Gemini's generateContent. There is no end mark: the body ends behind a chunk with a finish
 * reason, and since some chunks before the last one have one too, nothing is over before the body is.
 */
export function createGeminiDecoder(): AnswerDecoder {
  const blocks = createBlockCounter()
  const takenIds = new Set<string>()
  let answerId = ''
  let servedModel: string | null = null
  let counts: JsonRecord | null = null
  let rawFinishReason: string | null = null
  let finishMessage: string | null = null
  let blockReason: string | null = null
  let callCount = 0
  let end: AnswerEnd | null = null

  function readEnvelope(body: JsonRecord): void {
    answerId = stringAt(body, 'responseId') ?? answerId
    servedModel ??= stringAt(body, 'modelVersion')
    // Cumulative: the last one counts.
    counts = recordAt(body, 'usageMetadata') ?? counts
    blockReason ??= stringAt(recordAt(body, 'promptFeedback'), 'blockReason')
    const error = asRecord(body['error'])
    if (error !== null) end = { kind: 'failed', failure: failureFromErrorObject(error, null) }
  }

  function candidate(value: JsonRecord): readonly AnswerPart[] {
    rawFinishReason = stringAt(value, 'finishReason') ?? rawFinishReason
    finishMessage = stringAt(value, 'finishMessage') ?? finishMessage
    const parts: AnswerPart[] = []
    for (const item of recordsAt(recordAt(value, 'content'), 'parts')) parts.push(...part(item))
    return parts
  }

  function part(value: JsonRecord): readonly AnswerPart[] {
    if (end !== null) return []
    const call = recordAt(value, 'functionCall')
    if (call !== null) return functionCall(value, call)
    const text = stringAt(value, 'text') ?? ''
    const kind = value['thought'] === true ? 'reasoning' : 'text'
    const shown: readonly AnswerPart[] =
      text === '' ? [] : [{ type: `${kind}-delta`, blockIndex: blocks.running(kind), text }]
    if (!isSigned(value)) return shown
    const signed = providerBlock(value, blocks.running(kind))
    // What follows is a part of its own: a signature belongs to the part on which it came.
    blocks.close()
    return [...shown, signed]
  }

  /** Whole in one part. The block stands before its call, so that the one finds the other again. */
  function functionCall(value: JsonRecord, call: JsonRecord): readonly AnswerPart[] {
    const name = stringAt(call, 'name') ?? ''
    if (name === '') {
      end = unnamedToolCall
      return []
    }
    const blockIndex = blocks.open()
    const given = stringAt(call, 'id') ?? ''
    const id = given !== '' && !takenIds.has(given) ? given : madeToolCallId(answerId, callCount)
    takenIds.add(id)
    callCount++
    const written = JSON.stringify(recordAt(call, 'args') ?? {})
    return [
      { type: 'tool-input-delta', blockIndex, name, text: written },
      ...(isSigned(value) || given === id ? [providerBlock(value, blockIndex)] : []),
      toolCallPart(blockIndex, id, name, written),
    ]
  }

  function finish(): void {
    if (end !== null) return
    if (blockReason !== null && rawFinishReason === null) end = blockedPrompt(blockReason)
    else if (rawFinishReason === null) return
    else if (isBrokenCall(rawFinishReason)) end = malformedAnswer(finishMessage ?? rawFinishReason)
    else end = { kind: 'ended', finishReason: finishReasonOf(rawFinishReason, callCount > 0), rawFinishReason }
  }

  function accept(event: JsonRecord): readonly AnswerPart[] {
    if (end !== null) return []
    const parts: AnswerPart[] = []
    for (const value of recordsAt(event, 'candidates')) if ((countAt(value, 'index') ?? 0) === 0) parts.push(...candidate(value))
    readEnvelope(event)
    return parts
  }

  return {
    accept,
    acceptWhole(body) {
      const parts = accept(body)
      finish()
      end ??= malformedAnswer(JSON.stringify(body))
      return parts
    },
    close(by) {
      // An end mark is none of this format; the finish reason tells whether the answer is whole.
      if (by === 'end-of-body') finish()
      return []
    },
    get end() {
      return end
    },
    get servedModel() {
      return servedModel
    },
    get usage(): Usage | null {
      return counts === null ? null : usageFromGemini(counts, rawFinishReason !== null || blockReason !== null)
    },
  }
}

const isSigned = (part: JsonRecord): boolean => (stringAt(part, 'thoughtSignature') ?? '') !== ''

/** The part as it came, with its signature where it was. */
const providerBlock = (part: JsonRecord, blockIndex: number): AnswerPart => ({
  type: 'provider-block',
  blockIndex,
  api: 'gemini',
  json: JSON.stringify(part),
})

/** Nothing was answered: what was asked is refused. */
const blockedPrompt = (reason: string): AnswerEnd => ({
  kind: 'failed',
  failure: { code: 'content-filtered', stage: 'stream', detail: `The prompt was blocked: ${reason}` },
})

/** The model wrote a call that is none: the answer may as well be asked for again. */
const isBrokenCall = (reason: string): boolean =>
  /^(?:MALFORMED_FUNCTION_CALL|MALFORMED_RESPONSE|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT_SIGNATURE)$/.test(reason)

// https://ai.google.dev/api/generate-content#FinishReason
const filtered: ReadonlySet<string> = new Set(['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'MODEL_ARMOR'])

function finishReasonOf(raw: string, hasCalls: boolean): FinishReason {
  if (raw === 'MAX_TOKENS') return 'length'
  if (filtered.has(raw) || raw.startsWith('IMAGE_')) return 'content-filter'
  if (hasCalls) return 'tool-calls'
  return raw === 'STOP' ? 'stop' : 'other'
}
