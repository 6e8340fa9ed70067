import type { Failure, FailureCode, FailureStage } from '../errors'
import { asRecord, parseJson, stringAt } from './wire/json'

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

/** Maps a refusal of any of the three wire formats onto the closed list; the provider's own words are kept. */
export function failureFromResponse(response: RefusedResponse, stage: FailureStage = 'connect'): Failure {
  const error = readError(response.bodyText)
  const retryAfterMs = readRetryAfterMs(response.headers)
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
  const code = codeOf(status, error)
  return {
    code: code === 'bad-request' && status === 0 && !/invalid_request/.test(error.words) ? 'server-error' : code,
    stage: 'stream',
    ...(error.message === '' ? {} : { detail: error.message }),
    ...(status === 0 ? {} : { status }),
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
  const words = [stringAt(error, 'type'), code, message, inner === null ? null : stringAt(inner, 'raw')]
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

/** SEC-1: some servers repeat the key that they refuse. */
export function withoutKeys(text: string): string {
  return text
    .replace(/\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}/g, '[key]')
    .replace(/(api[ _-]?key(?: provided| is)?:\s*|bearer\s+)[^\s"',*]{5,}[^\s"',*.]/gi, '$1[key]')
}

/** Words that say more than the status does, strongest first. */
const tellingWords: readonly (readonly [RegExp, FailureCode])[] = [
  [/unsupported_country|country, region, or territory|location is not supported/, 'region-blocked'],
  [
    /insufficient_quota|insufficient[ _]balance|credit balance is too low|billing_|insufficient credits/,
    'out-of-credit',
  ],
  [
    /context_length_exceeded|exceed_context_size|prompt is too long|maximum context length|context window|context size/,
    'context-too-long',
  ],
  [/input length and `?max_tokens`? exceed context/, 'context-too-long'],
  [/content_filter|content_policy|data_inspection_failed|content management policy|safety system/, 'content-filtered'],
  [/invalid_api_key|incorrect api key|invalid x-api-key|invalid api key|api key not valid/, 'key-rejected'],
  [/model_not_found|model_not_available|model not found|model .* (does not exist|not found)/, 'model-not-found'],
  [/token limit reached|max_output_tokens/, 'output-limit'],
  [/overloaded|engine_overloaded|at capacity/, 'overloaded'],
  [/rate_limit|ratelimit|rate limit|too many requests/, 'rate-limited'],
  [/authentication_error/, 'key-rejected'],
  [/permission_error/, 'permission'],
  [/timeout_error/, 'timeout'],
  [/api_error|server_error|internal error/, 'server-error'],
]

function codeOf(status: number, error: WireError): FailureCode {
  // The status alone is firm here: the words of a 401 or 402 body are free prose.
  if (status === 401) return 'key-rejected'
  if (status === 402) return 'out-of-credit'
  const told = error.isJson ? tellingWords.find(([pattern]) => pattern.test(error.words))?.[1] : undefined
  if (told !== undefined && agrees(told, status)) return told
  return codeOfStatus(status, error)
}

/** A sentence may mention a limit in passing: what is temporary is believed only together with a status that fits. */
function agrees(code: FailureCode, status: number): boolean {
  if (status === 0) return true
  if (code === 'overloaded') return status >= 429
  if (code === 'rate-limited') return status === 429 || status === 403 || status >= 500
  if (code === 'server-error' || code === 'timeout') return status >= 500
  return true
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

/** Longest pause that is believed, in milliseconds: a day. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000

/**
 * The pause asked for, in milliseconds, from `retry-after-ms`, or `retry-after` in seconds or as a date. A date is
 * held against the server's own `date` header, so that a wrong clock here does not matter.
 */
export function readRetryAfterMs(headers: Pick<Headers, 'get'>): number | null {
  const candidates = [retryAfterMsHeader(headers), retryAfterHeader(headers)].filter((value) => value !== null)
  if (candidates.length === 0) return null
  return Math.min(Math.max(0, ...candidates), maxRetryAfterMs)
}

function retryAfterMsHeader(headers: Pick<Headers, 'get'>): number | null {
  return plainNumber(headers.get('retry-after-ms'))
}

function retryAfterHeader(headers: Pick<Headers, 'get'>): number | null {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined || text === '') return null
  const seconds = plainNumber(text)
  if (seconds !== null) return seconds * 1000
  const until = Date.parse(text)
  const now = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, until - now)
}

function plainNumber(text: string | null): number | null {
  return text !== null && /^\s*\d{1,12}(\.\d+)?\s*$/.test(text) ? Number(text) : null
}

/** The model's limit in tokens as the message states it; the figure asked for is never taken for the limit. */
function readTokenLimit(message: string, bodyText: string): number | null {
  const fromField = asRecord(asRecord(valueOf(bodyText))?.['error'])?.['n_ctx']
  if (typeof fromField === 'number') return fromField
  const patterns = [
    />\s*([\d,]+)\s*(?:maximum|tokens)/i,
    /maximum context length (?:is|of) ([\d,]+)/i,
    /context (?:size|window|length)[^\d]{0,30}([\d,]+)/i,
    /limit of ([\d,]+)/i,
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
