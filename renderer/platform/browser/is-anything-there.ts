const withinMs = 10_000

/**
 * Whether a server answers at all at an address, in whatever words: a page that is not let in by the server (CORS) may
 * still ask without reading. No key, no cookie and no referrer go with it.
 */
export async function isAnythingThere(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(withinMs) })
    return true
  } catch {
    return false
  }
}
