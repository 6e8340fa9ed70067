import * as z from 'zod'
import type { ModelPrice, TokenRates } from '../model-provider'
import type { TableOrigin } from './table'

/** Above it no service asks for a million tokens: such a price is a mistake in its unit. */
const maxPerMillion = 10_000

const perMillion = z.number().nonnegative().max(maxPerMillion)
const maybe = perMillion.optional().catch(undefined)

const rateFields = {
  input: perMillion,
  output: perMillion,
  cache_read: maybe,
  cache_write: maybe,
  cache_write_1h: maybe,
  reasoning: maybe,
  input_audio: maybe,
  output_audio: maybe,
}
const ratesSchema = z.object(rateFields)
const tierSchema = z.object({ ...rateFields, tier: z.object({ size: z.number().int().positive(), type: z.string().optional() }) })
const costSchema = z.object({
  ...rateFields,
  tiers: z.array(z.unknown()).catch([]).optional(),
  context_over_200k: z.unknown().optional(),
  /** Of the currency, per 1,000 requests. */
  request: maybe,
})

type Rates = z.infer<typeof ratesSchema>

/** How a service's bills differ from what its table can say. */
export interface BillingRules {
  readonly currency: string
  readonly usdRate: ModelPrice['usdRate']
  readonly reasoningBills: ModelPrice['reasoningBills']
  /** How many times plain input it costs to keep input for an hour, where the service offers that. */
  readonly hourWriteTimesInput: number | null
}

/** The cost of a model in the shape of models.dev, per million tokens, as a price; null where it cannot be one. */
export function readCost(cost: unknown, rules: BillingRules, { asOf, source }: TableOrigin): ModelPrice | null {
  const parsed = costSchema.safeParse(cost)
  if (!parsed.success) return null
  const { tiers = [], context_over_200k: above200k, request = 0, ...rates } = parsed.data
  return {
    currency: rules.currency,
    rates: tokenRates(rates, rules),
    tiers: [...tiers.flatMap((tier) => readTier(tier, rules)), ...readLegacyTier(above200k, tiers.length > 0, rules)].sort(
      (left, right) => left.aboveInputTokens - right.aboveInputTokens,
    ),
    perRequest: Math.round(request * 1e9),
    reasoningBills: rules.reasoningBills,
    usdRate: rules.usdRate,
    asOf,
    source,
  }
}

function readTier(tier: unknown, rules: BillingRules): ModelPrice['tiers'] {
  const parsed = tierSchema.safeParse(tier)
  // Sizes of something else than the request are no sizes of ours.
  if (!parsed.success || (parsed.data.tier.type ?? 'context') !== 'context') return []
  return [{ aboveInputTokens: parsed.data.tier.size, rates: tokenRates(parsed.data, rules) }]
}

function readLegacyTier(cost: unknown, hasTiers: boolean, rules: BillingRules): ModelPrice['tiers'] {
  const parsed = ratesSchema.safeParse(cost)
  return hasTiers || !parsed.success ? [] : [{ aboveInputTokens: 200_000, rates: tokenRates(parsed.data, rules) }]
}

/** One unit per million tokens is 1,000,000 pico-units per token. */
const pico = (amount: number): number => Math.round(amount * 1_000_000)
const picoOrNull = (amount: number | undefined): number | null => (amount === undefined ? null : pico(amount))

function tokenRates(rates: Rates, { hourWriteTimesInput }: BillingRules): TokenRates {
  const hour = hourWriteTimesInput !== null && rates.cache_write !== undefined ? rates.input * hourWriteTimesInput : undefined
  return {
    input: pico(rates.input),
    output: pico(rates.output),
    cacheRead: picoOrNull(rates.cache_read),
    cacheWrite: picoOrNull(rates.cache_write),
    cacheWriteHour: picoOrNull(rates.cache_write_1h ?? hour),
    reasoning: picoOrNull(rates.reasoning),
    audioInput: picoOrNull(rates.input_audio),
    audioOutput: picoOrNull(rates.output_audio),
  }
}
