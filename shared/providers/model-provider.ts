import * as z from 'zod'
import type { Failure } from '../errors'
import { apiKinds } from './model-call'

/** A service that answers with models, as set up by the person. The key is not here: main or the sealed store has it. */
export const modelProviderSchema = z.strictObject({
  id: z.string().min(1),
  preset: z.enum(['openai', 'anthropic', 'compatible', 'demo']),
  name: z.string().min(1).max(80),
  /** Normalised by normaliseBaseUrl: no trailing slash, no endpoint path. */
  baseUrl: z.url(),
  api: z.enum(apiKinds),
  credentialId: z.string().min(1),
  /** Models that the service listed at the last check, and those added by hand. */
  models: z.array(z.strictObject({ id: z.string().min(1), addedByHand: z.boolean() })),
  /** Instant of the last successful check, null before it. */
  checkedAt: z.number().nullable(),
  createdAt: z.number(),
})
export type ModelProvider = z.infer<typeof modelProviderSchema>

/** What the catalogue knows of one model. `null` means unknown and is shown as unknown. */
export interface ModelFacts {
  readonly modelId: string
  readonly name: string
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takesImages: boolean | null
  readonly price: ModelPrice | null
}

/** Integer pico-USD per token (1 USD per million tokens = 1,000,000 pico-USD per token). */
export interface ModelPrice {
  readonly inputPicoUsd: number
  readonly outputPicoUsd: number
  readonly cacheReadPicoUsd: number | null
  readonly cacheWritePicoUsd: number | null
  /** The day on which the price was read, `YYYY-MM-DD`. */
  readonly asOf: string
}

/** Outcome of the *Check* button: the listing call, then a one-token call (listing works without credit). */
export type CheckOutcome =
  | { readonly kind: 'works'; readonly models: readonly string[]; readonly usedModel: string }
  | { readonly kind: 'failed'; readonly failure: Failure }
