import { asRecord, parseJson, recordsAt, recordAt, stringAt } from './wire/json'

/** Longest pause that is believed, in milliseconds: a day. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000

type ReadableHeaders = Pick<Headers, 'get'>

/**
 * The pause asked for, in milliseconds, from `retry-after-ms`, or `retry-after` in seconds or as a date. A date is
 * held against the server's own `date` header, so that a wrong clock here does not matter; a past one asks for none.
 */
export function readRetryAfterMs(headers: ReadableHeaders): number | null {
  const candidates = [plainNumber(headers.get('retry-after-ms')), retryAfterHeader(headers)].filter((value) => value !== null)
  return candidates.length === 0 ? null : believed(Math.max(...candidates))
}

/**
 * The pause asked for in a refusal's body: Google's RetryInfo, or the sentence in which OpenAI, Groq, Google and Azure
 * say it. null where nothing is said.
 */
export function retryAfterMsOfBody(bodyText: string): number | null {
  const parsed = parseJson(bodyText)
  if (!parsed.ok) return null
  const record = asRecord(Array.isArray(parsed.value) ? parsed.value[0] : parsed.value)
  return retryAfterMsOfError(recordAt(record, 'error') ?? record ?? {})
}

/** The same of an error object that came inside a stream. */
export function retryAfterMsOfError(error: Record<string, unknown>): number | null {
  const told = recordsAt(error, 'details').map((detail) => parseDurationMs(stringAt(detail, 'retryDelay') ?? ''))
  const inWords = /(?:try again|retry) (?:in|after) ([\d.]+ ?(?:ms|milliseconds?|seconds?|[hms])(?:[\d.]+(?:ms|[hms]))*)/i.exec(stringAt(error, 'message') ?? '')
  const pause = told.find((value) => value !== null) ?? parseDurationMs(inWords?.[1] ?? '')
  return pause === null ? null : believed(pause)
}

/** A duration as services write it, in milliseconds: `6m0s`, `34.4s`, `12ms`, `1h2m`, `26 seconds`; null for anything else. */
export function parseDurationMs(text: string): number | null {
  const units = text.trim().toLowerCase().replace(/ ?milliseconds?$/, 'ms').replace(/ ?seconds?$/, 's')
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(units)) return null
  const sizes: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
  const pieces = [...units.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  return Math.round(pieces.reduce((sum, [, count, unit]) => sum + Number(count) * (sizes[unit ?? ''] ?? 0), 0))
}

/** Milliseconds from the server's `date` to an instant; null where either cannot be read. */
export function msUntil(instant: string, headers: ReadableHeaders): number | null {
  const until = Date.parse(instant)
  const now = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(until) || Number.isNaN(now) ? null : Math.max(0, until - now)
}

const believed = (pauseMs: number): number => Math.min(Math.max(0, pauseMs), maxRetryAfterMs)

function retryAfterHeader(headers: ReadableHeaders): number | null {
  const text = headers.get('retry-after')?.trim()
  if (text === undefined || text === '') return null
  const seconds = plainNumber(text)
  return seconds === null ? (parseDurationMs(text) ?? msUntil(text, headers)) : seconds * 1000
}

export function plainNumber(text: string | null): number | null {
  return text !== null && /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : null
}
