import { createHash, randomBytes } from 'node:crypto'
import type { Storage } from '../storage/storage'

export const setupLinkMs = 24 * 60 * 60_000

/**
 * A link that makes one vault, within a day. The token stands in the fragment, which browsers do not send: it comes
 * into no server's log. The store keeps its hash only, so a lost link is replaced, not shown again.
 */
export async function createSetupLink(storage: Storage, address: string, maxBytes: number | null, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await storage.addSetupToken(createHash('sha256').update(token).digest(), now + setupLinkMs, maxBytes)
  return `${address}/#/settings/sync?setup=${token}`
}
