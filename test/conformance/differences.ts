import { isDeepStrictEqual } from 'node:util'
import type { FailureCode } from '@shared/errors'
import type { FinishReason, StreamPart } from '@shared/providers/stream-part'
import type { Usage } from '@shared/sessions/message'
import { joined } from '../helpers/provider-calls'
import type { WireCase } from './wire-case'

/** Our word for each kind of error; `cancelled` is what a service gave up, which is never taken for the person's own stop. */
const codeOfKind: Readonly<Record<string, FailureCode>> = {
  auth: 'key-rejected',
  billing: 'out-of-credit',
  rate_limit: 'rate-limited',
  context_overflow: 'context-too-long',
  not_found: 'model-not-found',
  permission: 'permission',
  region: 'region-blocked',
  content_filter: 'content-filtered',
  overloaded: 'overloaded',
  server_error: 'server-error',
  output_limit: 'output-limit',
  bad_request: 'bad-request',
  cancelled: 'server-error',
}

/** Our word for the services' words; any other is `other`. */
const finishOfWord: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  STOP: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  MAX_TOKENS: 'length',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  content_filter: 'content-filter',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  BLOCKLIST: 'content-filter',
  SPII: 'content-filter',
  refusal: 'refusal',
}

/** What an answer has that was not expected of it, or lacks; empty where all is as it should be. */
export function differencesOf(wireCase: WireCase, parts: readonly StreamPart[]): readonly string[] {
  return [
    ...compared('text', joined(parts, 'text-delta'), (wireCase.expects.text ?? '') + (wireCase.expects.refusal ?? '')),
    ...compared('reasoning', joined(parts, 'reasoning-delta'), wireCase.expects.reasoning ?? ''),
    ...toolCallDifferences(wireCase, parts),
    ...blockDifferences(wireCase, parts),
    ...usageDifferences(wireCase, parts.find((part) => part.type === 'usage')?.usage ?? null),
    ...endDifferences(wireCase, parts.at(-1)),
  ]
}

function compared(what: string, actual: unknown, expected: unknown): readonly string[] {
  if (isDeepStrictEqual(actual, expected)) return []
  return [`${what}: ${shown(actual)} instead of ${shown(expected)}`]
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 100)}…${text.slice(-50)} (${text.length} characters)` : text
}

function toolCallDifferences({ expects }: WireCase, parts: readonly StreamPart[]): readonly string[] {
  const calls = parts.filter((part) => part.type === 'tool-call')
  const expected = expects.toolCalls ?? []
  if (calls.length !== expected.length) return compared('tool calls', calls.map(({ name }) => name), expected.map(({ name }) => name))
  return expected.flatMap((call, index) => {
    const actual = calls[index]
    if (actual === undefined) return []
    const asSent = call.argumentsRaw === undefined ? parsed(actual.argumentsText) : actual.argumentsText
    return [
      ...compared(`tool call ${index}, name`, actual.name, call.name),
      // An id that the service did not give is made up.
      ...(call.id === undefined ? [] : compared(`tool call ${index}, id`, actual.toolCallId, call.id)),
      ...compared(`tool call ${index}, arguments`, asSent, call.argumentsRaw ?? call.arguments),
      ...compared(`tool call ${index}, valid`, actual.isValidJson, call.argumentsRaw === undefined),
    ]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function blockDifferences({ expects }: WireCase, parts: readonly StreamPart[]): readonly string[] {
  const blocksOf = (api: string) => parts.flatMap((part) => (part.type === 'provider-block' && part.api === api ? [part.json] : []))
  const blocks = blocksOf('anthropic-messages')
  const holding = (api: string, field: string) => blocksOf(api).filter((json) => json.includes(`"${field}":`)).length
  const serverCalls = blocks
    .map((json) => parsed(json) as Readonly<Record<string, unknown>>)
    .filter((block) => block['type'] === 'server_tool_use')
    .map(({ id, name, input }) => ({ id, name, arguments: input }))
  return [
    ...compared('signatures', holding('anthropic-messages', 'signature'), expects.signatures ?? 0),
    ...compared('thought signatures', holding('gemini', 'thoughtSignature'), expects.thoughtSignatures ?? 0),
    ...compared('server tool calls', serverCalls, (expects.serverToolCalls ?? []).map(({ id, name, arguments: input }) => ({ id, name, arguments: input }))),
  ]
}

/** Ours count all input and all output, whatever the service's convention is. */
function usageDifferences({ api, provider, expects }: WireCase, actual: Usage | null): readonly string[] {
  const counts = expects.usage
  if (counts === undefined || actual === null) return compared('usage', actual, counts ?? null)
  const of = (field: string): number => counts[field] ?? 0
  const cacheRead = counts['cachedInputTokens'] ?? of('cacheReadTokens')
  const isCacheBeside = api === 'anthropic-messages'
  const isReasoningBeside = provider === 'xai'
  return [
    ...compared('input tokens', actual.inputTokens, of('inputTokens') + (isCacheBeside ? cacheRead + of('cacheWriteTokens') : 0)),
    ...compared('output tokens', actual.outputTokens, of('outputTokens') + (isReasoningBeside ? of('reasoningTokens') : 0)),
    ...compared('cached tokens', actual.cacheReadTokens, cacheRead),
    ...compared('cache writes', actual.cacheWriteTokens, of('cacheWriteTokens')),
    ...(counts['reasoningTokens'] === undefined ? [] : compared('reasoning tokens', actual.reasoningTokens, of('reasoningTokens'))),
    ...(counts['cost'] === undefined ? [] : compared('reported cost', actual.reportedCostMicroUsd, Math.round(of('cost') * 1e6))),
  ]
}

function endDifferences({ expects }: WireCase, last: StreamPart | undefined): readonly string[] {
  const { error } = expects
  if (last?.type === 'call-failed') {
    const { failure } = last
    if (error === undefined) return compared('failure', failure.code, expectedFailure(expects))
    return [
      ...compared('error', failure.code, codeOfKind[error.kind] ?? error.kind),
      // SEC-1: a key that is repeated is taken out of the provider's words; they stay otherwise.
      ...(hasWords(failure.detail ?? '', error.message ?? '') ? [] : [`error message: ${shown(failure.detail)} instead of ${shown(error.message)}`]),
      ...(error.status === undefined ? [] : compared('error status', failure.status, error.status)),
      ...(error.retryAfterMs === undefined ? [] : compared('pause', failure.retryAfterMs, error.retryAfterMs)),
      ...compared('mid-stream', failure.stage === 'stream', error.midStream ?? false),
    ]
  }
  if (last?.type !== 'call-end') return ['no end']
  const failure = error?.kind ?? expectedFailure(expects)
  if (failure !== null) return [`failure: none instead of ${failure}`]
  const hasCalls = (expects.toolCalls ?? []).length > 0
  const word = expects.finishReason ?? null
  return [
    ...compared('the service’s finish reason', last.rawFinishReason, word),
    ...compared('finish reason', last.finishReason, hasCalls ? 'tool-calls' : (finishOfWord[word ?? ''] ?? 'other')),
  ]
}

function expectedFailure({ truncated, blockReason }: WireCase['expects']): FailureCode | null {
  if (truncated === true) return 'stream-cut'
  return blockReason === undefined ? null : 'content-filtered'
}

const hasWords = (detail: string, message: string): boolean => {
  const pieces = detail.split('[key]')
  return detail.includes(message) || (pieces.length > 1 && pieces.every((piece) => message.includes(piece)))
}
