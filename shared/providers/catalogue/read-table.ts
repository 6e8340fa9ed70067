import * as z from 'zod'
import { unknownMedia, type TakenMedia } from '../model-provider'
import { billingRulesOf } from './billing-rules'
import { readCost, type BillingRules } from './read-cost'
import type { CatalogueModel, CatalogueTable, TableOrigin } from './table'

const tokens = z.number().int().positive().nullable().catch(null)
const says = z.boolean().nullable().catch(null)

/** One model in the shape of models.dev (https://models.dev/api.json): what is missing or of another kind is unknown. */
const modelSchema = z.object({
  name: z.string().min(1).max(200).nullable().catch(null),
  limit: z.object({ context: tokens, output: tokens }).catch({ context: null, output: null }),
  modalities: z.object({ input: z.array(z.string()) }).nullable().catch(null),
  reasoning: says,
  tool_call: says,
  release_date: z.string().regex(/^\d{4}(?:-\d{2}){0,2}$/).nullable().catch(null),
  cost: z.unknown().optional(),
})

const serviceSchema = z.object({
  api: z.string().max(500).nullable().catch(null),
  models: z.record(z.string(), z.unknown()),
  /** Not of models.dev: where the service bills in another currency than USD. */
  currency: z.string().regex(/^[A-Z]{3}$/).optional().catch(undefined),
  /** Not of models.dev: where the service's figures are of another day than the table's. */
  as_of: z.iso.date().optional().catch(undefined),
  usd_rate: z.object({ microPerUsd: z.number().int().positive(), asOf: z.iso.date() }).nullable().catch(null),
})

/**
 * Reads a table in the shape of models.dev: service → models → facts, costs per million tokens. Tolerant: what cannot be
 * read is left out, one by one. Whether the whole can be trusted is {@link checkTable}'s question.
 */
export function readTable(json: unknown, origin: TableOrigin): CatalogueTable {
  const services = new Map<string, ReadonlyMap<string, CatalogueModel>>()
  const hosts = new Map<string, string>()
  for (const [name, value] of entriesOf(json)) {
    const service = serviceSchema.safeParse(value)
    if (!service.success) continue
    const rules = billingRulesOf(name, service.data.currency, service.data.usd_rate)
    services.set(name, readModels(service.data.models, rules, { ...origin, asOf: service.data.as_of ?? origin.asOf }))
    const { api } = service.data
    if (api !== null && URL.canParse(api)) hosts.set(new URL(api).hostname, name)
  }
  return { ...origin, services, hosts }
}

function readModels(models: Readonly<Record<string, unknown>>, rules: BillingRules, origin: TableOrigin): Map<string, CatalogueModel> {
  const read = new Map<string, CatalogueModel>()
  for (const [id, value] of Object.entries(models)) {
    const model = modelSchema.safeParse(value)
    if (model.success && id !== '') read.set(id.toLowerCase(), describe(id, model.data, rules, origin))
  }
  return read
}

const describe = (id: string, model: z.infer<typeof modelSchema>, rules: BillingRules, origin: TableOrigin): CatalogueModel => ({
  id,
  name: model.name ?? id,
  contextTokens: model.limit.context,
  maxOutputTokens: model.limit.output,
  takes: takenOf(model.modalities?.input ?? null),
  callsTools: model.tool_call,
  reasons: model.reasoning,
  releasedOn: model.release_date,
  price: readCost(model.cost, rules, origin),
})

function takenOf(inputs: readonly string[] | null): TakenMedia {
  if (inputs === null) return unknownMedia
  const isIn = (kind: string): boolean => inputs.includes(kind)
  return { image: isIn('image'), pdf: isIn('pdf'), audio: isIn('audio'), video: isIn('video') }
}

const entriesOf = (json: unknown): [string, unknown][] =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : []
