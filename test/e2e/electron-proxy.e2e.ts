import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Proxy, ProxyAddress, ProxyScheme } from '@shared/bridge/proxy'
import { makeBridgeApp, type BridgeApp, type StartedBridgeApp } from '../helpers/bridge-app'
import { freePort } from '../helpers/free-port'
import { findLeaks } from '../helpers/leak-scan'
import { startBrokenProxy, startHttpProxy, startSocksProxy, testTls, type TestProxy } from '../helpers/proxies'

const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const login = { user: 'marie', password: 'Hn5vT8wQ2zR6yL1c' }

let bridgeApp: BridgeApp
let running: StartedBridgeApp
let profile = ''
let secureBase = ''
let plainBase = ''
const seen: string[] = []
let writtenBytes = 0
let isClosed = false
const servers: Server[] = []

function answer(request: IncomingMessage, response: ServerResponse): void {
  seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'} ${request.headers['proxy-authorization'] ?? '-'} ${request.headers.cookie ?? '-'}`)
  if (request.url === '/v1/redirect') return void response.writeHead(307, { location: '/v1/echo' }).end()
  if (request.url === '/v1/endless') return endless(response)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => response.writeHead(200, { 'set-cookie': 'a=b', 'cache-control': 'max-age=600' }).end(`echo ${Buffer.concat(chunks).toString()}`))
}

function endless(response: ServerResponse): void {
  writtenBytes = 0
  isClosed = false
  response.on('close', () => (isClosed = true))
  const more = () => {
    while (writtenBytes < 200_000_000 && !isClosed) {
      writtenBytes += 65_536
      if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
    }
  }
  more()
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  secureBase = `https://localhost:${await listen(createSecureServer(testTls, answer))}/v1`
  plainBase = `http://127.0.0.1:${await listen(createHttpServer(answer))}/v1`
  bridgeApp = await makeBridgeApp()
  profile = await mkdtemp(join(tmpdir(), 'commonplace-proxy-'))
  running = await bridgeApp.start(profile)
  // A person would have this certificate in the system's store.
  await running.app.evaluate(({ app, session }) => {
    const trust = (trusting: typeof session.defaultSession) => trusting.setCertificateVerifyProc(({ hostname }, done) => done(hostname === 'localhost' ? 0 : -3))
    trust(session.defaultSession)
    app.on('session-created', trust)
  })
  await running.page.evaluate(async ([key, secure, plain]) => {
    await window.bridgePage.request('keyStorage.choose', { kind: 'passphrase', passphrase: 'correct horse' })
    await window.bridgePage.request('credentials.save', { id: 'k', secret: key, urlPrefixes: [secure, plain], scheme: 'bearer' })
  }, [secret, secureBase, plainBase] as const)
})

