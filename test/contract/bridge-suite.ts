import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '@shared/errors'
import { replySchema, routes, type RouteName } from '@shared/bridge/contract'
import type { WireFetch } from '../helpers/bridge-page'

/** A bridge as a test sees it: bytes cross as numbers, since a real page is in another process. */
export interface BridgeSubject {
  readonly surface: 'desktop' | 'browser'
  request(name: RouteName, input: unknown): Promise<unknown>
  putFile(bytes: readonly number[]): Promise<unknown>
  /** The bytes, or the reply where there are none. */
  getFile(hash: string): Promise<unknown>
  /** A key for a parcel, and what was sealed, as numbers. */
  receiveKey(): Promise<number[]>
  sealCredentials(ids: readonly string[], recipientKey: readonly number[], deviceName: string): Promise<number[] | { readonly failure: Failure }>
  receiveCredentials(sealed: readonly number[]): Promise<unknown>
  fetch(request: WireFetch): Promise<unknown>
  /** The same person's next start. */
  restart(): Promise<void>
  close(): Promise<void>
}

const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const hashOfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const inputs: Partial<Record<RouteName, unknown>> = {
  'app.openExternal': { url: 'file:///etc/passwd' },
  'app.setTheme': { theme: 'dark' },
  'app.setLanguage': { language: 'zh-CN' },
  'app.notify': { title: 'a', body: 'b' },
  'credentials.seal': { ids: ['k'], recipientKey: 'no bytes', deviceName: 'Phone' },
  'credentials.receive': { sealed: 'no bytes' },
  'sync.allowOrigin': { origin: 'https://sync.example' },
  'credentials.save': { id: 'shape', secret: null, urlPrefixes: ['http://127.0.0.1:9/v1'], scheme: 'none' },
  'credentials.remove': { id: 'shape' },
  'proxyLogins.save': { id: 'shape', proxy: { scheme: 'http', host: 'proxy.example', port: 8080 }, user: 'u', password: 'p' },
  'proxyLogins.remove': { id: 'shape' },
  'keyStorage.choose': { kind: 'passphrase', passphrase: 'short' },
  'keyStorage.unlock': { passphrase: 'x' },
  'files.put': {},
  'files.get': { hash: 'f'.repeat(64) },
  'files.remove': { hash: 'f'.repeat(64) },
  'snapshots.write': { lines: 'no header' },
  'snapshots.read': { id: 'missing' },
  'snapshots.remove': { id: 'missing' },
  'memoryMirror.write': { markdown: '#', json: '{}' },
}

