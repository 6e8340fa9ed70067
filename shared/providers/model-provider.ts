import * as z from 'zod'
import { proxySchema } from '../bridge/proxy'
import type { Failure } from '../errors'
import { apiKinds } from './model-call'

export const presetIds = [
  'openai',
  'anthropic',
  'gemini',
  'deepseek',
  'qwen-china',
  'qwen-international',
  'mistral',
  'xai',
  'groq',
  'openrouter',
  'azure',
  'ollama',
  'lm-studio',
  'llama.cpp',
  'vllm',
  'compatible',
  'demo',
] as const

/** A service that answers with models, as set up by the person. The key is not here: main or the sealed store has it. */
export const modelProviderSchema = z.strictObject({
  id: z.string().min(1),
  preset: z.enum(presetIds),
  name: z.string().min(1).max(80),
  /** Normalised by normaliseBaseUrl: no trailing slash, no endpoint path. */
  baseUrl: z.url(),
  api: z.enum(apiKinds),
  credentialId: z.string().min(1),
  /** Further keys, tried where the first one is at its limit or refused; each has its own limits. */
  moreCredentialIds: z.array(z.string().min(1)).max(15).default([]),
  /** Sent with every request; never a key. */
  headers: z.array(z.strictObject({ name: z.string().min(1).max(128), value: z.string().max(4096) })).max(16).default([]),
  /** Milliseconds without a byte after which a call is given up; null: the default. */
  idleTimeoutMs: z.number().int().min(1000).nullable().default(null),
  /** How the service is reached; a browser always takes the system's way. */
  proxy: proxySchema.default({ kind: 'system' }),
  /** Models that the service listed at the last check, and those added by hand. */
  models: z.array(z.strictObject({ id: z.string().min(1), addedByHand: z.boolean() })),
  /** Instant of the last successful check, null before it. */
  checkedAt: z.number().nullable(),
  createdAt: z.number(),
})
export type ModelProvider = z.infer<typeof modelProviderSchema>

/** What a provider has whose person set nothing beyond an address and a key. */
export const plainAccess = { moreCredentialIds: [], headers: [], idleTimeoutMs: null, proxy: { kind: 'system' } } as const satisfies Partial<ModelProvider>

export const mediaKinds = ['image', 'pdf', 'audio', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]
/** What may be attached to a question; null where nobody knows. */
export type TakenMedia = Readonly<Record<MediaKind, boolean | null>>
export const unknownMedia: TakenMedia = { image: null, pdf: null, audio: null, video: null }

/** What the catalogue knows of one model. `null` means unknown and is shown as unknown. */
export interface ModelFacts {
  readonly modelId: string
  readonly name: string
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takes: TakenMedia
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
