import type { Bucket, LimitReport } from './limits'
import { msUntil, parseDurationMs, plainNumber } from './retry-after'

type ReadableHeaders = Pick<Headers, 'get'>

/** The header names of one allowance: its size, what is left, and when it is whole again. */
type Names = readonly [limit: string, remaining: string, reset: string]

/** OpenAI's form, which Azure, Groq, xAI and most compatible services have too. */
const plain = (what: string): Names => [`x-ratelimit-limit-${what}`, `x-ratelimit-remaining-${what}`, `x-ratelimit-reset-${what}`]
const anthropic = (what: string): Names => [
  `anthropic-ratelimit-${what}-limit`,
  `anthropic-ratelimit-${what}-remaining`,
  `anthropic-ratelimit-${what}-reset`,
]

// https://platform.openai.com/docs/guides/rate-limits, https://platform.claude.com/docs/en/api/rate-limits,
// https://console.groq.com/docs/rate-limits; `-req-minute` is Mistral's, the one without a word OpenRouter's.
const names: Readonly<Record<keyof LimitReport, readonly Names[]>> = {
  requests: [anthropic('requests'), plain('requests'), plain('req-minute'), ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']],
  tokens: [anthropic('tokens'), plain('tokens'), plain('tokens-minute')],
  inputTokens: [anthropic('input-tokens')],
  outputTokens: [anthropic('output-tokens')],
}

/** What a response's headers say of the limits; null where they say nothing. */
export function readLimits(headers: ReadableHeaders): LimitReport | null {
  const report: LimitReport = {
    requests: bucketOf(names.requests, headers),
    tokens: bucketOf(names.tokens, headers),
    inputTokens: bucketOf(names.inputTokens, headers),
    outputTokens: bucketOf(names.outputTokens, headers),
  }
  return Object.values(report).some((bucket) => bucket !== null) ? report : null
}

function bucketOf(forms: readonly Names[], headers: ReadableHeaders): Bucket | null {
  for (const [limitName, remainingName, resetName] of forms) {
    const bucket: Bucket = {
      limit: countOf(headers.get(limitName)),
      remaining: countOf(headers.get(remainingName)),
      resetAfterMs: resetAfterMs(headers.get(resetName), headers),
    }
    if (bucket.limit !== null || bucket.remaining !== null) return bucket
  }
  return null
}

function countOf(text: string | null): number | null {
  const count = plainNumber(text)
  // A service without a limit says -1, or a number that stands for none.
  return count === null || count > Number.MAX_SAFE_INTEGER ? null : Math.floor(count)
}

const epochMs = 1e12
const epochSeconds = 1e9

/** A duration (`6m0s`), seconds, an instant in words (RFC 3339), or one counted from 1970. */
function resetAfterMs(text: string | null, headers: ReadableHeaders): number | null {
  if (text === null || text.trim() === '') return null
  const number = plainNumber(text)
  if (number === null) return parseDurationMs(text) ?? msUntil(text, headers)
  if (number < epochSeconds) return Math.round(number * 1000)
  return msUntil(new Date(number >= epochMs ? number : number * 1000).toISOString(), headers)
}
