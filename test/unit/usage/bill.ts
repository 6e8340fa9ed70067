import type { ModelPrice, TokenRates } from '@shared/providers/model-provider'
import { asRecord } from '@shared/providers/wire/json'
import { usageFromGemini, usageFromMessages, usageFromResponses, usageInChat } from '@shared/providers/wire/usage'
import { usdPrice } from '@shared/providers/usd-price'
import type { Usage } from '@shared/sessions/message'

/** Rates as pages write them: per million tokens. */
type PerMillion = { readonly [Kind in keyof TokenRates]?: number } & { readonly input: number; readonly output: number }

const pico = (rates: PerMillion): TokenRates => {
  const of = (amount: number | undefined): number | null => (amount === undefined ? null : Math.round(amount * 1e6))
  return {
    ...{ input: Math.round(rates.input * 1e6), output: Math.round(rates.output * 1e6) },
    ...{ cacheRead: of(rates.cacheRead), cacheWrite: of(rates.cacheWrite), cacheWriteHour: of(rates.cacheWriteHour) },
    ...{ reasoning: of(rates.reasoning), audioInput: of(rates.audioInput), audioOutput: of(rates.audioOutput) },
  }
}

export const price = (rates: PerMillion, more: Partial<ModelPrice> = {}): ModelPrice => ({ ...usdPrice(pico(rates), '2026-07-02'), ...more })
export const above = (aboveInputTokens: number, rates: PerMillion) => ({ aboveInputTokens, rates: pico(rates) })

const needed = (usage: Usage | null): Usage => {
  if (usage === null) throw new Error('no usage in this block')
  return usage
}
const record = (value: object) => asRecord(value) ?? {}

/** The blocks as each service writes them. */
export const chat = (usage: object): Usage => needed(usageInChat(record({ choices: [], usage })))
export const responses = (usage: object): Usage => needed(usageFromResponses(record(usage)))
export const messages = (usage: object): Usage => needed(usageFromMessages(record(usage), true))
export const gemini = (usage: object): Usage => needed(usageFromGemini(record(usage), true))

/** What it is, the price, the usage, and the micro-USD (per token, a price per million is micro-USD). */
export type Bill = readonly [title: string, price: ModelPrice, usage: Usage, microUsd: number]
