import type { ApiKind } from './model-call'
import type { ModelProvider } from './model-provider'

export type PresetId = ModelProvider['preset']

/** What is known of a kind of model provider before anybody typed anything. */
export interface Preset {
  readonly id: PresetId
  /** The provider's own name; not translated. */
  readonly name: string
  /** null where the person types it. */
  readonly baseUrl: string | null
  readonly api: ApiKind
  readonly scheme: 'bearer' | 'x-api-key'
  readonly needsKey: boolean
  /** Where a key is made; null where there is none. */
  readonly keysUrl: string | null
}

export const presets: Readonly<Record<PresetId, Preset>> = {
  openai: {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    api: 'openai-responses',
    scheme: 'bearer',
    needsKey: true,
    keysUrl: 'https://platform.openai.com/api-keys',
  },
  anthropic: {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    api: 'anthropic-messages',
    scheme: 'x-api-key',
    needsKey: true,
    keysUrl: 'https://platform.claude.com/settings/keys',
  },
  compatible: {
    id: 'compatible',
    name: 'OpenAI-compatible',
    baseUrl: null,
    api: 'openai-chat',
    scheme: 'bearer',
    needsKey: false,
    keysUrl: null,
  },
  demo: {
    id: 'demo',
    name: 'Demo',
    baseUrl: null,
    api: 'openai-chat',
    scheme: 'bearer',
    needsKey: true,
    keysUrl: null,
  },
}
