import { catalogue, catalogueAsOf, type CatalogueEntry, type CatalogueVendor } from './catalogue-data'
import { unknownMedia, type ModelFacts, type ModelPrice } from './model-provider'
import type { PresetId } from './presets'
import { usdPrice } from './usd-price'

/** 1 USD per million tokens is 1,000,000 pico-USD per token. */
const picoUsdPerToken = (usdPerMillion: number): number => Math.round(usdPerMillion * 1_000_000)

const demoNames: Readonly<Record<string, string>> = {
  'demo-small': 'Demo model, not a language model (small)',
  'demo-large': 'Demo model, not a language model (large)',
}

/** What the pretend service asks in pretend money, so that costs can be looked at without a key. */
const demoPrice: ModelPrice = usdPrice({ input: picoUsdPerToken(0.5), output: picoUsdPerToken(2) }, catalogueAsOf)

/**
 * What the bundled catalogue knows of a model. Unknown stays null: the price above all, which belongs to the vendor
 * and not to the model, so that another host's price is not guessed from it.
 * @param baseUrl tells a compatible service's vendor, where it is one of the catalogue's.
 */
export function factsFor(modelId: string, preset: PresetId, baseUrl: string | null = null): ModelFacts {
  const found = preset === 'demo' ? undefined : entryFor(modelId)
  const vendor = vendorOf(preset, baseUrl)
  return {
    modelId,
    name: found?.name ?? demoNames[modelId] ?? modelId,
    // A local server runs a model with a window of its own choice.
    contextTokens: found === undefined ? null : found.contextTokens,
    maxOutputTokens: found?.maxOutputTokens ?? null,
    takes: { ...unknownMedia, image: preset === 'demo' ? true : (found?.takesImages ?? null) },
    price: priceAt(preset, vendor, found),
  }
}

function priceAt(preset: PresetId, vendor: CatalogueVendor | null, found: CatalogueEntry | undefined): ModelPrice | null {
  if (preset === 'demo') return demoPrice
  return found !== undefined && found.vendor === vendor ? priceOfEntry(found) : null
}

/** The vendor's own price of a model, whoever serves it; for comparing, not for billing. */
export function priceOf(modelId: string): ModelPrice | null {
  const found = entryFor(modelId)
  return found === undefined ? null : priceOfEntry(found)
}

function entryFor(modelId: string): CatalogueEntry | undefined {
  const id = modelId.toLowerCase()
  // Hosts of many vendors put theirs in front: `anthropic/claude-…`.
  const bare = id.slice(id.lastIndexOf('/') + 1)
  return catalogue.find((entry) => bare === entry.id) ?? catalogue.find((entry) => isVersionOf(bare, entry.id))
}

/** A dated snapshot, an alias or a size of the same model: `-2025-08-07`, `-20251001`, `-latest`, `:8b`, `@default`. */
function isVersionOf(id: string, base: string): boolean {
  if (!id.startsWith(base)) return false
  return /^(?:-\d{4}-\d{2}-\d{2}|-\d{8}|-latest|-versatile|-instruct|[:@].*)$/.test(id.slice(base.length))
}

function priceOfEntry({ usd }: CatalogueEntry): ModelPrice | null {
  if (usd === null) return null
  const [input, output, cacheRead, cacheWrite] = usd
  const rates = { input: picoUsdPerToken(input), output: picoUsdPerToken(output), cacheRead: picoOrNull(cacheRead), cacheWrite: picoOrNull(cacheWrite) }
  return usdPrice(rates, catalogueAsOf)
}

const picoOrNull = (usdPerMillion: number | null): number | null => (usdPerMillion === null ? null : picoUsdPerToken(usdPerMillion))

const vendorHosts: Readonly<Record<string, CatalogueVendor>> = {
  'api.openai.com': 'openai',
  'api.anthropic.com': 'anthropic',
  'api.deepseek.com': 'deepseek',
  'api.mistral.ai': 'mistral',
}

function vendorOf(preset: PresetId, baseUrl: string | null): CatalogueVendor | null {
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).hostname : null
  if (host !== null) return vendorHosts[host] ?? null
  return preset === 'openai' || preset === 'anthropic' ? preset : null
}
