import { expect, test } from 'vitest'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { modelsOf } from '@shared/providers/catalogue/table'
import { modelPriceSchema } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'
import { draftOf, emptyRates, priceOfDraft, windowOfDraft } from '@renderer/features/settings/prices-draft'

const today = '2026-11-30'

test('every price of the table is typed and read back as it was', () => {
  for (const { id, price } of modelsOf(bundledTable)) {
    if (price === null) continue
    const usdRate = price.usdRate === null ? null : { ...price.usdRate, asOf: today }
    expect(priceOfDraft(draftOf(price), price, today), id).toEqual({ ...price, usdRate, asOf: today, source: 'own' })
  }
})

test('what people type is read, and what is no number is refused', () => {
  const draft = (rates: object, more: object = {}) => ({ ...draftOf(null), rates: { ...emptyRates, ...rates }, ...more })
  const price = priceOfDraft(draft({ input: '0,0028', output: ' 12 ', cacheRead: '.5' }, { currency: 'eur', usdRate: '0.92' }), null, today)
  expect(price).toMatchObject({ currency: 'EUR', rates: { input: 2800, output: 12_000_000, cacheRead: 500_000, cacheWrite: null }, usdRate: { microPerUsd: 920_000, asOf: today } })
  expect(modelPriceSchema.safeParse(price).success).toBe(true)
  for (const wrong of [draft({ input: '1', output: '1' }, { perRequest: 'x' }), draft({ input: '1', output: '1' }, { perRequest: '999999' }), draft({ input: '1' }), draft({ input: '1', output: 'two' }), draft({ input: '-1', output: '1' }), draft({ input: '1', output: '1', reasoning: 'x' }), draft({ input: '1', output: '1' }, { currency: '$' }), draft({ input: '1', output: '1' }, { tiers: [{ aboveInputTokens: '', rates: { ...emptyRates, input: '1', output: '1' } }] })]) {
    expect(priceOfDraft(wrong, null, today)).toBeNull()
  }
})

test('what is asked for each request is typed in the currency itself, and kept exactly', () => {
  const draft = { ...draftOf(null), rates: { ...emptyRates, input: '1', output: '1' } }
  expect(priceOfDraft({ ...draft, perRequest: '0,005' }, null, today)?.perRequest).toBe(5_000_000_000)
  expect(priceOfDraft(draft, null, today)?.perRequest).toBe(0)
  for (const perRequest of [1000, 5_000_000_000, 35_000_000_000, 1_000_000_000_000, 20_000_000_000_000]) {
    const price = { ...usdPrice({ input: 1, output: 1 }, today), perRequest }
    expect(priceOfDraft(draftOf(price), price, today)?.perRequest).toBe(perRequest)
  }
})

test('a window is a whole number of tokens or nothing', () => {
  expect(['', ' 131072 ', '1.5', '0', '-4', 'many'].map(windowOfDraft)).toEqual([null, 131_072, 'no-number', 'no-number', 'no-number', 'no-number'])
})
