import { isAzureHost } from './address-text'
import type { PresetId } from './presets'

/**
 * Where the OpenAI-compatible interface of a known host begins: people paste the host alone, or with the `/v1` that
 * they know from elsewhere. Read on 2026-11-30 in each service's own manual.
 */
const knownPaths: Readonly<Record<string, string>> = {
  'api.openai.com': '/v1',
  'api.deepseek.com': '',
  'dashscope.aliyuncs.com': '/compatible-mode/v1',
  'dashscope-intl.aliyuncs.com': '/compatible-mode/v1',
  'dashscope-us.aliyuncs.com': '/compatible-mode/v1',
  'api.mistral.ai': '/v1',
  'api.x.ai': '/v1',
  'api.groq.com': '/openai/v1',
  'openrouter.ai': '/api/v1',
  'generativelanguage.googleapis.com': '/v1beta/openai',
  'api.perplexity.ai': '',
  'api.fireworks.ai': '/inference/v1',
  'api.deepinfra.com': '/v1/openai',
  'open.bigmodel.cn': '/api/paas/v4',
  'api.z.ai': '/api/paas/v4',
  'ark.cn-beijing.volces.com': '/api/v3',
  'models.github.ai': '/inference',
}

/** What people put behind a host from habit; elsewhere than where the interface is, it leads nowhere. */
const fromHabit: ReadonlySet<string> = new Set(['', '/v1', '/api', '/api/v1', '/openai', '/openai/v1', '/v1beta', '/v1beta/openai', '/compatible-mode', '/inference'])

/** The right path of a known host for the path that was typed; null for a host that nobody knows. */
export function knownPath(hostname: string, path: string): string | null {
  const known = knownPaths[hostname]
  if (known === undefined) return null
  // A service without a version answers under `/v1` too.
  if (known === '' && path === '/v1') return path
  return fromHabit.has(path) || known.startsWith(`${path}/`) ? known : path
}

/** Presets of servers that a person runs: their OpenAI-compatible interface is always under `/v1`. */
const ownServers: ReadonlySet<PresetId> = new Set(['ollama', 'lm-studio', 'llama.cpp', 'vllm'])

/** What such a server's own interface is called: Ollama's, LM Studio's and llama.cpp's. */
const ownInterface = /\/(?:api(?:\/(?:v[01]|tags|chat|generate|show|version|ps|embed|embeddings|models))*|completion|props|health)$/

export function isOwnServer(preset: PresetId, url: URL): boolean {
  return ownServers.has(preset) || (preset === 'compatible' && url.port === '11434')
}

export const ownServerPath = (path: string): string => `${path.replace(ownInterface, '').replace(/(?:\/v1)+$/, '')}/v1`

/**
 * The current interface of an Azure resource, whatever page of it was pasted: `/openai/v1`, which takes the name of a
 * deployment as the model and no `api-version`.
 * https://learn.microsoft.com/azure/foundry/openai/api-version-lifecycle
 */
export function azurePath(hostname: string, path: string): string {
  const gateway = /^(.*?)\/openai(?:\/.*)?$/.exec(path)?.[1]
  if (gateway !== undefined) return `${gateway}/openai/v1`
  const before = isAzureHost(hostname) ? '' : path.replace(/(?:\/v1)+$/, '')
  return `${before}/openai/v1`
}

/** The deployment that an older Azure address names; it is a model here. */
export function azureDeployment(typed: string): string | null {
  const name = /\/openai\/deployments\/([^/?#\s]+)/.exec(typed)?.[1]
  return name === undefined || !URL.canParse(`https://host/${name}`) ? null : decodeURIComponent(name.replace(/%(?![0-9a-f]{2})/gi, '%25'))
}
