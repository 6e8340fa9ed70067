import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCredentialUrl, prefixFailure, requestHeaders, responseHeaders } from '@shared/bridge/credential-url'

const prefixes = ['https://api.example.com/v1', 'http://127.0.0.1:11434/api/']

describe('where a key may go', () => {
  test.each([
    'https://api.example.com/v1',
    'https://api.example.com/v1/',
    'https://api.example.com/v1/models?limit=5',
    'https://API.example.com:443/v1/chat/completions',
    'https://api.example.com/v1/models/a%2Fb',
    'https://api.example.com/x/../v1/models',
    'http://127.0.0.1:11434/api/tags',
    'http://127.0.0.1:11434/api',
  ])('SEC-2 allowed: %s', (url) => {
    expect(checkCredentialUrl(url, prefixes).ok).toBe(true)
  })

  test.each([
    'https://api.example.com/',
    'https://api.example.com/v10/models',
    'https://api.example.com/v1beta',
    'https://api.example.com/V1/models',
    'https://api.example.com/v1/../admin',
    'https://api.example.com/v1/%2e%2e/admin',
    'https://api.example.com/v1/..%2fadmin',
    'https://api.example.com/v1/..%5cadmin',
    'https://api.example.com/v1/%252e%252e/admin',
    'https://api.example.com/v1/%252e%252e%252fadmin',
    'https://api.example.com/v1/x%00',
    'https://api.example.com/v1/%',
    'https://api.example.com:8443/v1/models',
    'https://api.example.com.evil.com/v1/models',
    'https://evil.com/https://api.example.com/v1',
    'https://api.example.com@evil.com/v1/models',
    'https://user:pass@api.example.com/v1/models',
    'https://api.example.com\\@evil.com/v1',
    'http://api.example.com/v1/models',
    'http://127.0.0.1:11435/api/tags',
    'http://127.0.0.1.evil.com:11434/api',
    'http://localhost:11434/api/tags',
    'ftp://api.example.com/v1',
    'file:///v1',
    'javascript:1',
    '',
  ])('SEC-2 refused: %s', (url) => {
    expect(checkCredentialUrl(url, prefixes)).toMatchObject({ ok: false, failure: { code: 'url-not-allowed' } })
  })

  test.each([
    ['https://api.example.com', true],
    ['http://localhost:1234/v1', true],
    ['http://[::1]:8080/v1', true],
    ['http://192.168.1.5:11434/v1', false],
    ['http://api.example.com/v1', false],
    ['https://key@api.example.com', false],
    ['https://api.example.com/v1?key=1', false],
    ['https://api.example.com/v1#x', false],
    ['app://commonplace/', false],
    ['nonsense', false],
  ])('SEC-2 a base address that may be saved with a key: %s %s', (prefix, isFine) => {
    expect(prefixFailure(prefix) === null).toBe(isFine)
  })

  test('SEC-2 whatever is accepted has the origin and the folder of a prefix (random)', () => {
    const piece = fc.constantFrom('https://', 'http://', 'api.example.com', 'evil.com', '/', '/v1', '..', '%2e', '%2f', '@', ':', '\\', '?', '#', 'a', '%25', ' ')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        for (const url of [pieces.join(''), `https://api.example.com/v1${pieces.join('')}`]) {
          const checked = checkCredentialUrl(url, ['https://api.example.com/v1'])
          if (checked.ok) expect(checked.value.href).toMatch(/^https:\/\/api\.example\.com\/v1($|[/?])/)
        }
      }),
      { seed: 7, numRuns: 3000 },
    )
  })
})

describe('what a request carries', () => {
  test('SEC-2 the page sets no key of its own, no cookie and nothing of the connection', () => {
    const set = ['Authorization', 'X-API-Key', 'api-key', 'Cookie', 'Host', 'Origin', 'Proxy-Authorization', 'Sec-Fetch-Site', 'Content-Length', 'x-stainless-os']
    const headers = [...set.map((name): [string, string] => [name, 'mine']), ['Content-Type', 'application/json'] as [string, string]]
    expect(requestHeaders(headers, 'bearer', 'key')).toEqual({ ok: true, value: [['content-type', 'application/json'], ['authorization', 'Bearer key']] })
    expect(requestHeaders(headers, 'x-api-key', 'key')).toEqual({ ok: true, value: [['content-type', 'application/json'], ['x-api-key', 'key']] })
    expect(requestHeaders(headers, 'none', null)).toEqual({ ok: true, value: [['content-type', 'application/json']] })
  })

  test.each([[['a b', 'x']], [['', 'x']], [['a', 'x\r\nb: c']], [['a', '\u0000']], [['a', '字']]] as [[string, string]][])('a header that cannot be sent is refused: %j', (header) => {
    expect(requestHeaders([header], 'none', null)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  })

  test('cookies of the service do not reach the page', () => {
    expect(responseHeaders([['Set-Cookie', 'a'], ['set-cookie2', 'b'], ['x-request-id', 'r']])).toEqual([['x-request-id', 'r']])
  })
})
