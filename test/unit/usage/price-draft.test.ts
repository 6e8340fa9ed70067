import { expect, test } from 'vitest'
import { bundledTable } from '@shared/providers/catalogue/bundled'
import { modelsOf } from '@shared/providers/catalogue/table'
import { modelPriceSchema } from '@shared/providers/model-provider'
import { draftOf, emptyRates, priceOfDraft } from '@renderer/features/settings/prices-draft'

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
  for (const wrong of [draft({ input: '1' }), draft({ input: '1', output: 'two' }), draft({ input: '-1', output: '1' }), draft({ input: '1', output: '1', reasoning: 'x' }), draft({ input: '1', output: '1' }, { currency: '$' }), draft({ input: '1', output: '1' }, { tiers: [{ aboveInputTokens: '', rates: { ...emptyRates, input: '1', output: '1' } }] })]) {
    expect(priceOfDraft(wrong, null, today)).toBeNull()
  }
})
