import type { ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import type { ProviderInput } from '@renderer/state/services'

export type Preset = ModelProvider['preset']

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
  // A service whose address the person gives is called by its host.
  return { preset, name: baseUrl === null ? '' : name, baseUrl: baseUrl ?? '', api, key: '' }
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
