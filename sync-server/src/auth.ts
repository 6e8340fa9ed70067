import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { tokenSchema } from '../../shared/sync/api'
import type { PeerDevice } from './sockets/peer'
import type { Storage } from './storage/storage'

/** What stands in the store for a token: 32 bytes, from which the token cannot be found. */
export const hashOfToken = (token: string): Uint8Array => new Uint8Array(createHash('sha256').update(token).digest())

export const createToken = (): string => randomBytes(32).toString('base64url')

export type DeviceCheck = { readonly kind: 'device'; readonly device: PeerDevice } | { readonly kind: 'removed' } | { readonly kind: 'rejected' }

/** Whose token it is. A store finds by index; the comparison that counts takes the same time for every hash. */
export async function checkDeviceToken(storage: Storage, token: string | null): Promise<DeviceCheck> {
  if (token === null || !tokenSchema.safeParse(token).success) return { kind: 'rejected' }
  const hash = hashOfToken(token)
  const row = await storage.findDeviceByToken(hash)
  if (row === null || !timingSafeEqual(row.tokenHash, hash)) return { kind: 'rejected' }
  if (row.removedAt !== null) return { kind: 'removed' }
  return { kind: 'device', device: { vaultId: row.vaultId, deviceId: row.deviceId } }
}

/** The vault and device that everybody is on an open server. */
export const openDevice: PeerDevice = { vaultId: 'open', deviceId: 'everybody' }

/** How long a printed setup link is good. */
const setupTokenMs = 24 * 60 * 60_000

/** A token that opens one vault. It is shown once and stored as its hash. */
export async function createSetupToken(storage: Storage, now: number, maxBytes: number | null = null): Promise<string> {
  const token = createToken()
  await storage.addSetupToken(hashOfToken(token), now + setupTokenMs, maxBytes)
  return token
}

/** In the fragment, which no request and no log carries. */
export const setupLink = (address: string, token: string): string => `${address}/#/settings/sync?setup=${token}`
