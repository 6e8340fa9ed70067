import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { factsFor, factsOf } from '@shared/providers/catalogue'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { checkTable } from '@shared/providers/catalogue/check-table'
import { readTableFile } from '@shared/providers/catalogue/read-file'
import { modelsOf, type CatalogueTable } from '@shared/providers/catalogue/table'
import { priceOf } from '@shared/providers/catalogue/vendor-price'
import { modelPriceSchema, plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'

const facts = (id: string, preset: ModelProvider['preset'], baseUrl: string | null = null) => factsFor(id, preset, baseUrl, bundledTable)

test('the catalogue knows snapshots and aliases, and no more than it does', () => {
  expect(facts('gpt-5-mini-2025-08-07', 'openai')).toMatchObject({ name: 'GPT-5 mini', contextTokens: 400_000, takes: { image: true, audio: false }, callsTools: true, reasons: true })
  expect(facts('claude-haiku-4-5-20251001', 'anthropic').price?.rates).toMatchObject({ input: 1_000_000, output: 5_000_000, cacheRead: 100_000, cacheWrite: 1_250_000, cacheWriteHour: 2_000_000 })
  // Another model whose name begins alike.
  expect(facts('gpt-5-future', 'openai')).toEqual({
    ...{ modelId: 'gpt-5-future', name: 'gpt-5-future', contextTokens: null, maxOutputTokens: null, callsTools: null, reasons: null, price: null },
    takes: { image: null, pdf: null, audio: null, video: null },
  })
  expect(facts('demo-small', 'demo').name).toBe('Demo model, not a language model (small)')
})

test('a price is the service’s, not the model’s', () => {
  expect(facts('anthropic/claude-haiku-4.5', 'openrouter', 'https://openrouter.ai/api/v1')).toMatchObject({ name: 'Claude Haiku 4.5', contextTokens: 200_000, price: null })
  expect(facts('deepseek-v4-flash', 'compatible', 'https://api.deepseek.com/v1').price).not.toBeNull()
  // A gateway behind an official preset asks what it likes.
  expect(facts('gpt-5', 'openai', 'https://gateway.example.org/v1')).toMatchObject({ name: 'GPT-5', price: null })
  expect(facts('llama3.3:70b', 'ollama', 'http://localhost:11434/v1')).toMatchObject({ name: 'Llama 3.3', price: null })
  expect(facts('qwen-plus', 'qwen-china').price).toMatchObject({ currency: 'CNY', usdRate: { asOf: '2025-09-30' }, reasoningBills: 'all-output' })
  expect(facts('qwen-plus', 'qwen-international').price).toMatchObject({ currency: 'USD', usdRate: null })
  expect(priceOf('claude-haiku-4-5')?.rates.output).toBe(5_000_000)
})

const provider: ModelProvider = {
  ...plainAccess,
  ...{ id: 'p', preset: 'openrouter', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', api: 'openai-chat', credentialId: 'c', models: [], checkedAt: Date.UTC(2026, 10, 30), createdAt: 1 },
}

test('what the person set wins over what the service lists, and that over the table', () => {
  const listed = { name: 'Haiku, elsewhere', contextTokens: 199_000, maxOutputTokens: null, takes: { image: false, pdf: null, audio: null, video: null }, price: { input: 900_000, output: 4_000_000, cacheRead: null, cacheWrite: null } }
  const model = { id: 'anthropic/claude-haiku-4.5', addedByHand: false, listed }
  expect(factsOf(model, provider, bundledTable)).toMatchObject({
    ...{ name: 'Claude Haiku 4.5', contextTokens: 199_000, maxOutputTokens: 64_000, takes: { image: false, pdf: true } },
    price: { rates: { input: 900_000, output: 4_000_000 }, source: 'listed', asOf: '2026-11-30' },
  })
  const own = { price: { ...usdPrice({ input: 1, output: 2 }, '2026-11-29'), source: 'own' as const }, contextTokens: 50_000 }
  expect(factsOf(model, provider, bundledTable, own)).toMatchObject({ contextTokens: 50_000, price: { rates: { input: 1 }, source: 'own' } })
})

test('every model of the bundled table is found, with a whole price in the schema of ours or none', () => {
  expect(modelsOf(bundledTable).length).toBeGreaterThan(120)
  for (const [service, models] of bundledTable.services) {
    for (const { id, price, contextTokens } of models.values()) {
      expect(contextTokens, `${service} ${id}`).toBeGreaterThan(8000)
      if (price !== null) expect(modelPriceSchema.safeParse(price).success, `${service} ${id}`).toBe(true)
    }
  }
})

/** The bundled table as a file of models.dev's shape, with every cost times something. */
function fileOf(table: CatalogueTable, times: number): string {
  const services = [...table.services].filter(([name]) => name !== 'alibaba-cn').map(([name, models]) => [name, { models: Object.fromEntries([...models.values()].map((model) => [model.id, rowOf(model, times)])) }])
  return JSON.stringify(Object.fromEntries(services))
}

const rowOf = ({ name, contextTokens, price }: ReturnType<typeof modelsOf>[number], times: number) => ({
  name,
  limit: { context: contextTokens, output: null },
  ...(price !== null && { cost: { input: (price.rates.input / 1e6) * times, output: (price.rates.output / 1e6) * times } }),
})

describe('a fetched table', () => {
  const today = '2026-11-30'

  test('is read, with the day on which it was fetched', () => {
    const read = readTableFile(fileOf(bundledTable, 1.1), today, bundledTable)
    expect(read.ok && read.value.services.get('openai')?.get('gpt-5')?.price).toMatchObject({ rates: { input: 1_375_000 }, asOf: today, source: 'refreshed' })
  })

  test.each([
    ['prices a thousand times too high', fileOf(bundledTable, 1000), 'absurd-prices'],
    ['prices per token where they should be per million', fileOf(bundledTable, 1e-6), 'absurd-prices'],
    ['nothing', '', 'not-json'],
    ['a page', '<!doctype html><title>Sign in</title>', 'not-json'],
    ['an empty object', '{}', 'too-few-models'],
    ['an array', '[1,2,3]', 'too-few-models'],
    ['null', 'null', 'too-few-models'],
    ['services without models', JSON.stringify({ openai: { models: {} }, google: { models: 7 }, xai: null }), 'too-few-models'],
    ['another table altogether', JSON.stringify({ toys: { models: Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`toy-${at}`, { name: 'toy', cost: { input: 1, output: 1 } }])) } }), 'too-few-models'],
    ['more than is read', `"${'x'.repeat(13 * 1024 * 1024)}"`, 'too-large'],
  ])('with %s is refused', (_, text, fault) => {
    expect(readTableFile(text, today, bundledTable)).toEqual({ ok: false, failure: fault })
  })

  test('loses a broken model and keeps the rest', () => {
    const broken = fileOf(bundledTable, 1).replace('"cost":{"input":1.25,"output":10}', '"cost":{"input":-1,"output":"ten"}')
    const read = readTableFile(broken, today, bundledTable)
    const models = read.ok ? modelsOf(read.value) : []
    expect(models.filter(({ price }) => price === null).length).toBeGreaterThan(modelsOf(bundledTable).filter(({ price }) => price === null).length)
    expect(models.length).toBeGreaterThan(100)
  })
})

const shared = new URL('../../../../shared/data/models/', import.meta.url)

test.each(['models.dev.json', 'litellm-chat-models.json'].filter((name) => existsSync(new URL(name, shared))))('the public table %s is read, in the right unit', (name) => {
  const read = readTableFile(readFileSync(new URL(name, shared), 'utf8'), '2026-07-02', bundledTable)
  if (!read.ok) throw new Error(read.failure)
  expect(checkTable(read.value, bundledTable)).toBeNull()
  const models = modelsOf(read.value)
  const priced = models.flatMap(({ price }) => price ?? [])
  expect(models.length).toBeGreaterThan(600)
  expect(priced.length / models.length).toBeGreaterThan(0.8)
  // Per million: between a tenth of a cent and a thousand dollars, save what is free.
  for (const { rates } of priced) for (const rate of [rates.input, rates.output]) expect(rate === 0 || (rate >= 1000 && rate <= 1e9)).toBe(true)
  expect(priced.some(({ tiers }) => tiers.length > 0)).toBe(true)
})
