import type { FailureCode } from '../errors'

/**
 * Words of refusals that say more than the status does, strongest first; matched against type, code, status word and
 * message in lower case. Collected from the services' manuals and from what they really answered.
 */
export const tellingWords: readonly (readonly [RegExp, FailureCode])[] = [
  [/unsupported_country|country, region, or territory|location is not supported/, 'region-blocked'],
  [
    /insufficient_quota|insufficient[ _]balance|credit balance is too low|billing_|insufficient credits|arrearage|good standing/,
    'out-of-credit',
  ],
  // Google's prepaid accounts (https://github.com/JeffOtano/roni/pull/125, 2026-04): 429 as for a limit.
  [/credits are depleted/, 'out-of-credit'],
  // xAI, Anthropic's own spending limit, Google's and Alibaba's free tiers.
  [
    /(?:doesn't|does not) have any credits|used all available credits|reached your specified api usage limits|free tier is not available|freetieronly|free tier .{0,30}exhausted/,
    'out-of-credit',
  ],
  [
    /context_length_exceeded|exceed_context_size|prompt is too long|maximum context length|context window|context size|context overflows/,
    'context-too-long',
  ],
  [/input length and `?max_tokens`? exceed context|input token count .{0,30}exceeds|range of input length should be/, 'context-too-long'],
  // More in one request than a minute allows: no pause helps. OpenAI says it with 429, Groq with 413.
  [/request too large for .{0,300}tokens per min/, 'context-too-long'],
  [/content_filter|content_policy|data_inspection_failed|content management policy|safety system|responsibleaipolicy/, 'content-filtered'],
  [/output blocked by content filter|flagged as potentially violating|input was flagged|prompt was flagged/, 'content-filtered'],
  [
    /invalid_api_key|api_key_invalid|incorrect api key|invalid x-api-key|invalid api key|api key (?:not (?:valid|found)|expired|was reported)|unregistered callers|unauthenticated/,
    'key-rejected',
  ],
  [
    /model_not_found|model_not_available|deploymentnotfound|deployment for this resource does not exist|no endpoints found|no models loaded|not a valid model id/,
    'model-not-found',
  ],
  [/model not found|invalid[ _]model\b|model .* (?:does not exist|not found)|models\/\S+ is not (?:found|supported)/, 'model-not-found'],
  [/organization must be verified/, 'permission'],
  [/token limit reached|max_output_tokens/, 'output-limit'],
  // The model wrote a call that is none, and the service refuses its own answer (Groq).
  [/tool_use_failed/, 'malformed-response'],
  [/overloaded|at capacity|capacity exceeded|slow_down|nocapacity/, 'overloaded'],
  [/rate_limit|ratelimit|rate limit|too many requests|resource_exhausted|throttling/, 'rate-limited'],
  [/authentication_error/, 'key-rejected'],
  [/permission_error|permission_denied/, 'permission'],
  [/timeout_error|deadline_exceeded/, 'timeout'],
  // `cancelled` is for what the person stopped: here the service gave up.
  [/api_error|server_error|internal error|\bcancelled\b/, 'server-error'],
]

/** A sentence may mention a limit in passing: what is temporary is believed only together with a status that fits. */
export function agrees(code: FailureCode, status: number): boolean {
  if (status === 0) return true
  if (code === 'overloaded') return status >= 429
  if (code === 'rate-limited') return status === 429 || status === 403 || status >= 500
  if (code === 'server-error' || code === 'timeout') return status >= 499
  return true
}
