import type { ModelPrice } from '../providers/model-provider'
import type { Usage } from '../sessions/message'

const picoPerMicro = 1_000_000n

/**
 * The cost of one call in whole micro-USD, rounded once, half up; null where the price is unknown. Cached input is
 * inside `inputTokens` and billed at its own price instead, never beside it; reasoning is inside `outputTokens`.
 */
export function costMicroUsd(usage: Usage, price: ModelPrice | null): number | null {
  if (price === null) return null
  const cached = Math.min(usage.cacheReadTokens, usage.inputTokens)
  const written = Math.min(usage.cacheWriteTokens, usage.inputTokens - cached)
  const plain = usage.inputTokens - cached - written
  const pico =
    amount(plain, price.inputPicoUsd) +
    amount(cached, price.cacheReadPicoUsd ?? price.inputPicoUsd) +
    amount(written, price.cacheWritePicoUsd ?? price.inputPicoUsd) +
    amount(usage.outputTokens, price.outputPicoUsd)
  return Number((pico + picoPerMicro / 2n) / picoPerMicro)
}

/** Exact: tokens times pico-USD outgrow a double. */
const amount = (tokens: number, picoUsd: number): bigint => BigInt(tokens) * BigInt(picoUsd)
