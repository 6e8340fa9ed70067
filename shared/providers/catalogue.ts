import { modelAnywhere, modelAt } from './catalogue/find-model'
import { emptyTable, type CatalogueTable } from './catalogue/table'
import { unknownMedia, type ListedFacts, type MediaKind, type ModelFacts, type ModelPrice, type ModelProvider, type ProviderModel, type TakenMedia } from './model-provider'
import type { PresetId } from './presets'
import { usdPrice } from './usd-price'

const demoNames: Readonly<Record<string, string>> = {
  'demo-small': 'Demo model, not a language model (small)',
  'demo-large': 'Demo model, not a language model (large)',
}

/** What the pretend service asks in pretend money, so that costs can be looked at without a key. */
const demoPrice: ModelPrice = usdPrice({ input: 500_000, output: 2_000_000 }, '2026-07-02')

/** What the person set for a model themselves; null where they left it to the table. */
export interface ModelOverride {
  readonly price: ModelPrice | null
  readonly contextTokens: number | null
}

/**
 * What is known of a model: first what the person set, then what the service's own list says, then the table. Unknown
 * stays null: the price above all, which belongs to the service, so that another host's price is not guessed from it.
 */
export function factsOf(
  model: ProviderModel,
  provider: Pick<ModelProvider, 'preset' | 'baseUrl' | 'checkedAt'>,
  table: CatalogueTable,
  override: ModelOverride | null = null,
): ModelFacts {
  const known = factsFor(model.id, provider.preset, provider.baseUrl, table)
  const { listed } = model
  return {
    ...known,
    name: known.name === model.id ? (listed?.name ?? model.id) : known.name,
    contextTokens: override?.contextTokens ?? listed?.contextTokens ?? known.contextTokens,
    maxOutputTokens: listed?.maxOutputTokens ?? known.maxOutputTokens,
    takes: listed === undefined ? known.takes : mergeTakes(listed.takes, known.takes),
    price: override?.price ?? listedPrice(listed, provider.checkedAt) ?? known.price,
  }
}

/**
 * What the table alone says of a model.
 * @param baseUrl tells a compatible service's vendor, where the table knows its host.
 */
export function factsFor(modelId: string, preset: PresetId, baseUrl: string | null = null, table: CatalogueTable = emptyTable): ModelFacts {
  if (preset === 'demo') return demoFacts(modelId)
  const service = serviceIn(table, preset, baseUrl)
  const sold = service === null ? null : modelAt(table, service, modelId)
  const found = sold ?? modelAnywhere(table, modelId)
  return {
    modelId,
    name: found?.name ?? modelId,
    contextTokens: found?.contextTokens ?? null,
    maxOutputTokens: found?.maxOutputTokens ?? null,
    takes: found?.takes ?? unknownMedia,
    callsTools: found?.callsTools ?? null,
    reasons: found?.reasons ?? null,
    price: sold?.price ?? null,
  }
}

const demoFacts = (modelId: string): ModelFacts => ({
  modelId,
  name: demoNames[modelId] ?? modelId,
  contextTokens: null,
  maxOutputTokens: null,
  takes: { ...unknownMedia, image: true },
  callsTools: true,
  reasons: null,
  price: demoPrice,
})

/** Of what a list says nothing, the table is asked. */
function mergeTakes(listed: TakenMedia, known: TakenMedia): TakenMedia {
  const of = (kind: MediaKind): boolean | null => listed[kind] ?? known[kind]
  return { image: of('image'), pdf: of('pdf'), audio: of('audio'), video: of('video') }
}

function listedPrice(listed: ListedFacts | undefined, checkedAt: number | null): ModelPrice | null {
  if (listed?.price === undefined || listed.price === null || checkedAt === null) return null
  return { ...usdPrice(listed.price, new Date(checkedAt).toISOString().slice(0, 10)), source: 'listed' }
}

/** Names of services in tables, by the preset where the preset is one service. */
const serviceOfPreset: Partial<Record<PresetId, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
  deepseek: 'deepseek',
  'qwen-china': 'alibaba-cn',
  'qwen-international': 'alibaba',
  mistral: 'mistral',
  xai: 'xai',
  groq: 'groq',
  openrouter: 'openrouter',
  azure: 'azure',
}

const serviceOfHost: Readonly<Record<string, string>> = {
  'api.openai.com': 'openai',
  'api.anthropic.com': 'anthropic',
  'generativelanguage.googleapis.com': 'google',
  'api.deepseek.com': 'deepseek',
  'dashscope.aliyuncs.com': 'alibaba-cn',
  'dashscope-intl.aliyuncs.com': 'alibaba',
  'api.mistral.ai': 'mistral',
  'api.x.ai': 'xai',
  'api.groq.com': 'groq',
  'openrouter.ai': 'openrouter',
}

/** The host decides: a preset may point at somebody's own gateway, which asks what it likes. */
function serviceIn(table: CatalogueTable, preset: PresetId, baseUrl: string | null): string | null {
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).hostname : null
  if (host === null || preset === 'azure') return serviceOfPreset[preset] ?? null
  return serviceOfHost[host] ?? table.hosts.get(host) ?? null
}
