import { unknownMedia, type ListedFacts, type TakenMedia } from './model-provider'
import { asArray, asRecord, countAt, recordAt, stringAt, type JsonRecord } from './wire/json'

/** One entry of a service's list of models. */
export interface ListedModel {
  readonly id: string
  /** Whether it answers chats, where the list says so. */
  readonly answersChats: boolean | null
  /** Runs already, on a server that loads models when they are asked. */
  readonly isLoaded: boolean
  /** null where the list names nothing but the model. */
  readonly facts: ListedFacts | null
}

/** Reads the entry of any list we know: each service adds fields of its own to the same few. null where it names no model. */
export function readListedModel(entry: unknown): ListedModel | null {
  if (typeof entry === 'string') return entry === '' ? null : { id: entry, answersChats: null, isLoaded: false, facts: null }
  const record = asRecord(entry)
  const id = idOf(record)
  if (record === null || id === null) return null
  return { id, answersChats: answersChats(record), isLoaded: stringAt(record, 'state') === 'loaded', facts: factsOf(record, id) }
}

function idOf(record: JsonRecord | null): string | null {
  // Gemini's `models/gemini-…` is the resource; requests and people say the name alone.
  const name = stringAt(record, 'id') ?? stringAt(record, 'name') ?? stringAt(record, 'model')
  return name === null || name === '' ? null : name.replace(/^models\//, '')
}

/** By the list's own words: OpenRouter, xAI, Gemini, Mistral, Azure, LM Studio, llama.cpp, Together, Ollama. */
function answersChats(record: JsonRecord): boolean | null {
  const outputs = recordAt(record, 'architecture')?.['output_modalities'] ?? record['output_modalities']
  if (Array.isArray(outputs)) return outputs.includes('text')
  const methods = record['supportedGenerationMethods']
  if (Array.isArray(methods)) return methods.includes('generateContent') ? null : false
  const capabilities = record['capabilities']
  if (Array.isArray(capabilities)) return capabilities.includes('completion') || capabilities.includes('chat')
  const chat = asRecord(capabilities)?.['completion_chat'] ?? asRecord(capabilities)?.['chat_completion']
  if (typeof chat === 'boolean') return chat
  if (record['active'] === false) return false
  return byKind(record)
}

function byKind(record: JsonRecord): boolean | null {
  const kind = stringAt(record, 'type')
  if (kind === 'llm' || kind === 'vlm' || kind === 'chat') return true
  if (kind !== null && /^(?:embedd?ings?|rerank|moderation|image|audio|video|transcribe|code)$/.test(kind)) return false
  const families = [...asArray(recordAt(record, 'details')?.['families']), recordAt(record, 'details')?.['family']]
  return families.some((family) => typeof family === 'string' && /bert/.test(family)) ? false : null
}

function factsOf(record: JsonRecord, id: string): ListedFacts | null {
  const top = recordAt(record, 'top_provider')
  const limits = recordAt(record, 'limits')
  const facts: ListedFacts = {
    name: nameOf(record, id),
    contextTokens: firstCount(
      [top, 'context_length'],
      [record, 'context_length'],
      [record, 'max_context_length'],
      [record, 'context_window'],
      [record, 'max_model_len'],
      [record, 'inputTokenLimit'],
      [record, 'max_input_tokens'],
      [limits, 'max_input_tokens'],
      [recordAt(record, 'meta'), 'n_ctx'],
      [recordAt(record, 'meta'), 'n_ctx_train'],
    ),
    maxOutputTokens: firstCount(
      [top, 'max_completion_tokens'],
      [record, 'max_completion_tokens'],
      [record, 'outputTokenLimit'],
      [record, 'max_output_tokens'],
      [limits, 'max_output_tokens'],
      // Anthropic: the most that an answer may have.
      [stringAt(record, 'display_name') === null ? null : record, 'max_tokens'],
    ),
    takes: takesOf(record),
    price: priceOf(record),
  }
  const isEmpty = facts.name === null && facts.contextTokens === null && facts.maxOutputTokens === null && facts.price === null
  return isEmpty && Object.values(facts.takes).every((known) => known === null) ? null : facts
}

function nameOf(record: JsonRecord, id: string): string | null {
  const named = stringAt(record, 'display_name') ?? stringAt(record, 'displayName') ?? stringAt(record, 'name')
  const name = named?.trim().replace(/^models\//, '').slice(0, 200) ?? ''
  return name === '' || name === id ? null : name
}

function firstCount(...places: readonly (readonly [JsonRecord | null, string])[]): number | null {
  for (const [record, key] of places) {
    const count = countAt(record, key)
    if (count !== null && count > 0) return count
  }
  return null
}

function takesOf(record: JsonRecord): TakenMedia {
  const inputs = recordAt(record, 'architecture')?.['input_modalities'] ?? record['input_modalities'] ?? record['supported_input_modalities']
  // A list of what may come in is whole: what is not in it is not taken.
  if (Array.isArray(inputs)) {
    const isIn = (...names: readonly string[]) => names.some((name) => inputs.includes(name))
    return { image: isIn('image'), pdf: isIn('file', 'pdf'), audio: isIn('audio'), video: isIn('video') }
  }
  const capabilities = record['capabilities']
  if (Array.isArray(capabilities)) return { ...unknownMedia, image: capabilities.includes('vision') || capabilities.includes('multimodal') }
  const vision = asRecord(capabilities)?.['vision']
  if (typeof vision === 'boolean') return { ...unknownMedia, image: vision }
  const kind = stringAt(record, 'type')
  return kind === 'vlm' || kind === 'llm' ? { ...unknownMedia, image: kind === 'vlm' } : unknownMedia
}

/** OpenRouter's prices are decimal texts in USD per token; those of its routers are negative, which means unknown. */
function priceOf(record: JsonRecord): ListedFacts['price'] {
  const pricing = recordAt(record, 'pricing')
  const input = picoUsd(stringAt(pricing, 'prompt'))
  const output = picoUsd(stringAt(pricing, 'completion'))
  if (input === null || output === null) return null
  return { input, output, cacheRead: picoUsd(stringAt(pricing, 'input_cache_read')), cacheWrite: picoUsd(stringAt(pricing, 'input_cache_write')) }
}

/** "0.00000125" USD is 1,250,000 pico-USD: by moving the point, since binary fractions would round. */
export function picoUsd(usd: string | null): number | null {
  const parts = /^(\d+)(?:\.(\d+))?(?:e(-?\d{1,2}))?$/i.exec(usd?.trim() ?? '')
  if (parts === null) return null
  const [, whole = '0', fraction = '', exponent = '0'] = parts
  const places = 12 + Number(exponent) - fraction.length
  const digits = `${whole}${fraction}`
  const pico = places >= 0 ? Number(`${digits}${'0'.repeat(places)}`) : Math.round(Number(digits) / 10 ** -places)
  return Number.isSafeInteger(pico) ? pico : null
}
