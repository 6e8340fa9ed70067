import type { ModelPrice, TokenRates } from '../providers/model-provider'
import type { Usage } from '../sessions/message'

/** What one call cost, each amount rounded once, half up. */
export interface Cost {
  /** Whole micro-USD; null where the price, or the worth of its currency, is unknown: never 0 for that reason. */
  readonly microUsd: number | null
  /** The bill in the currency that it is paid in, in millionths; null where that is USD or unknown. */
  readonly original: { readonly currency: string; readonly micro: number } | null
  /** The service said itself what it cost. */
  readonly isReported: boolean
}

const unknownCost: Cost = { microUsd: null, original: null, isReported: false }

/** What a call cost. Where the service says so itself, that is what it cost. */
export function costOf(usage: Usage, price: ModelPrice | null): Cost {
  const { reportedCostMicroUsd } = usage
  if (reportedCostMicroUsd !== undefined) return { microUsd: reportedCostMicroUsd, original: null, isReported: true }
  return price === null ? unknownCost : inMoney(picoOf(usage, price), price)
}

/** The micro-USD of {@link costOf} alone. */
export const costMicroUsd = (usage: Usage, price: ModelPrice | null): number | null => costOf(usage, price).microUsd

/**
 * What reading from the cache saved, in micro-USD, less what writing to it cost more than plain input: below 0 where
 * more was written than read. null where the price is unknown or nothing was cached.
 */
export function cacheSavingMicroUsd(usage: Usage, price: ModelPrice | null): number | null {
  if (price === null || usage.cacheReadTokens + usage.cacheWriteTokens === 0) return null
  const uncached: Usage = { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0, cacheWriteHourTokens: 0 }
  return inMoney(picoOf(uncached, price) - picoOf(usage, price), price).microUsd
}

/** The rates that a request of this size is billed at, every token of it. */
export function ratesFor(price: ModelPrice, inputTokens: number): TokenRates {
  let found: { readonly aboveInputTokens: number; readonly rates: TokenRates } = { aboveInputTokens: 0, rates: price.rates }
  for (const tier of price.tiers) {
    if (inputTokens > tier.aboveInputTokens && tier.aboveInputTokens > found.aboveInputTokens) found = tier
  }
  return found.rates
}

/** The exact bill in pico-units of the price's currency; tokens times rates outgrow a double. */
function picoOf(usage: Usage, price: ModelPrice): bigint {
  const rates = ratesFor(price, usage.inputTokens)
  return inputPico(usage, rates) + outputPico(usage, rates, price.reasoningBills) + BigInt(price.perRequest)
}

/** Cached input is inside `inputTokens`: each token is billed once, as what it is first found to be. */
function inputPico(usage: Usage, rates: TokenRates): bigint {
  const take = taking(usage.inputTokens)
  const read = take(usage.cacheReadTokens)
  const hour = take(Math.min(usage.cacheWriteHourTokens ?? 0, usage.cacheWriteTokens))
  const written = take(usage.cacheWriteTokens - hour)
  const audio = take(usage.audioInputTokens ?? 0)
  const writeRate = rates.cacheWrite ?? rates.input
  return (
    amount(read, rates.cacheRead ?? rates.input) +
    amount(hour, rates.cacheWriteHour ?? writeRate) +
    amount(written, writeRate) +
    amount(audio, rates.audioInput ?? rates.input) +
    amount(take(usage.inputTokens), rates.input)
  )
}

/** Reasoning and sound are inside `outputTokens`. */
function outputPico(usage: Usage, rates: TokenRates, reasoningBills: ModelPrice['reasoningBills']): bigint {
  const take = taking(usage.outputTokens)
  const audio = take(usage.audioOutputTokens ?? 0)
  const isWholly = reasoningBills === 'all-output' && usage.reasoningTokens > 0
  const reasoning = take(isWholly ? usage.outputTokens : usage.reasoningTokens)
  return (
    amount(audio, rates.audioOutput ?? rates.output) +
    amount(reasoning, rates.reasoning ?? rates.output) +
    amount(take(usage.outputTokens), rates.output)
  )
}

/** Takes from what is left, never more than that: parts that add up to more than the whole are not billed twice. */
function taking(total: number): (wanted: number) => number {
  let left = total
  return (wanted) => {
    const taken = Math.min(Math.max(0, wanted), left)
    left -= taken
    return taken
  }
}

const amount = (tokens: number, rate: number): bigint => BigInt(tokens) * BigInt(rate)

const microPerUnit = 1_000_000

function inMoney(pico: bigint, { currency, usdRate }: ModelPrice): Cost {
  if (currency === 'USD') return { microUsd: divided(pico, microPerUnit), original: null, isReported: false }
  const original = { currency, micro: divided(pico, microPerUnit) }
  return { microUsd: usdRate === null ? null : divided(pico, usdRate.microPerUsd), original, isReported: false }
}

/** Rounded half up, as money is; below zero half away from it. */
function divided(pico: bigint, by: number): number {
  const divisor = BigInt(by)
  const half = divisor / 2n
  return Number(pico < 0n ? -((-pico + half) / divisor) : (pico + half) / divisor)
}
