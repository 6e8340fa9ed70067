import type { CredentialScheme } from '../bridge/credential-url'
import type { ApiKind } from './model-call'
import type { ModelProvider } from './model-provider'

export type PresetId = ModelProvider['preset']

/** By whom the models behind a preset are run: their maker, somebody who passes requests on, or the person. */
export type PresetGroup = 'service' | 'aggregator' | 'own' | 'other'

/** What is known of a kind of model provider before anybody typed anything. */
export interface Preset {
  readonly id: PresetId
  readonly group: PresetGroup
  /** The provider's own name; not translated. Empty where the person gives one. */
  readonly name: string
  /** null where the person types it. */
  readonly baseUrl: string | null
  readonly api: ApiKind
  readonly scheme: Exclude<CredentialScheme, 'none'>
  readonly needsKey: boolean
  /** Where a key is made and where credit is added; null where there is no such page. */
  readonly keysUrl: string | null
  readonly billingUrl: string | null
}

const chat = (id: PresetId, name: string, baseUrl: string | null, keysUrl: string | null, billingUrl: string | null = null): Preset => ({
  id,
  group: 'service',
  name,
  baseUrl,
  api: 'openai-chat',
  scheme: 'bearer',
  needsKey: true,
  keysUrl,
  billingUrl,
})

/** A server on the person's own machines: a key only where they have set one. */
const own = (id: PresetId, name: string, baseUrl: string | null): Preset => ({
  id,
  group: 'own',
  name,
  baseUrl,
  api: 'openai-chat',
  scheme: 'bearer',
  needsKey: false,
  keysUrl: null,
  billingUrl: null,
})

export const presets: Readonly<Record<PresetId, Preset>> = {
  openai: {
    id: 'openai',
    group: 'service',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    api: 'openai-responses',
    scheme: 'bearer',
    needsKey: true,
    keysUrl: 'https://platform.openai.com/api-keys',
    billingUrl: 'https://platform.openai.com/settings/organization/billing/overview',
  },
  anthropic: {
    id: 'anthropic',
    group: 'service',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    api: 'anthropic-messages',
    scheme: 'x-api-key',
    needsKey: true,
    keysUrl: 'https://platform.claude.com/settings/keys',
    billingUrl: 'https://platform.claude.com/settings/billing',
  },
  gemini: {
    id: 'gemini',
    group: 'service',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    api: 'gemini',
    scheme: 'x-goog-api-key',
    needsKey: true,
    keysUrl: 'https://aistudio.google.com/apikey',
    billingUrl: 'https://aistudio.google.com/usage',
  },
  deepseek: chat('deepseek', 'DeepSeek', 'https://api.deepseek.com', 'https://platform.deepseek.com/api_keys', 'https://platform.deepseek.com/top_up'),
  'qwen-china': chat('qwen-china', 'Qwen (China)', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'https://bailian.console.aliyun.com/?tab=model#/api-key'),
  'qwen-international': chat(
    'qwen-international',
    'Qwen (international)',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'https://modelstudio.console.alibabacloud.com/?tab=dashboard#/api-key',
  ),
  mistral: chat('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys', 'https://console.mistral.ai/billing'),
  xai: chat('xai', 'xAI', 'https://api.x.ai/v1', 'https://console.x.ai'),
  groq: chat('groq', 'Groq', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys', 'https://console.groq.com/settings/billing'),
  openrouter: {
    ...chat('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/settings/keys', 'https://openrouter.ai/settings/credits'),
    group: 'aggregator',
  },
  aggregator: { ...chat('aggregator', '', null, null), group: 'aggregator' },
  azure: { ...chat('azure', 'Azure OpenAI', null, 'https://portal.azure.com'), scheme: 'api-key' },
  ollama: own('ollama', 'Ollama', 'http://localhost:11434/v1'),
  'lm-studio': own('lm-studio', 'LM Studio', 'http://localhost:1234/v1'),
  'llama.cpp': own('llama.cpp', 'llama.cpp', 'http://localhost:8080/v1'),
  vllm: own('vllm', 'vLLM', 'http://localhost:8000/v1'),
  compatible: { ...own('compatible', 'OpenAI-compatible', null), group: 'other' },
  demo: { ...own('demo', 'Demo', null), group: 'other', needsKey: true },
}
