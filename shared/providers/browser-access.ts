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

/** From the services' own documentation and from reports of applications that call them; read on 2026-11-30. */
const known: Readonly<Record<string, 'allowed' | 'refused'>> = {
  // With a header that says so, which the bridge of a browser sends; an organisation may have switched it off.
  'api.anthropic.com': 'allowed',
  'api.openai.com': 'allowed',
  'openrouter.ai': 'allowed',
  // Not with the headers in which an SDK describes itself; the bridge sends none of them.
  'api.mistral.ai': 'allowed',
  'integrate.api.nvidia.com': 'refused',
  'api.replicate.com': 'refused',
}

/** Names to offer where another service cannot be called; not translated. */
export const servicesForBrowsers = ['Anthropic', 'OpenAI', 'OpenRouter', 'Mistral'] as const

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** @param baseUrl As typed; null where it is no address yet. */
export function browserAccess(baseUrl: string): BrowserAccess | null {
  const text = baseUrl.trim()
  const full = text.includes('://') ? text : `https://${text}`
  const url = text !== '' && URL.canParse(full) ? new URL(full) : null
  if (url === null) return null
  if (isLoopback(url.hostname)) return 'local'
  if (url.protocol === 'http:') return 'insecure'
  return known[url.hostname] ?? 'unknown'
}

/** Nothing that is typed here could make a call succeed. */
export const isOutOfReach = (access: BrowserAccess | null): boolean => access === 'refused' || access === 'insecure'
