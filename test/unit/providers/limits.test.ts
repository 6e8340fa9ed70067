import { describe, expect, test } from 'vitest'
import { failureFromErrorObject, failureFromResponse } from '@shared/providers/failure-from-response'
import { readLimits } from '@shared/providers/read-limits'
import { parseDurationMs, readRetryAfterMs } from '@shared/providers/retry-after'

const date = 'Mon, 30 Nov 2026 12:00:00 GMT'
const limits = (headers: Record<string, string>) => readLimits(new Headers(headers))

describe('what headers say of the limits', () => {
  test("OpenAI's, with durations", () => {
    expect(
      limits({
        'x-ratelimit-limit-requests': '5000', 'x-ratelimit-remaining-requests': '4999', 'x-ratelimit-reset-requests': '12ms',
        'x-ratelimit-limit-tokens': '160000', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s',
      }),
    ).toEqual({
      requests: { limit: 5000, remaining: 4999, resetAfterMs: 12 },
      tokens: { limit: 160_000, remaining: 0, resetAfterMs: 360_000 },
      inputTokens: null,
      outputTokens: null,
    })
  })

  test("Anthropic's, with instants held against the server's clock", () => {
    const report = limits({
      date, 'anthropic-ratelimit-requests-limit': '50', 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': '2026-11-30T12:00:17Z',
      'anthropic-ratelimit-input-tokens-limit': '20000', 'anthropic-ratelimit-input-tokens-remaining': '19000', 'anthropic-ratelimit-input-tokens-reset': '2026-11-30T11:00:00Z',
      'anthropic-ratelimit-output-tokens-limit': '8000',
    })
    expect(report).toEqual({
      requests: { limit: 50, remaining: 0, resetAfterMs: 17_000 },
      tokens: null,
      inputTokens: { limit: 20_000, remaining: 19_000, resetAfterMs: 0 },
      outputTokens: { limit: 8000, remaining: null, resetAfterMs: null },
    })
  })

  test.each([
    ["Azure's seconds", { 'x-ratelimit-remaining-requests': '249', 'x-ratelimit-reset-requests': '60' }, { limit: null, remaining: 249, resetAfterMs: 60_000 }],
    ["Groq's fractions", { 'x-ratelimit-limit-requests': '14400', 'x-ratelimit-reset-requests': '2m59.56s' }, { limit: 14_400, remaining: null, resetAfterMs: 179_560 }],
    ["Mistral's minutes", { 'x-ratelimit-limit-req-minute': '60', 'x-ratelimit-remaining-req-minute': '59' }, { limit: 60, remaining: 59, resetAfterMs: null }],
    ["OpenRouter's instant", { date, 'x-ratelimit-limit': '20', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse(date) + 5000) }, { limit: 20, remaining: 0, resetAfterMs: 5000 }],
    ['garbage behind a number', { 'x-ratelimit-limit-requests': '10', 'x-ratelimit-reset-requests': 'soon' }, { limit: 10, remaining: null, resetAfterMs: null }],
  ])('%s', (_, headers, requests) => {
    expect(limits(headers)?.requests).toEqual(requests)
  })

  test('nothing, and numbers that are none', () => {
    expect(limits({})).toBeNull()
    expect(limits({ 'x-ratelimit-limit-requests': '-1', 'x-ratelimit-remaining-requests': 'many' })).toBeNull()
  })
})

