import type { ModelProvider } from '@shared/providers/model-provider'
import type { ProviderInput } from '@renderer/state/services'

export type Preset = ModelProvider['preset']

interface PresetFacts {
  readonly name: string
  readonly baseUrl: string
  readonly api: ModelProvider['api']
  readonly keysUrl: string | null
  readonly billingUrl: string | null
}

/** What a preset fills in; a compatible service says all of it itself. */
export const presets: Record<Preset, PresetFacts> = {
  anthropic: {
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    api: 'anthropic-messages',
    keysUrl: 'https://console.anthropic.com/settings/keys',
    billingUrl: 'https://console.anthropic.com/settings/billing',
  },
  openai: {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    api: 'openai-responses',
    keysUrl: 'https://platform.openai.com/api-keys',
    billingUrl: 'https://platform.openai.com/settings/organization/billing/overview',
  },
  compatible: { name: '', baseUrl: '', api: 'openai-chat', keysUrl: null, billingUrl: null },
  demo: { name: '', baseUrl: '', api: 'openai-chat', keysUrl: null, billingUrl: null },
}

/** What is in the form. */
export interface ProviderFields {
  readonly preset: Preset
  readonly name: string
  readonly baseUrl: string
  readonly api: ModelProvider['api']
  readonly key: string
}

export const emptyFields = (preset: Preset): ProviderFields => {
  const { name, baseUrl, api } = presets[preset]
  return { preset, name, baseUrl, api, key: '' }
}

export const fieldsOf = ({ preset, name, baseUrl, api }: ModelProvider): ProviderFields => ({ preset, name, baseUrl, api, key: '' })

/** "api.anthropic.com", or what was typed where it is no address yet. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl.includes('://') ? baseUrl : `https://${baseUrl}`).host || baseUrl
  } catch {
    return baseUrl
  }
}

export const inputOf = (fields: ProviderFields, existing: ModelProvider | null): ProviderInput => ({
  id: (existing?.id ?? null) as ProviderInput['id'],
  preset: fields.preset,
  name: fields.name.trim() || hostOf(fields.baseUrl.trim()),
  baseUrl: fields.baseUrl.trim(),
  api: fields.api,
  key: fields.key.trim() === '' ? null : fields.key,
})
