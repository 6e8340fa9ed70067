import type { ModelPrice, TokenRates } from './model-provider'

const plainRates = { cacheRead: null, cacheWrite: null, cacheWriteHour: null, reasoning: null, audioInput: null, audioOutput: null }

/** A price in USD without sizes or fees: what is not named costs as the plain tokens do. @param asOf `YYYY-MM-DD` */
export const usdPrice = (rates: Pick<TokenRates, 'input' | 'output'> & Partial<TokenRates>, asOf: string): ModelPrice => ({
  currency: 'USD',
  rates: { ...plainRates, ...rates },
  tiers: [],
  perRequest: 0,
  reasoningBills: 'its-tokens',
  usdRate: null,
  asOf,
  source: 'bundled',
})