describe('REP-127 pauses', () => {
  test.each([-3_600_000, 0, 3_600_000])('a date asks for the same pause when the clocks differ by %d ms', (skew) => {
    const at = (ms: number) => new Date(Date.parse(date) + skew + ms).toUTCString()
    expect(readRetryAfterMs(new Headers({ date: at(0), 'retry-after': at(45_000) }))).toBe(45_000)
    expect(readRetryAfterMs(new Headers({ date: at(0), 'retry-after': at(-1000) }))).toBe(0)
  })

  test.each([
    ['6m0s', 360_000], ['34.4s', 34_400], ['12ms', 12], ['1h2m', 3_720_000], ['26 seconds', 26_000], ['1 second', 1000], ['500 milliseconds', 500],
    ['0s', 0], ['', null], ['soon', null], ['5', null], ['-5s', null], ['5 s x', null],
  ])('%s', (words, expected) => {
    expect(parseDurationMs(words)).toBe(expected)
  })

  const refused = (error: Record<string, unknown>, headers: Record<string, string> = {}, status = 429) =>
    failureFromResponse({ status, headers: new Headers(headers), bodyText: JSON.stringify({ error }) })

  test.each([
    ['OpenAI', 'Rate limit reached. Please try again in 20s.', 20_000],
    ['OpenAI, fractions', 'Please try again in 1m26.4s. Visit the page.', 86_400],
    ['OpenAI, milliseconds', 'Please try again in 858ms.', 858],
    ['Groq', 'Please try again in 7.66s. Need more tokens?', 7660],
    ['Azure', 'Please retry after 26 seconds.', 26_000],
    ['nobody', 'Please try again in the morning.', undefined],
  ])('in words: %s', (_, message, expected) => {
    expect(refused({ message, code: 'rate_limit_exceeded' }).retryAfterMs).toBe(expected)
  })

  test('a header comes before RetryInfo, RetryInfo before words; a refusal that no pause helps has none', () => {
    const error = { message: 'Please retry in 48.9s.', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34s' }] }
    expect(refused(error).retryAfterMs).toBe(34_000)
    expect(refused(error, { 'retry-after': '5' }).retryAfterMs).toBe(5000)
    expect(failureFromErrorObject({ ...error, code: 429 }, null)).toMatchObject({ code: 'rate-limited', retryAfterMs: 34_000 })
    expect(refused({ message: 'Wrong. Try again in 3s.' }, {}, 400).retryAfterMs).toBeUndefined()
  })
})

describe('refusals in each service’s own words', () => {
  test.each([
    ['xAI, wrong key', 400, { error: 'Incorrect API key provided: xa***' }, 'key-rejected'],
    ['xAI, no credit', 403, { error: "Your newly created team doesn't have any credits" }, 'out-of-credit'],
    ['Gemini, key', 400, { error: { code: 400, message: 'API key expired. Please renew the API key.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }, 'key-rejected'],
    ['Gemini, leaked key', 403, { error: { message: 'Your API key was reported as leaked.', status: 'PERMISSION_DENIED' } }, 'key-rejected'],
    ['Gemini, too long', 400, { error: { message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', status: 'INVALID_ARGUMENT' } }, 'context-too-long'],
    ['Gemini, as a list', 429, [{ error: { message: 'Quota', status: 'RESOURCE_EXHAUSTED' } }], 'rate-limited'],
    ['Qwen, overdue', 400, { error: { code: 'Arrearage', message: 'Access denied, please make sure your account is in good standing.' } }, 'out-of-credit'],
    ['Qwen, too long', 400, { error: { message: 'Range of input length should be [1, 30720]' } }, 'context-too-long'],
    ['Qwen, too often', 429, { error: { code: 'Throttling.RateQuota', message: 'Requests rate limit exceeded' } }, 'rate-limited'],
    ['Groq, more than a minute allows', 413, { error: { message: 'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000', type: 'tokens', code: 'rate_limit_exceeded' } }, 'context-too-long'],
    ['OpenAI, the same', 429, { error: { message: 'Request too large for m in organization o on tokens per min (TPM): Limit 10000, Requested 12000.', code: 'rate_limit_exceeded' } }, 'context-too-long'],
    ['Groq, a call that is none', 400, { error: { message: 'Failed to call a function.', code: 'tool_use_failed' } }, 'malformed-response'],
    ['Azure, no deployment', 404, { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } }, 'model-not-found'],
    ['OpenRouter, no endpoint', 404, { error: { message: 'No endpoints found for x/y.', code: 404 } }, 'model-not-found'],
    ['Ollama, no model', 404, { error: "model 'x' not found" }, 'model-not-found'],
    ['LM Studio, too long', 400, { error: 'Trying to keep the first 9000 tokens when context overflows.' }, 'context-too-long'],
    ['Anthropic, own limit', 400, { error: { type: 'invalid_request_error', message: 'You have reached your specified API usage limits.' } }, 'out-of-credit'],
    ['OpenAI, flagged', 400, { error: { code: 'invalid_prompt', message: 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.' } }, 'content-filtered'],
  ] as const)('%s', (_, status, body, code) => {
    expect(failureFromResponse({ status, headers: new Headers(), bodyText: JSON.stringify(body) }).code).toBe(code)
  })

  test('the limit is the one of the model, never what was asked for', () => {
    const limit = (message: string) => failureFromResponse({ status: 400, headers: new Headers(), bodyText: JSON.stringify({ error: { message } }) }).limit
    expect(limit('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).')).toBe(1_048_576)
    expect(limit('Range of input length should be [1, 30720]')).toBe(30_720)
  })
})
