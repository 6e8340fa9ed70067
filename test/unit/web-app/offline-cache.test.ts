import { expect, test } from 'vitest'
import { createOfflineCache } from '../../../renderer/service-worker/offline-cache'
import type { OfflineList } from '../../../renderer/service-worker/offline-list'

const scope = 'https://home.example/notes/'
const list: OfflineList = { version: 'b2', entry: 'assets/index-Bbbbbbb2.js', files: ['assets/index-Bbbbbbb2.js', 'assets/memory-Cccccccc.js', 'icon.png'] }
const pageOf = (entry: string): string => `<meta name="commonplace-demo" content="" /><script type="module" crossorigin src="./${entry}"></script>`
const page = pageOf(list.entry)
const html = (body: string, status = 200): Response => new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
const signIn = (): Response => html('<title>Hotel</title><form action="/login"><input name="room" /></form>')

/** Caches in memory, oldest first, as a browser lists them. */
function makeCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return Promise.resolve({
      put: (url: string, response: Response) => Promise.resolve(void store.set(url, response)),
      match: (url: string) => Promise.resolve(store.get(url)?.clone()),
    })
  }
  const caches = {
    open,
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    match: (url: string) => Promise.resolve([...stores.values()].map((store) => store.get(url)).find((found) => found !== undefined)?.clone()),
  } as unknown as CacheStorage
  return { caches, stores }
}

type Serve = (url: string, init: RequestInit) => Response | Promise<Response>

function make(serve: Serve) {
  const fetched: string[] = []
  const { caches, stores } = makeCaches()
  const server = { serve }
  const fetch = async (url: string, init: RequestInit) => {
    fetched.push(url)
    return server.serve(url, init)
  }
  const cache = createOfflineCache({ caches, fetch, scope, list })
  const ask = (path: string, mode: RequestMode = 'no-cors', method = 'GET') => cache.answer({ url: new URL(path, scope).href, method, mode })
  return { cache, ask, fetched, stores, server }
}

const online: Serve = (url) => (url === scope ? html(page) : new Response(`file ${url}`))
const offline: Serve = () => Promise.reject(new TypeError('no network'))
const textOf = async (answer: Promise<Response> | null) => (answer === null ? null : (await answer).text())

test('without a network the page and its files are those of the build that was kept', async () => {
  const { cache, ask, server } = make(online)
  await cache.install()
  server.serve = offline
  expect(await textOf(ask('', 'navigate'))).toBe(page)
  expect(await textOf(ask('index.html?recovery#/x', 'navigate'))).toBe(page)
  expect(await textOf(ask('assets/memory-Cccccccc.js'))).toBe(`file ${scope}assets/memory-Cccccccc.js`)
  expect(await textOf(ask('icon.png'))).toBe(`file ${scope}icon.png`)
})

test.each([
  ['a proxy that fails', () => new Response('Bad gateway', { status: 502 })],
  ['a page that is gone', () => new Response('', { status: 404 })],
  ['a sign-in page that answers everything', signIn],
  ['a page that breaks off', () => new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut')) }), { headers: { 'content-type': 'text/html' } })],
  ['a word of a proxy', () => new Response('OK')],
] as const)('%s does not take the app away', async (_name, serve) => {
  const { cache, ask, server } = make(online)
  await cache.install()
  server.serve = serve
  expect(await textOf(ask('', 'navigate'))).toBe(page)
})

test('with a network the page is the server’s, asked for without what was shared', async () => {
  const { cache, ask, fetched, server } = make(online)
  await cache.install()
  const newer = pageOf('assets/index-Nnnnnnn3.js')
  server.serve = () => html(newer)
  fetched.length = 0
  expect(await textOf(ask('?share-text=secret', 'navigate'))).toBe(newer)
  expect(fetched).toEqual([scope])
})

test('only the page and files of the build are answered; what the server keeps for devices is never touched', () => {
  const { ask } = make(offline)
  for (const path of ['api/v1/info', 'sync/room', 'healthz', 'metrics', 'other.png']) expect([path, ask(path)]).toEqual([path, null])
  expect([ask('metrics', 'navigate'), ask('https://api.openai.com/v1/models'), ask('', 'navigate', 'POST'), ask('https://home.example/assets/a-Aaaaaaaa.js')]).toEqual([null, null, null, null])
})

test('a page of another build, or a missing file, is no version: nothing half is kept', async () => {
  const other = make((url) => url === scope ? html(pageOf('assets/index-Zzzzzzz9.js')) : new Response('x'))
  await expect(other.cache.install()).rejects.toThrow()
  const missing = make((url) => (url === scope ? html(page) : new Response('', { status: url.endsWith('icon.png') ? 404 : 200 })))
  await expect(missing.cache.install()).rejects.toThrow()
  expect([[...other.stores.keys()], [...missing.stores.keys()]]).toEqual([[], []])
})

test('a newer version takes what has not changed from the older one, and windows of that one keep their files', async () => {
  const { cache, ask, fetched, stores, server } = make(online)
  const old = new Map([[`${scope}assets/memory-Cccccccc.js`, new Response('kept')], [`${scope}assets/old-Aaaaaaaa.js`, new Response('of the old build')]])
  stores.set('commonplace-a0', new Map())
  stores.set('commonplace-a1', old)
  stores.set('another-app', new Map())
  await cache.install()
  await cache.tidy()
  expect(fetched).not.toContain(`${scope}assets/memory-Cccccccc.js`)
  expect([...stores.keys()]).toEqual(['commonplace-a1', 'another-app', 'commonplace-b2'])
  server.serve = offline
  expect(await textOf(ask('assets/old-Aaaaaaaa.js'))).toBe('of the old build')
})

test('a grammar that is needed once is there afterwards without a network', async () => {
  const { ask, server } = make(online)
  await ask('assets/rust-Dddddddd.js')
  server.serve = offline
  expect(await textOf(ask('assets/rust-Dddddddd.js'))).toBe(`file ${scope}assets/rust-Dddddddd.js`)
})

test('SYN-8 what a sign-in page answers in the place of files is kept neither as a version nor as a file', async () => {
  for (const answers of [signIn, (url: string) => (url === scope ? html(page) : signIn())]) {
    const portal = make(answers)
    await expect(portal.cache.install()).rejects.toThrow()
    expect([...portal.stores.keys()]).toEqual([])
  }
  const { cache, ask, server } = make(online)
  await cache.install()
  server.serve = signIn
  expect(await textOf(ask('icon.png'))).toBe(`file ${scope}icon.png`)
  await ask('assets/rust-Dddddddd.js')
  server.serve = online
  expect(await textOf(ask('assets/rust-Dddddddd.js'))).toBe(`file ${scope}assets/rust-Dddddddd.js`)
})

test('a login that a proxy sends the browser to is gone to', async () => {
  const { cache, ask, server } = make(online)
  await cache.install()
  const redirect = Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
  server.serve = () => redirect
  expect(await ask('', 'navigate')).toBe(redirect)
})