/** What every bridge does alike; each implementation runs it. */
export function testBridgeContract(name: string, open: () => Promise<BridgeSubject>): void {
  describe(`the bridge contract: ${name}`, () => {
    let bridge: BridgeSubject
    let server: Server
    let base = ''
    const authorizations: (string | undefined)[] = []

    beforeAll(async () => {
      server = createServer((request, response) => {
        response.setHeader('access-control-allow-origin', '*')
        response.setHeader('access-control-allow-headers', '*, authorization')
        if (request.method === 'OPTIONS') return void response.end()
        authorizations.push(request.headers.authorization)
        if (request.url === '/v1/redirect') return void response.writeHead(307, { location: '/v1/echo' }).end()
        if (request.url === '/v1/cut') return void response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy())
        response.end(`你好 ${request.url}`)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      bridge = await open()
    })
    afterAll(async () => {
      await bridge.close()
      server.closeAllConnections()
      server.close()
    })

    test('the marker of a profile with data survives a restart', async () => {
      expect(await bridge.request('profile.status', {})).toEqual({ ok: true, value: { hasMarker: false } })
      await bridge.request('profile.mark', {})
      await bridge.restart()
      expect(await bridge.request('profile.status', {})).toEqual({ ok: true, value: { hasMarker: true } })
    })

    test('every route answers in the shape of the contract, whatever it answers', async () => {
      // Bytes do not cross to a test as bytes, and a page that starts again answers nothing.
      const isElsewhere = (route: RouteName) => route === 'files.get' || route === 'credentials.receiveKey' || route === 'app.reload'
      for (const route of (Object.keys(routes) as RouteName[]).filter((name) => !isElsewhere(name))) {
        const reply = await bridge.request(route, inputs[route] ?? {})
        expect([route, replySchema(routes[route].output).safeParse(reply).error?.message]).toEqual([route, undefined])
      }
    })

    test('SEC-3 input of another shape is a failure on every route', async () => {
      for (const route of Object.keys(routes) as RouteName[]) {
        for (const input of [null, 'x', 7, [], { unknown: 1 }]) {
          expect(await bridge.request(route, input)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
        }
      }
    })

    test('says what it runs on', async () => {
      expect(await bridge.request('app.info', {})).toMatchObject({ ok: true, value: { surface: bridge.surface, demoBaseUrl: null } })
    })

    test('a file is found by its content after a restart', async () => {
      expect(await bridge.putFile([97, 98, 99])).toEqual({ ok: true, value: { hash: hashOfAbc } })
      await bridge.restart()
      expect(await bridge.getFile(hashOfAbc)).toEqual([97, 98, 99])
      await bridge.request('files.remove', { hash: hashOfAbc })
      expect(await bridge.getFile(hashOfAbc)).toEqual({ ok: true, value: null })
    })

    test('a snapshot is listed and read after a restart, and gone when it is removed', async () => {
      const lines = `${JSON.stringify({ version: 1, createdAt: 1_790_000_000_000, messages: 3, sessions: 1 })}\n{"text":"你好"}\n`
      const written = (await bridge.request('snapshots.write', { lines })) as { ok: true; value: { id: string } }
      expect(written).toMatchObject({ ok: true, value: { createdAt: 1_790_000_000_000, messages: 3, sessions: 1, sizeBytes: new TextEncoder().encode(lines).length } })
      await bridge.restart()
      expect(await bridge.request('snapshots.list', {})).toEqual({ ok: true, value: [written.value] })
      expect(await bridge.request('snapshots.read', { id: written.value.id })).toEqual({ ok: true, value: lines })
      expect(await bridge.request('snapshots.remove', { id: written.value.id })).toEqual({ ok: true, value: null })
      expect(await bridge.request('snapshots.list', {})).toEqual({ ok: true, value: [] })
    })

    test('SEC-1 a saved key is used and never shown; SEC-2 it goes nowhere else', async () => {
      const saved = await bridge.request('credentials.save', { id: 'k', secret, urlPrefixes: [`${base}/v1`], scheme: 'bearer' })
      expect(saved).toEqual({ ok: true, value: { id: 'k', hasKey: true, hint: 'p3Vn', urlPrefixes: [`${base}/v1`], scheme: 'bearer' } })
      await bridge.restart()
      expect(JSON.stringify(await bridge.request('credentials.list', {}))).not.toContain(secret.slice(8, 16))
      const get = (path: string) => bridge.fetch({ credentialId: 'k', url: base + path, method: 'GET', headers: [], body: null })
      expect(await get('/v1/echo')).toMatchObject({ status: 200, text: '你好 /v1/echo' })
      expect(authorizations).toEqual([`Bearer ${secret}`])
      expect(await get('/v2/echo')).toMatchObject({ failure: { code: 'url-not-allowed' } })
      expect(await get('/v1/redirect')).toMatchObject({ failure: { code: expect.stringMatching(/^(url-not-allowed|network)$/) } })
      expect(authorizations).toHaveLength(2)
      expect(await bridge.request('credentials.save', { id: 'k', secret: null, urlPrefixes: ['https://evil.example'], scheme: 'bearer' })).toMatchObject({ ok: false, failure: { code: 'url-not-allowed' } })
      await bridge.request('credentials.remove', { id: 'k' })
      expect(await get('/v1/echo')).toMatchObject({ failure: { code: 'no-key' } })
    })

    test('SEC-1 a key crosses to another device sealed, and is opened by that device and once', async () => {
      await bridge.request('credentials.save', { id: 'sent', secret, urlPrefixes: [`${base}/v1`], scheme: 'bearer' })
      const recipientKey = await bridge.receiveKey()
      expect(recipientKey).toHaveLength(32)
      const sealed = await bridge.sealCredentials(['sent'], recipientKey, 'Phone')
      if (!Array.isArray(sealed)) throw new Error(sealed.failure.code)
      expect(Buffer.from(sealed).includes(secret.slice(8, 16))).toBe(false)
      expect(await bridge.sealCredentials(['sent', 'missing'], recipientKey, 'Phone')).toMatchObject({ failure: { code: 'no-key' } })
      await bridge.request('credentials.remove', { id: 'sent' })
      const flipped = sealed.map((byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte))
      expect(await bridge.receiveCredentials(flipped)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
      expect(await bridge.receiveCredentials(sealed)).toEqual({ ok: true, value: { ids: ['sent'] } })
      expect(await bridge.receiveCredentials(sealed)).toMatchObject({ ok: false, failure: { code: 'not-found' } })
      expect(await bridge.fetch({ credentialId: 'sent', url: `${base}/v1/echo`, method: 'GET', headers: [], body: null })).toMatchObject({ status: 200 })
      expect(await bridge.fetch({ credentialId: 'sent', url: `${base}/v2/echo`, method: 'GET', headers: [], body: null })).toMatchObject({ failure: { code: 'url-not-allowed' } })
      await bridge.request('credentials.remove', { id: 'sent' })
    })

    test('SEC-1 a proxy’s login is kept on the desktop and told to nobody; in a browser no proxy can be chosen', async () => {
      const proxy = { scheme: 'socks5', host: 'proxy.example', port: 1080 } as const
      const saved = await bridge.request('proxyLogins.save', { id: 'p', proxy, user: 'marie', password: 'Hn5vT8wQ2zR6yL1c' })
      await bridge.restart()
      const isDesktop = bridge.surface === 'desktop'
      expect(saved).toMatchObject(isDesktop ? { ok: true, value: { id: 'p', proxy } } : { ok: false, failure: { code: 'not-supported-here' } })
      expect(await bridge.request('proxyLogins.list', {})).toEqual({ ok: true, value: isDesktop ? [{ id: 'p', proxy }] : [] })
      expect(JSON.stringify(await bridge.request('credentials.list', {}))).not.toContain('proxy.example')
      await bridge.request('credentials.save', { id: 'through', secret: null, urlPrefixes: [`${base}/v1`], scheme: 'none' })
      const get = (way: { kind: 'none' } | { kind: 'server'; scheme: 'http'; host: string; port: number; loginId: string }) =>
        bridge.fetch({ credentialId: 'through', url: `${base}/v1/echo`, method: 'GET', headers: [], body: null, proxy: way })
      // SEC-2: a login for another proxy, and in a browser any proxy at all, sends nothing.
      expect(await get({ kind: 'server', scheme: 'http', host: 'other.example', port: 1080, loginId: 'p' })).toMatchObject({ failure: { code: isDesktop ? 'url-not-allowed' : 'not-supported-here' } })
      await bridge.request('proxyLogins.remove', { id: 'p' })
      expect(await bridge.request('proxyLogins.list', {})).toEqual({ ok: true, value: [] })
      const hosts = ['a;http=evil', 'a,b', 'a b', 'u@h', '[::1]', 'h/p', '', 'H']
      for (const host of hosts) expect([host, await bridge.request('proxyLogins.save', { id: 'p', proxy: { ...proxy, host }, user: 'u', password: 'p' })]).toMatchObject([host, { ok: false, failure: { code: 'invalid-input' } }])
    })

    test('SEC-3 a sync server is an origin of https or of this computer, and nothing that could widen the policy', async () => {
      const hostile = ['http://sync.example', 'https://sync.example/', 'https://*', 'https://a;script-src.example', "https://a'b", 'https://u@sync.example', 'https://[::1]', 'file://', 'https://sync.example; connect-src *', '']
      for (const origin of hostile) expect([origin, await bridge.request('sync.allowOrigin', { origin })]).toEqual([origin, { ok: false, failure: { code: 'url-not-allowed', stage: 'bridge' } }])
      for (const origin of ['https://sync.example:8443', 'http://127.0.0.1:8790', 'http://localhost:8790', null]) {
        expect(await bridge.request('sync.allowOrigin', { origin })).toMatchObject({ ok: true })
      }
    })

    test('a passphrase locks the keys at the next start until it is given', async () => {
      await bridge.request('keyStorage.choose', { kind: 'passphrase', passphrase: 'correct horse' })
      await bridge.request('credentials.save', { id: 'p', secret, urlPrefixes: [`${base}/v1`], scheme: 'bearer' })
      await bridge.restart()
      const get = () => bridge.fetch({ credentialId: 'p', url: `${base}/v1/echo`, method: 'GET', headers: [], body: null })
      expect(await bridge.request('keyStorage.state', {})).toEqual({ ok: true, value: { kind: 'passphrase', name: null, isLocked: true } })
      expect(await get()).toMatchObject({ failure: { code: 'key-storage-unavailable' } })
      expect(await bridge.request('keyStorage.unlock', { passphrase: 'wrong horse' })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
      expect(await bridge.request('keyStorage.unlock', { passphrase: 'correct horse' })).toMatchObject({ ok: true })
      expect(await get()).toMatchObject({ status: 200 })
    }, 60_000)
  })
}
