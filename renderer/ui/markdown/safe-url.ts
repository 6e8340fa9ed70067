const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** An absolute address that may be opened, as the browser would read it; null for everything else. */
export function safeLinkUrl(href: string): URL | null {
  // A relative address would point into the app.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return null
  const url = URL.canParse(href) ? new URL(href) : null
  return url !== null && linkProtocols.has(url.protocol) ? url : null
}

/** Where a picture would be loaded from; null for anything but http and https. */
export function remoteImageUrl(source: string): URL | null {
  const url = safeLinkUrl(source)
  return url !== null && url.protocol !== 'mailto:' ? url : null
}

/** What tells a person where a link leads: the host in its ASCII form, or the mail address. */
export const destinationOf = (url: URL): string => (url.protocol === 'mailto:' ? url.pathname : url.host)

/** The words of a link look like an address, but of another host than the one it leads to. */
export function isMisleading(words: string, url: URL): boolean {
  const shown = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]|$)/iu.exec(words.trim())?.[1]
  if (shown === undefined) return false
  const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')
  const shownHost = URL.canParse(`https://${shown}`) ? new URL(`https://${shown}`).host : shown
  return bare(shownHost) !== bare(url.protocol === 'mailto:' ? (url.pathname.split('@')[1] ?? '') : url.host)
}
