import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proxySchemes, proxyLoginSchema, proxyOrigin, proxySchema } from '@shared/bridge/proxy'
import { parseProxyText, proxyHostOf } from '@shared/bridge/proxy-text'
import { keptLogin, proxyDraftOf, proxyProblem } from '@renderer/state/proxy-draft'

describe('a proxy as it is pasted', () => {
  test.each([
    ['socks5://user:pass@host.example:1080', 'socks5 host.example 1080 user pass'],
    [' "socks5h://user:p%40ss@host.example" \n', 'socks5 host.example 1080 user p@ss'],
    ['http://10.0.0.1:3128/', 'http 10.0.0.1 3128  '],
    ['https://Proxy.Example', 'https proxy.example 443  '],
    ['proxy.example:8080', 'http proxy.example 8080  '],
    ['user:pass@proxy.example:8080', 'http proxy.example 8080 user pass'],
    ['proxy.example:8080:user:pass', 'http proxy.example 8080 user pass'],
    ['user:p@ss%zz@proxy.example:8080', 'http proxy.example 8080 user p@ss%zz'],
    ['socks://[2001:db8::1]:1080', 'socks5 2001:db8::1 1080  '],
    ['http://münchen.example:8080', 'http xn--mnchen-3ya.example 8080  '],
  ])('%s', (text, expected) => {
    const pasted = parseProxyText(text)
    expect(pasted && `${pasted.scheme} ${pasted.host} ${pasted.port} ${pasted.user} ${pasted.password}`).toBe(expected)
  })

  test.each(['', 'proxy.example', 'ftp://host:21', 'http://host:99999', 'http://host:0', 'socks4://host:1080', 'http://a;b:80', 'vmess://abc', '你好'])('%s is none', (text) => {
    expect(parseProxyText(text)).toBeNull()
  })

  test('every proxy with every login comes back from its own address', () => {
    const host = fc.constantFrom('proxy.example', '10.1.2.3', '2001:db8::7', 'p-1.example')
    const word = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => proxyLoginSchema.safeParse({ user: 'u', password: text }).success)
    const user = word.filter((text) => text !== '' && !text.includes(':'))
    fc.assert(
      fc.property(fc.constantFrom(...proxySchemes), host, fc.integer({ min: 1, max: 65_535 }), user, word, (scheme, name, port, name2, password) => {
        const origin = proxyOrigin({ scheme, host: name, port })
        const text = origin.replace('://', `://${encodeURIComponent(name2)}:${encodeURIComponent(password)}@`).replaceAll("'", '%27')
        expect(parseProxyText(text)).toEqual({ scheme, host: name, port, user: name2, password })
      }),
    )
  })

  test('SEC-3 no text becomes a host that could widen a rule', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const host = proxyHostOf(text)
        expect(host === null || /^[a-z0-9._:-]+$/.test(host)).toBe(true)
      }),
    )
  })
})

describe('a proxy in its form', () => {
  const stored = proxySchema.parse({ kind: 'server', scheme: 'socks5', host: 'proxy.example', port: 1080, loginId: 'login' })

  test('SEC-2 a stored login stays with its own proxy', () => {
    const draft = proxyDraftOf(stored)
    expect(keptLogin(draft)).toBe('login')
    expect(keptLogin({ ...draft, host: ' Proxy.example ' })).toBe('login')
    const others = [{ ...draft, port: '1081' }, { ...draft, scheme: 'http' as const }, { ...draft, host: 'other.example' }, { ...draft, user: 'me' }]
    expect(others.map(keptLogin)).toEqual([null, null, null, null])
  })

  test('the first field that is wrong is named', () => {
    const draft = proxyDraftOf(stored)
    const problems = [draft, { ...draft, host: '' }, { ...draft, port: '' }, { ...draft, port: '70000' }, { ...draft, user: 'a:b' }, { ...draft, password: 'x' }, { ...draft, user: 'a', password: 'x'.repeat(256) }]
    expect(problems.map(proxyProblem)).toEqual([null, 'host', 'port', 'port', 'user', 'user', 'password'])
    expect(proxyProblem({ ...draft, kind: 'none', host: '' })).toBeNull()
  })
})
