import { describe, expect, test } from 'vitest'
import { failureSchema, type FailureCode } from '@shared/errors'
import { failureFromResponse, withoutKeys } from '@shared/providers/failure-from-response'
import { readRetryAfterMs } from '@shared/providers/retry-after'

const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  failureFromResponse({
    status,
    headers: new Headers(headers),
    bodyText: typeof body === 'string' ? body : JSON.stringify(body),
  })

const openAi = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, code, param: null },
})
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } })

describe('the closed list of failures', () => {
  const table: readonly (readonly [string, number, unknown, FailureCode])[] = [
    ['a wrong key', 401, openAi('Incorrect API key provided', 'invalid_api_key'), 'key-rejected'],
    ['a wrong key said with 400', 400, openAi('API key not valid. Please pass a valid API key.'), 'key-rejected'],
    [
      'no quota left, said with 429',
      429,
      openAi('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'),
      'out-of-credit',
    ],
    [
      'no credit left, said with 400',
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      'out-of-credit',
    ],
    ['payment required', 402, openAi('Insufficient Balance'), 'out-of-credit'],
    ['too many requests', 429, openAi('Rate limit reached', 'rate_limit_exceeded', 'requests'), 'rate-limited'],
    ['too many requests, no body', 429, '', 'rate-limited'],
    ['overloaded', 529, anthropic('overloaded_error', 'Overloaded'), 'overloaded'],
    ['loading a model', 503, openAi('Loading model', null, 'unavailable_error'), 'overloaded'],
    [
      'too long a prompt',
      400,
      anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      'context-too-long',
    ],
    [
      'too long a prompt and answer',
      400,
      anthropic('invalid_request_error', 'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000'),
      'context-too-long',
    ],
    ['a missing model', 404, openAi('The model `x` does not exist', 'model_not_found'), 'model-not-found'],
    ['a missing path, as JSON', 404, openAi('Invalid URL (POST /v1/v1/chat/completions)'), 'wrong-address'],
    ['a missing path, as text', 404, '404 page not found', 'wrong-address'],
    ['a missing path, as a page', 404, '<!doctype html><title>Not found</title>', 'wrong-address'],
    [
      'a country',
      403,
      openAi('Country, region, or territory not supported', 'unsupported_country_region_territory'),
      'region-blocked',
    ],
    ['no permission', 403, anthropic('permission_error', 'Not allowed'), 'permission'],
    ['a filter', 400, openAi('The response was filtered', 'content_filter'), 'content-filtered'],
    ['a bad request', 400, openAi("Unsupported parameter: 'max_tokens'", 'unsupported_parameter'), 'bad-request'],
    ['a message that only mentions a limit', 400, openAi('tools: rate limit is not a valid tool name'), 'bad-request'],
    ['a server error', 500, anthropic('api_error', 'Internal server error'), 'server-error'],
    ['a gateway page', 502, '<html><body>Bad Gateway</body></html>', 'server-error'],
    ['a gateway timeout', 504, '', 'timeout'],
    ['a redirect', 302, '', 'wrong-address'],
    ['a web page with 400', 400, '<html></html>', 'malformed-response'],
    ['an empty 400', 400, '', 'malformed-response'],
  ]

  test.each(table)('%s', (_, status, body, code) => {
    const failure = refusal(status, body)
    expect(failure.code).toBe(code)
    expect(failureSchema.parse(failure)).toEqual(failure)
  })

  test('the words of the provider are kept, a body that is none is cut at 200 characters', () => {
    expect(refusal(400, anthropic('invalid_request_error', 'temperature: too hot')).detail).toBe('temperature: too hot')
    expect(refusal(502, 'x'.repeat(50_000)).detail).toHaveLength(200)
    expect(refusal(400, openAi('y'.repeat(50_000))).detail).toHaveLength(1000)
  })

  test('the request id and the limit are kept', () => {
    expect(
      refusal(400, anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'), {
        'request-id': 'req_1',
      }),
    ).toMatchObject({
      limit: 200_000,
      requestId: 'req_1',
      status: 400,
    })
    expect(
      refusal(400, openAi("This model's maximum context length is 128,000 tokens. However, you requested 130000"))
        .limit,
    ).toBe(128_000)
  })

  test('SEC-1 a key that a server repeats does not come through', () => {
    for (const key of ['sk-proj-Abcdefgh12345678', 'gsk_Abcdefgh12345678', 'AIzaSyA1234567890abcdef']) {
      expect(withoutKeys(`Incorrect API key provided: ${key}. See the manual.`)).not.toContain(key.slice(4, 12))
    }
    expect(refusal(401, openAi('Incorrect API key provided: abcdefgh12345678.')).detail).toBe(
      'Incorrect API key provided: [key].',
    )
  })
})

describe('REP-127 how long to wait', () => {
  const now = 'Mon, 30 Nov 2026 12:00:00 GMT'
  const table: readonly (readonly [string, Record<string, string>, number | null])[] = [
    ['seconds', { 'retry-after': '17' }, 17_000],
    ['milliseconds win where they are more', { 'retry-after': '1', 'retry-after-ms': '1500' }, 1500],
    [
      'a date, held against the clock of the server',
      { 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT', date: now },
      30_000,
    ],
    ['a date in the past', { 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT', date: now }, 0],
    ['a date without the clock of the server', { 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT' }, null],
    ['garbage', { 'retry-after': 'soon' }, null],
    ['a negative number', { 'retry-after': '-5' }, null],
    ['a year', { 'retry-after': '31536000' }, 24 * 60 * 60 * 1000],
    ['nothing', {}, null],
  ]
  test.each(table)('%s', (_, headers, expected) => {
    expect(readRetryAfterMs(new Headers(headers))).toBe(expected)
  })
})
