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
  'aggregator',
  'azure',
  'ollama',
  'lm-studio',
  'llama.cpp',
  'vllm',
  'compatible',
  'demo',
] as const

export const mediaKinds = ['image', 'pdf', 'audio', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]
/** What may be attached to a question; null where nobody knows. */
export type TakenMedia = Readonly<Record<MediaKind, boolean | null>>
export const unknownMedia: TakenMedia = { image: null, pdf: null, audio: null, video: null }

const tokens = z.number().int().positive().nullable()
const taken = z.boolean().nullable()
const listedRate = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

/** What a service's own list says of a model; null where it says nothing. */
export const listedFactsSchema = z.strictObject({
  name: z.string().min(1).max(200).nullable(),
  contextTokens: tokens,
  maxOutputTokens: tokens,
  takes: z.strictObject({ image: taken, pdf: taken, audio: taken, video: taken }),
  /** Pico-USD per token. */
  price: z.strictObject({ input: listedRate, output: listedRate, cacheRead: listedRate.nullable(), cacheWrite: listedRate.nullable() }).nullable(),
})
export type ListedFacts = z.infer<typeof listedFactsSchema>

export const providerModelSchema = z.strictObject({
  id: z.string().min(1),
  addedByHand: z.boolean(),
  /** Left out of the choices; a session that uses it goes on. */
  isHidden: z.boolean().optional(),
  listed: listedFactsSchema.optional(),
})
export type ProviderModel = z.infer<typeof providerModelSchema>

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
  /** Found by *Check* in a browser: whether a page gets to read its answers; left out where that was never seen. */
  answersPages: z.boolean().optional(),
  /** Models that the service listed at the last check, and those added by hand. */
  models: z.array(providerModelSchema),
  /** Instant of the last successful check, null before it. */
  checkedAt: z.number().nullable(),
  createdAt: z.number(),
})
export type ModelProvider = z.infer<typeof modelProviderSchema>

/** What a provider has whose person set nothing beyond an address and a key. */
export const plainAccess = { moreCredentialIds: [], headers: [], idleTimeoutMs: null, proxy: { kind: 'system' } } as const satisfies Partial<ModelProvider>

/** What the catalogue knows of one model. `null` means unknown and is shown as unknown. */
export interface ModelFacts {
  readonly modelId: string
  readonly name: string
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takes: TakenMedia
  readonly callsTools: boolean | null
  readonly reasons: boolean | null
  readonly price: ModelPrice | null
}

/** A number that bills are made of: units of the currency times 10^-12, per token. 1 USD per million tokens is 1,000,000. */
const rate = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
const rateOrPlain = rate.nullable()

/** What each kind of token costs; null where the service names no price of its own for that kind: then as the plain one. */
export const tokenRatesSchema = z.strictObject({
  input: rate,
  output: rate,
  cacheRead: rateOrPlain,
  cacheWrite: rateOrPlain,
  /** Written to be kept for an hour; null: as `cacheWrite`. */
  cacheWriteHour: rateOrPlain,
  reasoning: rateOrPlain,
  audioInput: rateOrPlain,
  audioOutput: rateOrPlain,
})
export type TokenRates = z.infer<typeof tokenRatesSchema>

const day = z.iso.date()

/** What a service asks for its answers, kept with each call so that old bills never change. */
export const modelPriceSchema = z.strictObject({
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  rates: tokenRatesSchema,
  /** Of a request whose whole input, cached input included, is above the size, every token is billed at these rates. */
  tiers: z.array(z.strictObject({ aboveInputTokens: z.number().int().positive(), rates: tokenRatesSchema })).max(8),
  /** For each request beside its tokens. */
  perRequest: rate,
  /** `all-output`: an answer that was reasoned for is billed wholly at the reasoning rate. */
  reasoningBills: z.enum(['its-tokens', 'all-output']),
  /** Millionths of the currency for one USD, and the day of that rate; null where USD is the currency or no rate is known. */
  usdRate: z.strictObject({ microPerUsd: z.number().int().positive(), asOf: day }).nullable(),
  /**
   * The day that the price is of: on which it was fetched, listed or typed. Of the bundled table: up to which its rows were
   * collected by hand; they were checked against no bill.
   */
  asOf: day,
  /** `listed`: by the service's own list of models, when it was last checked. */
  source: z.enum(['bundled', 'refreshed', 'listed', 'own']),
})
export type ModelPrice = z.infer<typeof modelPriceSchema>

/** Outcome of the *Check* button: the listing call, then a one-token call (listing works without credit). */
export type CheckOutcome =
  | { readonly kind: 'works'; readonly models: readonly CheckedModel[]; readonly usedModel: string }
  /**
   * `keyHint`: the last characters of the key that it is about, where several were checked. `refusesPages`: something
   * is there, and does not let a page read its answer.
   */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly keyHint?: string; readonly refusesPages?: true }

export interface CheckedModel {
  readonly id: string
  readonly listed: ListedFacts | null
}