afterAll(async () => {
  await running.close()
  await bridgeApp.remove()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

const post = (base: string, proxy: Proxy, body = 'hello', path = '/echo') =>
  running.page.evaluate((request) => window.bridgePage.fetch(request), { credentialId: 'k', url: base + path, method: 'POST' as const, headers: [], body, proxy })

const addressOf = (scheme: ProxyScheme, { port }: Pick<TestProxy, 'port'>): ProxyAddress => ({ scheme, host: 'localhost', port })
const serverOf = (address: ProxyAddress, loginId: string | null): Proxy => ({ kind: 'server', ...address, loginId })
const saveLogin = (id: string, proxy: ProxyAddress, { user, password } = login) =>
  running.page.evaluate((input) => window.bridgePage.request('proxyLogins.save', input), { id, proxy, user, password })

interface Kind {
  readonly name: string
  readonly scheme: ProxyScheme
  readonly hasLogin: boolean
  readonly start: () => Promise<TestProxy>
}

const kinds: readonly Kind[] = [
  { name: 'http', scheme: 'http', hasLogin: false, start: () => startHttpProxy() },
  { name: 'http with a login', scheme: 'http', hasLogin: true, start: () => startHttpProxy({ login }) },
  { name: 'https', scheme: 'https', hasLogin: false, start: () => startHttpProxy({ isSecure: true }) },
  { name: 'https with a login', scheme: 'https', hasLogin: true, start: () => startHttpProxy({ isSecure: true, login }) },
  { name: 'socks5', scheme: 'socks5', hasLogin: false, start: () => startSocksProxy() },
  { name: 'socks5 with a login', scheme: 'socks5', hasLogin: true, start: () => startSocksProxy({ login }) },
]

describe.each(kinds)('a proxy of kind $name', ({ name, scheme, hasLogin, start }) => {
  let proxy: TestProxy
  let way: Proxy
  const id = name.replace(/\W/g, '-')

  beforeAll(async () => {
    proxy = await start()
    if (hasLogin) expect(await saveLogin(id, addressOf(scheme, proxy))).toMatchObject({ ok: true })
    way = serverOf(addressOf(scheme, proxy), hasLogin ? id : null)
  })
  afterAll(() => proxy.close())

  test('PRV-13 a call reaches the service through it and through nothing else, with the key and without the proxy’s login', async () => {
    for (const base of [secureBase, plainBase]) {
      seen.length = 0
      proxy.passed.length = 0
      expect(await post(base, way, '你好')).toMatchObject({ status: 200, text: 'echo 你好' })
      expect(seen).toEqual([`POST /v1/echo Bearer ${secret} - -`])
      expect(proxy.passed).toEqual([new URL(base).host])
    }
  })

  test('PRV-13 it keeps no cookie and no cache, follows no redirect', async () => {
    seen.length = 0
    const get = (path: string) => running.page.evaluate((request) => window.bridgePage.fetch(request), { credentialId: 'k', url: secureBase + path, method: 'GET' as const, headers: [], body: null, proxy: way })
    await get('/echo')
    await get('/echo')
    expect(await get('/redirect')).toMatchObject({ failure: { code: 'url-not-allowed' } })
    expect(seen).toEqual([`GET /v1/echo Bearer ${secret} - -`, `GET /v1/echo Bearer ${secret} - -`, `GET /v1/redirect Bearer ${secret} - -`])
  })

  test('PRV-13 an unread answer waits at the service, and an aborted one closes its connection', async () => {
    const read = await running.page.evaluate(
      ([url, proxied]) => window.bridgePage.readSome({ credentialId: 'k', url, method: 'GET', headers: [], body: null, proxy: proxied }, 100_000, 1000),
      [`${secureBase}/endless`, way] as const,
    )
    expect(read).toBeLessThan(400_000)
    expect(writtenBytes).toBeLessThan(40_000_000)
    await expect.poll(() => isClosed).toBe(true)
  })

  test('PRV-13 a host that the proxy cannot reach is the proxy’s failure, and its name is looked up there alone', async () => {
    const nowhere = 'https://nowhere.invalid/v1'
    await running.page.evaluate((base) => window.bridgePage.request('credentials.save', { id: 'nowhere', secret: null, urlPrefixes: [base], scheme: 'none' }), nowhere)
    proxy.passed.length = 0
    const reply = await running.page.evaluate((request) => window.bridgePage.fetch(request), { credentialId: 'nowhere', url: `${nowhere}/x`, method: 'GET' as const, headers: [], body: null, proxy: way })
    expect(reply).toMatchObject({ failure: { code: 'proxy-failed', detail: expect.stringMatching(/proxy/) } })
    expect(new Set(proxy.passed)).toEqual(new Set(['nowhere.invalid:443']))
  })
})

describe.each(kinds.filter(({ hasLogin }) => hasLogin))('a proxy of kind $name that was given a wrong one', ({ name, scheme, start }) => {
  test('PRV-13 it is the login that is wrong', async () => {
    const proxy = await start()
    const address = addressOf(scheme, proxy)
    const id = `${name.replace(/\W/g, '-')}-wrong`
    await saveLogin(id, address, { user: 'marie', password: 'not this one' })
    for (const base of [secureBase, plainBase]) {
      expect([base, await post(base, serverOf(address, id))]).toMatchObject([base, { failure: { code: 'proxy-login' } }])
    }
    expect([proxy.passed, proxy.refused() > 0]).toEqual([[], true])
    await proxy.close()
  })
})

describe('the ways to a service', () => {
  test('PRV-13 as the system is set and none go straight, beside a provider with a proxy', async () => {
    for (const kind of ['system', 'none'] as const) {
      seen.length = 0
      expect(await post(secureBase, { kind })).toMatchObject({ status: 200, text: 'echo hello' })
      expect(seen).toHaveLength(1)
    }
    expect(await running.app.evaluate(({ session }) => session.defaultSession.resolveProxy('https://service.invalid/'))).toBe('DIRECT')
  })

  test('PRV-13 a proxy that is down, or is none, is told apart from the service', async () => {
    const broken = await startBrokenProxy('220 mail.example ESMTP\r\n')
    const down = { port: await freePort() }
    for (const scheme of ['http', 'https', 'socks5'] as const) {
      for (const base of [secureBase, plainBase]) {
        expect([scheme, base, await post(base, serverOf(addressOf(scheme, down), null))]).toMatchObject([scheme, base, { failure: { code: 'proxy-failed' } }])
      }
      expect([scheme, await post(plainBase, serverOf(addressOf(scheme, broken), null))]).toMatchObject([scheme, { failure: { code: 'proxy-failed' } }])
    }
    for (const [id, at] of [['down', down], ['broken', broken]] as const) {
      await saveLogin(id, addressOf('socks5', at))
      expect([id, await post(secureBase, serverOf(addressOf('socks5', at), id))]).toMatchObject([id, { failure: { code: 'proxy-failed' } }])
    }
    await broken.close()
  })

  test('SEC-2 a login goes to no other proxy, and a key in plain http to no proxy of another computer', async () => {
    const [first, second] = [await startHttpProxy({ login }), await startHttpProxy({ login })]
    await saveLogin('bound', addressOf('http', first))
    expect(await post(secureBase, serverOf(addressOf('http', second), 'bound'))).toMatchObject({ failure: { code: 'url-not-allowed' } })
    expect([second.refused(), second.passed]).toEqual([0, []])
    expect(await post(plainBase, { kind: 'server', scheme: 'http', host: 'proxy.example', port: 8080, loginId: null })).toMatchObject({ failure: { code: 'url-not-allowed' } })
    await Promise.all([first.close(), second.close()])
  })

  test('SEC-1 no file of the profile, and nothing the page is told, holds a key or a login', async () => {
    const listed = JSON.stringify(await running.page.evaluate(async () => [await window.bridgePage.request('proxyLogins.list', {}), await window.bridgePage.request('credentials.list', {})]))
    expect(listed).toContain('socks5')
    expect([listed.includes(login.password.slice(0, 4)), listed.includes(login.user)]).toEqual([false, false])
    await running.close()
    expect([findLeaks(profile, secret, 'sk-proj-'), findLeaks(profile, login.password, '')]).toEqual([[], []])
    running = await bridgeApp.start(profile)
  })
})
