import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxRequestBytes, replySchema, routes, type RouteName } from '@shared/bridge/contract'
import { sizeOf } from '../../../electron/ipc-router'
import { appFrame, createDesktopRouter } from '../../helpers/desktop-router'

let parent = ''
let folder = ''

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'commonplace-router-'))
  folder = join(parent, 'data')
})

const invalid = { ok: false, failure: { code: 'invalid-input', stage: 'bridge' } }
const names = Object.keys(routes) as RouteName[]

describe('what main listens to', () => {
  test.each([
    ['a null frame', null],
    ['no frame', undefined],
    ['a frame inside the page', { url: 'app://commonplace/', parent: appFrame }],
    ['another origin', { url: 'https://example.com/', parent: null }],
    ['another host of the scheme', { url: 'app://evil/', parent: null }],
    ['an opaque page', { url: 'about:blank', parent: null }],
  ])('SEC-3 %s is refused on every route', async (_name, frame) => {
    const { router } = createDesktopRouter(folder)
    for (const name of names) expect(await router(frame, { name, input: {} })).toMatchObject(invalid)
  })

  test.each([
    ['an unknown route', { name: 'app.run', input: {} }],
    ['a name of the prototype', { name: 'constructor', input: {} }],
    ['__proto__', { name: '__proto__', input: {} }],
    ['a name that is no text', { name: ['app.info'], input: {} }],
    ['nothing', undefined],
    ['a text', 'app.info'],
    ['no input', { name: 'app.info' }],
    ['a field too many', { name: 'app.info', input: { extra: 1 } }],
    ['a path as a hash', { name: 'files.get', input: { hash: '../../etc/passwd' } }],
    ['a path as a snapshot', { name: 'snapshots.read', input: { id: '../credentials' } }],
    ['a path as a credential', { name: 'credentials.remove', input: { id: '../x' } }],
  ])('SEC-3 %s is invalid input', async (_name, message) => {
    expect(await createDesktopRouter(folder).router(appFrame, message)).toMatchObject(invalid)
  })

  test('SEC-3 what is too large is refused before it is looked at', async () => {
    const { router } = createDesktopRouter(folder)
    const input = { bytes: new Uint8Array(maxRequestBytes + 1) }
    expect(await router(appFrame, { name: 'files.put', input })).toMatchObject(invalid)
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(sizeOf(loop)).toBeLessThan(100)
  })

  test('SEC-3 a handler that throws becomes a failure without its words, and a log line', async () => {
    const boom = () => {
      throw new Error('secret sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn')
    }
    const { request, logged } = createDesktopRouter(folder, { info: boom, discoverLocal: () => Promise.reject(new Error('x')) })
    expect(await request('app.info', {})).toEqual({ ok: false, failure: { code: 'internal', stage: 'bridge' } })
    expect(await request('models.discoverLocal', {})).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(logged).toEqual(['a request failed: Error secret [redacted]', 'a request failed: Error x'])
  })

  test('SEC-1 a field that the contract does not name never reaches the page', async () => {
    const leaky = { ...createDesktopRouter(folder).vault, list: async () => [{ id: 'k', hasKey: true, hint: null, urlPrefixes: ['https://a.b/'], scheme: 'bearer' as const, secret: 'x' }] }
    expect(await createDesktopRouter(folder, { vault: leaky }).request('credentials.list', {})).toMatchObject({ ok: false, failure: { code: 'internal' } })
  })

  test('app.openExternal hands over web and mail addresses only', async () => {
    const { request, opened } = createDesktopRouter(folder)
    const urls = ['https://example.com/', 'file:///etc/passwd', 'javascript:1', 'ms-msdt:/id', 'mailto:a@b.c']
    const codes = await Promise.all(urls.map((url) => request('app.openExternal', { url })))
    expect(codes.map((reply) => (reply as { ok: boolean }).ok)).toEqual([true, false, false, false, true])
    expect(opened).toEqual(['https://example.com/', 'mailto:a@b.c'])
  })
})

test('SEC-3 no input makes a route throw, break its contract, or touch a file outside its folder (random)', async () => {
  const hostileText = fc.constantFrom('', '..', '../../x', '/etc/passwd', 'C:\\x', '\u0000', 'file:///x', 'https://a.b/', 'http://127.0.0.1:1/', '\ud800', '{}', 'a'.repeat(64), '0'.repeat(64))
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      hostileText,
      fc.string(),
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, undefined, true, Number.NaN),
      fc.uint8Array({ maxLength: 8 }),
      fc.date(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 4 }), tie('any'), { maxKeys: 3 }),
    ),
  })).any
  const fields = ['url', 'theme', 'language', 'title', 'body', 'id', 'secret', 'urlPrefixes', 'scheme', 'kind', 'passphrase', 'bytes', 'hash', 'lines', 'markdown', 'json', 'ids', 'recipientKey', 'deviceName', 'sealed', 'origin', '__proto__']
  const shaped = fc.dictionary(fc.constantFrom(...fields), fc.oneof(value, fc.constantFrom('bearer', 'none', 'until-quit', 'dark', 'en'), fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constant(['k'])), { maxKeys: 5 })
  const { router, opened } = createDesktopRouter(folder)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.oneof(value, shaped), async (name, input) => {
      const reply = await router(appFrame, { name, input })
      expect(replySchema(routes[name].output).safeParse(reply).success).toBe(true)
    }),
    { seed: 20261130, numRuns: 1500 },
  )
  expect(opened.filter((url) => !/^(https?|mailto):/.test(url))).toEqual([])
  expect((await readdir(parent)).filter((name) => name !== 'data')).toEqual([])
}, 60_000)
