import { cleanAddress, isAzureHost, isLoopback } from './address-text'
import type { Preset } from './presets'

/**
 * Whether a page may call a model service by itself. A browser asks the service first (CORS), and never sends plain
 * http from an https page, except to this computer; what it was refused it does not say, so what is known is here.
 */
export type BrowserAccess =
  /** It answers pages. */
  | 'allowed'
  /** It is known to answer no page: only a program can call it. */
  | 'refused'
  /** A server of this computer: it has to be told that this page may ask. */
  | 'local'
  /** Plain http of another computer. */
  | 'insecure'
  /** Nobody knows: *Check* tells. */
  | 'unknown'

/**
 * From the services' own documentation and from reports of applications that call them, each with its date; looked up
 * on 2026-11-30. Every preset with an address of its own is here.
 */
const known: Readonly<Record<string, 'allowed' | 'refused'>> = {
  // With a header that says so, which the bridge of a browser sends; an organisation may have switched it off.
  // https://github.com/anthropics/anthropic-sdk-typescript/issues/248 (2024-08), …/issues/703 (2025-03)
  'api.anthropic.com': 'allowed',
  // https://github.com/Niek/chatgpt-web/issues/330 (2026-08): `access-control-allow-origin: *` for lists and calls.
  'api.openai.com': 'allowed',
  // Content type and key are allowed headers; https://github.com/googleapis/js-genai/issues/1723 (2026-06).
  'generativelanguage.googleapis.com': 'allowed',
  // A browser reached lists and errors of these: https://github.com/wanghenan/mindspace (2026-02, its report on CORS).
  'api.deepseek.com': 'allowed',
  'dashscope-intl.aliyuncs.com': 'allowed',
  'api.x.ai': 'allowed',
  'open.bigmodel.cn': 'allowed',
  // The same gateway as the international one; https://github.com/TarsLab/obsidian-tars/issues/108 (2025-09).
  'dashscope.aliyuncs.com': 'allowed',
  // Calls from pages are what its sign-in is for: https://openrouter.ai/docs/use-cases/oauth-pkce
  'openrouter.ai': 'allowed',
  // Not with the headers in which an SDK describes itself; the bridge sends none of them.
  'api.mistral.ai': 'allowed',
  // No `access-control-allow-origin`: https://github.com/GD4AI/obsidian-llm-wiki/issues/17 (2026-05)
  'integrate.api.nvidia.com': 'refused',
  // https://github.com/replicate/replicate-javascript/issues/164 (2023-11): by intention.
  'api.replicate.com': 'refused',
  // https://github.com/glowingjade/obsidian-smart-composer/issues/270 (2025-02)
  'ark.cn-beijing.volces.com': 'refused',
  // https://github.com/wanghenan/mindspace (2026-02, its report on CORS)
  'api.hunyuan.cloud.tencent.com': 'refused',
}

/** Azure's resources answer no page: https://github.com/lobehub/lobehub/issues/2487 (2024-05). */
const accessOfHost = (host: string): 'allowed' | 'refused' | 'unknown' => (isAzureHost(host) ? 'refused' : (known[host] ?? 'unknown'))

/** Names to offer where another service cannot be called; not translated. */
export const servicesForBrowsers = ['Anthropic', 'OpenAI', 'Google Gemini', 'DeepSeek', 'Mistral', 'OpenRouter'] as const

/** @param baseUrl As typed; null where it is no address yet. */
export function browserAccess(baseUrl: string): BrowserAccess | null {
  const text = cleanAddress(baseUrl)
  const full = text.includes('://') ? text : `https://${text}`
  const url = text !== '' && URL.canParse(full) ? new URL(full) : null
  if (url === null) return null
  if (isLoopback(url.hostname)) return 'local'
  if (url.protocol === 'http:') return 'insecure'
  return accessOfHost(url.hostname)
}

/** The same for a service that is set up: what *Check* found from a page counts where nothing was known before. */
export function accessOfProvider({ baseUrl, answersPages }: { readonly baseUrl: string; readonly answersPages?: boolean | undefined }): BrowserAccess | null {
  const access = browserAccess(baseUrl)
  if (access !== 'unknown' || answersPages === undefined) return access
  return answersPages ? 'allowed' : 'refused'
}

/** Nothing that is typed here could make a call succeed. */
export const isOutOfReach = (access: BrowserAccess | null): boolean => access === 'refused' || access === 'insecure'

/** What a page may do with a service before an address was typed. */
export function browserAccessOf({ id, baseUrl }: Pick<Preset, 'id' | 'baseUrl'>): BrowserAccess | null {
  // Whatever the resource is called.
  return id === 'azure' ? 'refused' : browserAccess(baseUrl ?? '')
}
