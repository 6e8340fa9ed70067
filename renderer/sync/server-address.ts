/** What a person typed or pasted as the server's address, as the client uses it. */
export type ServerAddress =
  | { readonly kind: 'good'; readonly url: string; readonly isSecure: boolean }
  | { readonly kind: 'insecure' }
  | { readonly kind: 'invalid' }

const loopbackHosts = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i
const schemes: Readonly<Record<string, string>> = { 'wss:': 'https:', 'ws:': 'http:' }

/**
 * Takes `sync.example.org`, `wss://sync.example.org/sync/`, or a whole setup link. Without a scheme it is https, and
 * http for this machine. Plain http to any other machine is refused: tokens would be readable on the way.
 */
export function readServerAddress(typed: string): ServerAddress {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return { kind: 'invalid' }
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = parse(hasScheme ? text : `https://${text}`)
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return { kind: 'invalid' }
  const isLoopback = loopbackHosts.test(url.hostname)
  const scheme = hasScheme ? (schemes[url.protocol] ?? url.protocol) : isLoopback ? 'http:' : 'https:'
  if (scheme !== 'https:' && scheme !== 'http:') return { kind: 'invalid' }
  if (scheme === 'http:' && !isLoopback) return { kind: 'insecure' }
  return { kind: 'good', url: `${scheme}//${url.host}`, isSecure: true }
}

/** The one-time token of a setup link, null where there is none. */
export function readSetupToken(typed: string): string | null {
  const fragment = parse(typed.trim())?.hash ?? ''
  return /[?&]setup=([\w.~-]+)/.exec(fragment)?.[1] ?? null
}

export const webSocketAddress = (serverUrl: string): string => `${serverUrl.replace(/^http/, 'ws')}/sync`

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
