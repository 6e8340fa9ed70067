/**
 * Services that speak Chat Completions, each in its own way. One emulator serves all: the first step of the path
 * chooses, `plain` is what `/v1` speaks.
 */
export type Vendor = 'plain' | 'azure' | 'deepseek' | 'qwen' | 'moonshot' | 'mistral' | 'xai' | 'groq' | 'openrouter'

/** What is served under which prefix, as the services themselves do behind their hosts. */
const chatPrefixes: Readonly<Record<Vendor, string>> = {
  plain: '/v1',
  azure: '/azure/openai/v1',
  deepseek: '/deepseek',
  qwen: '/qwen/compatible-mode/v1',
  moonshot: '/moonshot/v1',
  mistral: '/mistral/v1',
  xai: '/xai/v1',
  groq: '/groq/openai/v1',
  openrouter: '/openrouter/api/v1',
}
export const vendors = Object.keys(chatPrefixes) as Vendor[]

/** The base address of a vendor, as a person would type it. */
export const chatBaseUrl = (emulatorUrl: string, vendor: Vendor): string => `${emulatorUrl}${chatPrefixes[vendor]}`

export interface ChatPlace {
  readonly vendor: Vendor
  /** Behind the base address, with its slash. */
  readonly rest: string
}

/** The vendor that a path belongs to; null for a path of no Chat Completions service. */
export function chatPlaceOf(path: string): ChatPlace | null {
  const vendor = vendors.find((name) => path.startsWith(`${chatPrefixes[name]}/`))
  return vendor === undefined ? null : { vendor, rest: path.slice(chatPrefixes[vendor].length) }
}

/** Models that Mistral made, whose templates have its rules whoever runs them. */
export const isMistralModel = (model: string): boolean => /(?:^|\/)(?:mistral|ministral|magistral|devstral|codestral)/.test(model)


/** Of a delta or a message. https://openrouter.ai/docs/use-cases/reasoning-tokens, https://console.groq.com/docs/reasoning */
export const reasoningFieldOf = (vendor: Vendor): 'reasoning_content' | 'reasoning' | 'reasoning_details' =>
  vendor === 'openrouter' ? 'reasoning_details' : vendor === 'groq' ? 'reasoning' : 'reasoning_content'
