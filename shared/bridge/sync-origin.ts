/**
 * The sync server that the page of the desktop may connect to. Its origin becomes a part of the page's policy, so
 * what is written there is checked letter by letter: a host of the URL standard may hold `;`, `*` or `'`.
 */

const isLoopbackName = (host: string): boolean => host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host)

/** The origin as the policy takes it; null for everything but https, or http on this computer. */
export function syncOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  // A policy has no way to name an address in brackets, an IPv6 one.
  if (url === null || url.origin !== text || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname)) return null
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
  return isSafe ? url.origin : null
}

/** What the page's policy lists for a sync server: its origin and the same for sockets. */
export function syncConnectSources(text: string | null): readonly string[] {
  const origin = text === null ? null : syncOrigin(text)
  return origin === null ? [] : [origin, origin.replace(/^http/, 'ws')]
}
