import * as z from 'zod'
import { unknownMedia } from '../model-provider'
import { billingRulesOf } from './billing-rules'
import { readCost } from './read-cost'
import type { CatalogueModel, CatalogueTable, TableOrigin } from './table'

const perToken = z.number().nonnegative().optional().catch(undefined)
const count = z.number().int().positive().optional().catch(undefined)
const says = z.boolean().optional().catch(undefined)

/** One model in the shape of LiteLLM's `model_prices_and_context_window.json`: USD per token. */
const modelSchema = z.looseObject({
  litellm_provider: z.string().min(1),
  mode: z.enum(['chat', 'responses']),
  max_input_tokens: count,
  max_output_tokens: count,
  supports_vision: says,
  supports_pdf_input: says,
  supports_audio_input: says,
  supports_video_input: says,
  supports_function_calling: says,
  supports_reasoning: says,
})

const costFields = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  cache_read: 'cache_read_input_token_cost',
  cache_write: 'cache_creation_input_token_cost',
} as const
const plainFields = {
  ...costFields,
  cache_write_1h: 'cache_creation_input_token_cost_above_1hr',
  reasoning: 'output_cost_per_reasoning_token',
  input_audio: 'input_cost_per_audio_token',
  output_audio: 'output_cost_per_audio_token',
} as const

/** Names of services that the two kinds of tables call differently. */
const sameServices: Readonly<Record<string, string>> = { gemini: 'google', dashscope: 'alibaba', moonshot: 'moonshotai' }

/** Reads a table in LiteLLM's shape: a flat list, costs per token. As tolerant as {@link readTable}. */
export function readLitellmTable(json: unknown, origin: TableOrigin): CatalogueTable {
  const services = new Map<string, Map<string, CatalogueModel>>()
  for (const [key, value] of Object.entries(typeof json === 'object' && json !== null ? json : {})) {
    const parsed = modelSchema.safeParse(value)
    if (!parsed.success) continue
    const service = sameServices[parsed.data.litellm_provider] ?? parsed.data.litellm_provider
    const id = key.startsWith(`${parsed.data.litellm_provider}/`) ? key.slice(parsed.data.litellm_provider.length + 1) : key
    const models = services.get(service) ?? new Map<string, CatalogueModel>()
    models.set(id.toLowerCase(), describe(id, service, parsed.data, origin))
    services.set(service, models)
  }
  return { ...origin, services, hosts: new Map() }
}

/** Whether a JSON is of this kind: its first entries carry prices by token. */
export const looksLikeLitellm = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && Object.values(json).slice(0, 20).some((value) => typeof value === 'object' && value !== null && 'litellm_provider' in value)

function describe(id: string, service: string, model: z.infer<typeof modelSchema>, origin: TableOrigin): CatalogueModel {
  const cost = { ...costAt(model, plainFields, ''), tiers: tiersOf(model) }
  return {
    id,
    name: id,
    contextTokens: model.max_input_tokens ?? null,
    maxOutputTokens: model.max_output_tokens ?? null,
    takes: {
      ...unknownMedia,
      image: model.supports_vision ?? null,
      pdf: model.supports_pdf_input ?? null,
      audio: model.supports_audio_input ?? null,
      video: model.supports_video_input ?? null,
    },
    callsTools: model.supports_function_calling ?? null,
    reasons: model.supports_reasoning ?? null,
    releasedOn: null,
    price: readCost(cost, billingRulesOf(service), origin),
  }
}

type Fields = Readonly<Record<string, string>>

/** Costs per million: the decimal is kept, since tables write them with few digits. */
function costAt(model: Readonly<Record<string, unknown>>, fields: Fields, suffix: string): Record<string, number> {
  const costs: Record<string, number> = {}
  for (const [name, field] of Object.entries(fields)) {
    const cost = perToken.parse(model[`${field}${suffix}`])
    if (cost !== undefined) costs[name] = Math.round(cost * 1e12) / 1e6
  }
  return costs
}

/** `input_cost_per_token_above_200k_tokens` and its like, for any size. */
function tiersOf(model: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const sizes = new Set(Object.keys(model).flatMap((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key)?.[1] ?? []))
  return [...sizes].map((size) => ({ ...costAt(model, costFields, `_above_${size}k_tokens`), tier: { size: Number(size) * 1000 } }))
}
