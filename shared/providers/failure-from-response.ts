import type { Failure, FailureCode, FailureStage } from '../errors'
import { readRetryAfterMs, retryAfterMsOfBody, retryAfterMsOfError } from './retry-after'
import { agrees, tellingWords } from './telling-words'
import { asRecord, parseJson, recordsAt, stringAt } from './wire/json'

/** What is left of a refused request: the body cut to `maxErrorBodyBytes`, the headers readable by name. */
export interface RefusedResponse {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly bodyText: string
}

/** More of an error body is never read. */
export const maxErrorBodyBytes = 64 * 1024
const maxProseChars = 200
const maxMessageChars = 1000

/** Maps a refusal of any wire format onto the closed list; the provider's own words are kept. */
export function failureFromResponse(response: RefusedResponse, stage: FailureStage = 'connect'): Failure {
  const error = readError(response.bodyText)
  const retryAfterMs = readRetryAfterMs(response.headers) ?? retryAfterMsOfBody(response.bodyText)
  const requestId = requestIdOf(response.headers)
  const code = codeOf(response.status, error)
  const limit = code === 'context-too-long' ? readTokenLimit(error.message, response.bodyText) : null
  return {
    code,
    stage,
    status: response.status,
    ...(error.message === '' ? {} : { detail: error.message }),
    ...(retryAfterMs === null || !waitsAfter(code) ? {} : { retryAfterMs }),
    ...(limit === null ? {} : { limit }),
    ...(requestId === null ? {} : { requestId }),
  }
}

/** Maps an error object that came inside a stream, after HTTP 200. */
export function failureFromErrorObject(value: unknown, requestId: string | null): Failure {
  const error = readErrorObject(asRecord(value) ?? {})
  const status = typeof error.code === 'string' && /^\d{3}$/.test(error.code) ? Number(error.code) : 0
  const told = codeOf(status, error)
  const code = told === 'bad-request' && status === 0 && !/invalid_request/.test(error.words) ? 'server-error' : told
  const retryAfterMs = waitsAfter(code) ? retryAfterMsOfError(asRecord(value) ?? {}) : null
  return {
    code,
    stage: 'stream',
    ...(error.message === '' ? {} : { detail: error.message }),
    ...(status === 0 ? {} : { status }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(requestId === null ? {} : { requestId }),
  }
}

export function requestIdOf(headers: Pick<Headers, 'get'>): string | null {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('apim-request-id')
}

interface WireError {
  /** The provider's sentence, or the start of a body that is no JSON. */
  readonly message: string
  readonly code: string | null
  /** Everything that classifies: type, code and message in lower case. */
  readonly words: string
  readonly isJson: boolean
}

function readError(bodyText: string): WireError {
  const body = parseJson(bodyText)
  if (!body.ok) {
    const message = withoutKeys(bodyText.trim().slice(0, maxProseChars))
    return { message, code: null, words: message.toLowerCase(), isJson: false }
  }
  const record = asRecord(Array.isArray(body.value) ? body.value[0] : body.value)
  if (record === null)
    return { message: withoutKeys(bodyText.slice(0, maxProseChars)), code: null, words: '', isJson: false }
  return readErrorObject(asRecord(record['error']) ?? record)
}

function readErrorObject(error: Record<string, unknown>): WireError {
  const inner = asRecord(error['metadata'])
  const message =
    stringAt(error, 'message') ?? stringAt(error, 'detail') ?? stringAt(error, 'error') ?? JSON.stringify(error)
  const code = error['code'] === undefined || error['code'] === null ? null : String(error['code'])
  const words = [stringAt(error, 'type'), code, stringAt(error, 'status'), ...reasonsOf(error), message, stringAt(inner, 'raw')]
  return {
    message: withoutKeys(message).slice(0, maxMessageChars),
    code,
    words: words
      .filter((word) => word !== null)
      .join(' ')
      .toLowerCase(),
    isJson: true,
  }
}

/** Google says why in `details`: `API_KEY_INVALID` and the like. */
const reasonsOf = (error: Record<string, unknown>): readonly string[] =>
  recordsAt(error, 'details').flatMap((detail) => stringAt(detail, 'reason') ?? [])

/** SEC-1: some servers repeat the key that they refuse. */
export function withoutKeys(text: string): string {
  return text
    .replace(/\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}/g, '[key]')
    .replace(/(api[ _-]?key(?: provided| is)?:\s*|bearer\s+)[^\s"',*]{5,}[^\s"',*.]/gi, '$1[key]')
}

function codeOf(status: number, error: WireError): FailureCode {
  // The status alone is firm here: the words of a 401 or 402 body are free prose.
  if (status === 401) return 'key-rejected'
  if (status === 402) return 'out-of-credit'
  const told = error.isJson ? tellingWords.find(([pattern, code]) => agrees(code, status) && pattern.test(error.words)) : undefined
  return told?.[1] ?? codeOfStatus(status, error)
}

function codeOfStatus(status: number, error: WireError): FailureCode {
  switch (status) {
    case 403:
      return 'permission'
    case 404:
      // A service that knows the path but not the model says so in JSON; a bare 404 is a wrong address.
      return error.isJson && /not_found_error|\bmodel\b/.test(error.words) ? 'model-not-found' : 'wrong-address'
    case 405:
      return 'wrong-address'
    case 408:
    case 504:
      return 'timeout'
    case 413:
      return 'context-too-long'
    case 429:
      return 'rate-limited'
    case 498:
    case 503:
    case 529:
      return 'overloaded'
  }
  if (status >= 500) return 'server-error'
  if (status >= 300 && status < 400) return 'wrong-address'
  return error.isJson ? 'bad-request' : 'malformed-response'
}

const waitsAfter = (code: FailureCode): boolean =>
  code === 'rate-limited' || code === 'overloaded' || code === 'server-error' || code === 'timeout'

/** The model's limit in tokens as the message states it; the figure asked for is never taken for the limit. */
function readTokenLimit(message: string, bodyText: string): number | null {
  const fromField = asRecord(asRecord(valueOf(bodyText))?.['error'])?.['n_ctx']
  if (typeof fromField === 'number') return fromField
  const patterns = [
    />\s*([\d,]+)\s*(?:maximum|tokens)/i,
    /maximum context length (?:is|of) ([\d,]+)/i,
    /context (?:size|window|length)[^\d]{0,30}([\d,]+)/i,
    /limit of ([\d,]+)/i,
    /maximum number of tokens allowed \(?([\d,]+)/i,
    /\(tpm\): limit ([\d,]+)/i,
    /input length should be \[\d+, ?([\d,]+)\]/i,
  ]
  for (const pattern of patterns) {
    const digits = pattern.exec(message)?.[1]?.replaceAll(',', '')
    if (digits !== undefined && digits !== '') return Number(digits)
  }
  return null
}

function valueOf(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : null
}
