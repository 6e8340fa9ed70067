import type { ModelPrice, TokenRates } from '@shared/providers/model-provider'
import { usdPrice } from '@shared/providers/usd-price'

export const rateKinds = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'reasoning', 'audioInput', 'audioOutput'] as const satisfies readonly (keyof TokenRates)[]

export type RatesDraft = Readonly<Record<keyof TokenRates, string>>

/** A price as it is typed: per million tokens, empty where there is none. */
export interface PriceDraft {
  readonly currency: string
  readonly usdRate: string
  readonly rates: RatesDraft
  /** For each request beside its tokens, in whole units of the currency. */
  readonly perRequest: string
  readonly tiers: readonly { readonly aboveInputTokens: string; readonly rates: RatesDraft }[]
}

const perMillion = 1_000_000
/** A price is stored in units of the currency times 10^-12. */
const perUnit = 1_000_000_000_000

const typed = (pico: number | null): string => (pico === null ? '' : String(pico / perMillion))
const typedRates = (rates: TokenRates): RatesDraft => Object.fromEntries(rateKinds.map((kind) => [kind, typed(rates[kind])])) as RatesDraft

export const emptyRates = Object.fromEntries(rateKinds.map((kind) => [kind, ''])) as RatesDraft

export const draftOf = (price: ModelPrice | null): PriceDraft =>
  price === null
    ? { currency: 'USD', usdRate: '', rates: emptyRates, perRequest: '', tiers: [] }
    : {
        currency: price.currency,
        usdRate: price.usdRate === null ? '' : String(price.usdRate.microPerUsd / 1_000_000),
        rates: typedRates(price.rates),
        perRequest: price.perRequest === 0 ? '' : asDecimal(price.perRequest / perUnit),
        tiers: price.tiers.map((tier) => ({ aboveInputTokens: String(tier.aboveInputTokens), rates: typedRates(tier.rates) })),
      }

/** The price that was typed; null where something is no number. @param today `YYYY-MM-DD` @param before keeps what cannot be typed. */
export function priceOfDraft(draft: PriceDraft, before: ModelPrice | null, today: string): ModelPrice | null {
  const rates = ratesOf(draft.rates)
  const currency = draft.currency.trim().toUpperCase()
  const usdRate = amount(draft.usdRate)
  const typedFee = amount(draft.perRequest)
  if (rates === null || !/^[A-Z]{3}$/.test(currency) || usdRate === 'no-number' || typedFee === 'no-number') return null
  const perRequest = Math.round((typedFee ?? 0) * perUnit)
  if (perRequest > Number.MAX_SAFE_INTEGER) return null
  const tiers = draft.tiers.map((tier) => ({ aboveInputTokens: amount(tier.aboveInputTokens), rates: ratesOf(tier.rates) }))
  const read = tiers.flatMap((tier) => (isWhole(tier.aboveInputTokens) && tier.rates !== null ? [{ aboveInputTokens: tier.aboveInputTokens, rates: tier.rates }] : []))
  if (read.length < tiers.length) return null
  const { reasoningBills } = before ?? usdPrice({ input: 0, output: 0 }, today)
  return {
    ...{ currency, rates, perRequest, reasoningBills, asOf: today, source: 'own' },
    tiers: read.sort((left, right) => left.aboveInputTokens - right.aboveInputTokens),
    usdRate: currency === 'USD' || usdRate === null || usdRate === 0 ? null : { microPerUsd: Math.round(usdRate * 1_000_000), asOf: today },
  }
}

function ratesOf(draft: RatesDraft): TokenRates | null {
  const read = new Map(rateKinds.map((kind) => [kind, amount(draft[kind])]))
  const of = (kind: keyof TokenRates): number | null => {
    const value = read.get(kind)
    return typeof value === 'number' ? Math.round(value * perMillion) : null
  }
  const input = of('input')
  const output = of('output')
  if (input === null || output === null || [...read.values()].includes('no-number')) return null
  const optional = Object.fromEntries(rateKinds.map((kind) => [kind, of(kind)])) as TokenRates
  return { ...optional, input, output }
}

/** How many tokens fit, as they were typed; null where nothing was, which leaves it to the table. */
export function windowOfDraft(text: string): number | null | 'no-number' {
  const tokens = amount(text)
  return tokens === null || isWhole(tokens) ? tokens : 'no-number'
}

/** Small numbers too without an exponent, which is no way to type one. */
const asDecimal = (value: number): string => value.toFixed(9).replace(/\.?0+$/, '')

/** A number as people write it, with a point or a comma; null where nothing was typed. */
function amount(text: string): number | null | 'no-number' {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  const value = /^\d{0,6}(?:\.\d{0,9})?$/.test(plain) || /^\d{1,9}$/.test(plain) ? Number(plain) : NaN
  return Number.isFinite(value) ? value : 'no-number'
}

const isWhole = (value: number | null | 'no-number'): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0
