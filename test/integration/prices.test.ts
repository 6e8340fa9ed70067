import 'fake-indexeddb/auto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { liveQuery } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchCatalogue, publicCatalogueUrl } from '@shared/bridge/catalogue-fetch'
import { usdPrice } from '@shared/providers/usd-price'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { defaultSettings, type Settings } from '@shared/settings'
import { CommonplaceDb } from '@renderer/db/schema'
import { createStorageGuard } from '@renderer/db/storage-guard'
import { openCatalogue } from '@renderer/state/catalogue'
import { createPrices } from '@renderer/state/prices'
import { createCatalogueSource } from '../../electron/catalogue-source'

const provider: ModelProvider = {
  ...plainAccess,
  ...{ id: 'p', preset: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', api: 'openai-responses', credentialId: 'c', models: [], checkedAt: null, createdAt: 1 },
}
const model = { id: 'gpt-5', addedByHand: false }
const ref = { modelProviderId: 'p', modelId: 'gpt-5' }

/** A file of models.dev's shape that says other prices, by a factor. */
const tableFile = (times: number): string =>
  JSON.stringify(
    Object.fromEntries(
      [...bundledTable.services].filter(([name]) => name !== 'alibaba-cn').map(([name, models]) => [
        name,
        { models: Object.fromEntries([...models.values()].map(({ id, price }) => [id, { name: id, cost: price === null ? undefined : { input: (price.rates.input / 1e6) * times, output: (price.rates.output / 1e6) * times } }])) },
      ]),
    ),
  )

let server: Server
let body: string
let asked: { url: string | undefined; headers: unknown }[]
let here: string

beforeEach(async () => {
  asked = []
  body = tableFile(2)
  server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    if (request.url === '/moved.json') response.writeHead(302, { location: 'https://elsewhere.example.org/' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** The network as it is here: every https host is the server above. */
const net = (url: string, init: RequestInit): Promise<Response> => fetch(`${here}${new URL(url).pathname}`, init)

async function opened(settings: Partial<Settings['catalogueRefresh']> = {}) {
  const db = new CommonplaceDb(`prices-${crypto.randomUUID()}`)
  const guard = createStorageGuard()
  let now = Date.UTC(2026, 10, 30)
  const clock = { now: () => now }
  const catalogue = openCatalogue({ db, guard, clock, watch: liveQuery })
  await catalogue.ready
  const bridge = { request: (_: string, { url }: { url: string }) => fetchCatalogue(url, net) } as never
  const current = () => ({ ...defaultSettings, catalogueRefresh: { ...defaultSettings.catalogueRefresh, ...settings } })
  const prices = createPrices({ db, guard, bridge, clock, settings: { current }, catalogue, isOnline: () => true })
  return { db, catalogue, prices, pass: (ms: number) => (now += ms), inputOf: () => catalogue.factsOf(model, provider).price?.rates.input }
}

test('a table is fetched, used, kept, and asked for with nothing of the person', async () => {
  const { db, prices, inputOf, catalogue } = await opened()
  expect(inputOf()).toBe(1_250_000)
  expect(await prices.refresh()).toMatchObject({ kind: 'refreshed' })
  expect(inputOf()).toBe(2_500_000)
  expect(prices.table()).toMatchObject({ asOf: '2026-11-30', source: 'refreshed' })
  expect(asked[0]?.url).toBe('/api.json')
  expect(JSON.stringify(asked[0]?.headers)).not.toMatch(/cookie|authorization|referer|gpt-5/i)
  // What the file does not know is still known.
  expect(catalogue.factsOf({ id: 'qwen-plus', addedByHand: false }, { ...provider, preset: 'qwen-china', baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1' }).price?.currency).toBe('CNY')
  const next = openCatalogue({ db, guard: createStorageGuard(), clock: { now: () => 0 }, watch: liveQuery })
  await next.ready
  expect(next.factsOf(model, provider).price?.rates.input).toBe(2_500_000)
})

test.each([
  ['absurd-prices', () => tableFile(1000)],
  ['not-json', () => '<html>sign in</html>'],
  ['too-few-models', () => '{}'],
])('a file that is refused (%s) leaves the last good one', async (fault, file) => {
  const { prices, inputOf } = await opened()
  await prices.refresh()
  body = file()
  expect(await prices.refresh()).toEqual({ kind: 'refused', fault })
  expect(inputOf()).toBe(2_500_000)
})

test('it is asked for at most once a day, and only where that is allowed', async () => {
  const off = await opened()
  expect(await off.prices.refreshDaily()).toBeNull()
  expect(asked).toEqual([])
  const on = await opened({ isOn: true })
  expect(await on.prices.refreshDaily()).toMatchObject({ kind: 'refreshed' })
  on.pass(23 * 3_600_000)
  expect(await on.prices.refreshDaily()).toBeNull()
  on.pass(2 * 3_600_000)
  const both = await Promise.all([on.prices.refreshDaily(), on.prices.refreshDaily()])
  expect(both.filter((outcome) => outcome !== null)).toHaveLength(1)
})

test('a person’s own price wins over a fetched one, is kept, and can be taken back', async () => {
  const { db, prices, inputOf } = await opened()
  await prices.refresh()
  const own = { price: { ...usdPrice({ input: 7, output: 9 }, '2026-11-30'), source: 'own' as const }, contextTokens: null }
  expect((await prices.setOverride(ref, own)).ok).toBe(true)
  expect(inputOf()).toBe(7)
  const next = openCatalogue({ db, guard: createStorageGuard(), clock: { now: () => 0 }, watch: liveQuery })
  await next.ready
  expect(next.factsOf(model, provider).price).toMatchObject({ source: 'own', rates: { input: 7 } })
  await prices.setOverride(ref, null)
  expect(inputOf()).toBe(2_500_000)
})

test('main fetches the public table, another only after the person said yes, and follows nowhere', async () => {
  const questions: string[] = []
  let answer = false
  const path = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'catalogue-address')
  const source = createCatalogueSource({ path, fetch: net, confirm: async (url) => (questions.push(url), answer) })
  expect((await source.fetch(publicCatalogueUrl)).ok).toBe(true)
  expect(await source.fetch('https://prices.example.org/t.json')).toMatchObject({ failure: { code: 'cancelled' } })
  answer = true
  expect((await source.fetch('https://prices.example.org/t.json')).ok).toBe(true)
  expect((await source.fetch('https://prices.example.org/t.json')).ok).toBe(true)
  expect(questions).toHaveLength(2)
  for (const url of ['http://models.dev/api.json', 'https://models.dev/api.json?said=1', 'https://me:secret@models.dev/api.json', 'file:///etc/passwd', 'x']) {
    expect(await source.fetch(url)).toMatchObject({ failure: { code: 'url-not-allowed' } })
  }
  expect(await source.fetch('https://prices.example.org/moved.json')).toMatchObject({ failure: { code: 'network' } })
  body = 'x'.repeat(13 * 1024 * 1024)
  expect(await source.fetch(publicCatalogueUrl)).toMatchObject({ failure: { code: 'malformed-response' } })
})

test('a table that one window fetches, and a price that it sets, reach the windows that are open', async () => {
  const { db, prices } = await opened()
  const other = openCatalogue({ db, guard: createStorageGuard(), clock: { now: () => 0 }, watch: liveQuery })
  await other.ready
  const inputThere = () => other.factsOf(model, provider).price?.rates.input
  expect(inputThere()).toBe(1_250_000)
  let told = 0
  other.known.subscribe(() => (told += 1))
  await prices.refresh()
  await expect.poll(inputThere).toBe(2_500_000)
  expect(told).toBeGreaterThan(0)
  await prices.setOverride(ref, { price: { ...usdPrice({ input: 7, output: 9 }, '2026-11-30'), source: 'own' }, contextTokens: null })
  await expect.poll(inputThere).toBe(7)
})
