import * as z from 'zod'
import { modelPriceSchema, type ModelPrice } from '../providers/model-provider'
import { usdPrice } from '../providers/usd-price'

/** How prices were stored before they had currencies and sizes: pico-USD per token. */
const firstPriceSchema = z.object({
  inputPicoUsd: z.number().int().nonnegative(),
  outputPicoUsd: z.number().int().nonnegative(),
  cacheReadPicoUsd: z.number().int().nonnegative().nullable().catch(null),
  cacheWritePicoUsd: z.number().int().nonnegative().nullable().catch(null),
  asOf: z.iso.date(),
})

/** A price as some version stored it, in today's shape; null where it cannot be read. */
export function storedPrice(stored: unknown): ModelPrice | null {
  const now = modelPriceSchema.safeParse(stored)
  if (now.success) return now.data
  const first = firstPriceSchema.safeParse(stored)
  if (!first.success) return null
  const { inputPicoUsd: input, outputPicoUsd: output, cacheReadPicoUsd: cacheRead, cacheWritePicoUsd: cacheWrite, asOf } = first.data
  return usdPrice({ input, output, cacheRead, cacheWrite }, asOf)
}
