import { addDeviceSchema, createVaultSchema, rendezvousIdSchema, rendezvousSlotSchema, tokenSchema, wireDeviceIdSchema, type ApiErrorCode } from '../../../shared/sync/api'
import { apiPath, syncLimits, syncProtocolVersion } from '../../../shared/sync/protocol'
import { checkDeviceToken, hashOfToken, openDevice } from '../auth'
import type { BlobFiles } from '../blobs/blob-files'
import type { Fanout } from '../fanout/fanout'
import type { ServerLimits } from '../limits'
import type { ServerMetrics } from '../metrics'
import type { Connections } from '../sockets/connections'
import type { PeerDevice } from '../sockets/peer'
import type { Storage } from '../storage/storage'
import { answerBlob } from './blobs'
import type { Exchange } from './exchange'
import { Misses, triedWith } from './misses'
import { SlotWaiters } from './slot-waiters'

export interface ApiPorts {
  readonly storage: Storage
  readonly fanout: Fanout
  readonly connections: Connections
  readonly blobs: BlobFiles | null
  readonly limits: ServerLimits
  readonly metrics: ServerMetrics
  readonly version: string
  /** Hash of the web app that is served beside the API. */
  readonly webHash: () => Promise<string | null>
  readonly addressOf: (exchange: Exchange) => string
  readonly now: () => number
  readonly isOpen: boolean
}

type Handler = (exchange: Exchange, ...parts: string[]) => Promise<void> | void
type DeviceHandler = (exchange: Exchange, device: PeerDevice, ...parts: string[]) => Promise<void> | void

/** So many devices of one address may each use up what one device may. */
const addressesMisses = 20

const bytesOf = (hash: string): Uint8Array => new Uint8Array(Buffer.from(hash, 'base64url'))

/** The API under /api/v1; docs/SYNC.md has it on one page. */
export function createApi(ports: ApiPorts): (exchange: Exchange) => Promise<void> {
  const { storage, fanout, connections, limits, now } = ports
  const misses = new Misses({ most: limits.maxMissesPerMinute, mostOfAddress: limits.maxMissesPerMinute * addressesMisses }, now)
  const waiters = new SlotWaiters()
  fanout.onSignal((signal) => {
    if (signal.kind === 'rendezvous') waiters.wake(signal.id)
  })

  const miss = (exchange: Exchange, code: ApiErrorCode): void => {
    misses.add(ports.addressOf(exchange), triedWith(exchange.bearer))
    ports.metrics.refused(code)
    exchange.fail(code)
  }

  const withDevice =
    (handler: DeviceHandler): Handler =>
    async (exchange, ...parts) => {
      const check = ports.isOpen ? ({ kind: 'device', device: openDevice } as const) : await checkDeviceToken(storage, exchange.bearer)
      if (check.kind === 'device') return handler(exchange, check.device, ...parts)
      miss(exchange, check.kind === 'removed' ? 'removed' : 'token-rejected')
    }

  /** The hash of a token that is no device's. */
  const bearerHash = (exchange: Exchange): Uint8Array | null => {
    const token = tokenSchema.safeParse(exchange.bearer)
    return token.success ? hashOfToken(token.data) : null
  }

  async function info(exchange: Exchange): Promise<void> {
    const sha256 = await ports.webHash()
    const webApp = sha256 === null ? null : { sha256 }
    exchange.json(200, { name: 'commonplace-sync', protocol: syncProtocolVersion, version: ports.version, now: now(), webApp })
  }

  async function createVault(exchange: Exchange): Promise<void> {
    const setupTokenHash = bearerHash(exchange)
    if (setupTokenHash === null) return miss(exchange, 'token-rejected')
    const body = await exchange.readJson(createVaultSchema)
    if (!body.ok) return exchange.fail(body.failure)
    const { vaultId, deviceId, tokenHash, recoveryTokenHash } = body.value
    const device = { deviceId, tokenHash: bytesOf(tokenHash) }
    const outcome = await storage.createVault({ vaultId, setupTokenHash, recoveryTokenHash: bytesOf(recoveryTokenHash), device }, now())
    if (outcome === 'setup-token-rejected') return miss(exchange, 'token-rejected')
    if (outcome !== 'created') return exchange.fail(outcome)
    exchange.json(201, { maxBytes: (await storage.getVault(vaultId))?.maxBytes ?? 0 })
  }

  async function showVault(exchange: Exchange, { vaultId }: PeerDevice): Promise<void> {
    const vault = await storage.getVault(vaultId)
    if (vault === null) return exchange.fail('not-found')
    const rows = (await storage.listDevices(vaultId)).filter(({ removedAt }) => removedAt === null)
    const at = now()
    const devices = rows.map(({ deviceId, addedAt, lastSeenAt, onlineUntil }) => ({
      deviceId,
      addedAt,
      lastSeenAt,
      isOnline: onlineUntil > at || connections.isOnline({ vaultId, deviceId }),
    }))
    exchange.json(200, { vaultId, usedBytes: vault.usedBytes, maxBytes: vault.maxBytes, devices })
  }

  async function deleteVault(exchange: Exchange, { vaultId }: PeerDevice): Promise<void> {
    await storage.deleteVault(vaultId)
    connections.closeVault(vaultId)
    fanout.signal({ kind: 'vault-deleted', vaultId })
    await ports.blobs?.deleteVault(vaultId)
    exchange.empty(204)
  }

  async function addDevice(exchange: Exchange, { vaultId }: PeerDevice): Promise<void> {
    const body = await exchange.readJson(addDeviceSchema)
    if (!body.ok) return exchange.fail(body.failure)
    const { deviceId, tokenHash } = body.value
    const outcome = await storage.addDevice(vaultId, { deviceId, tokenHash: bytesOf(tokenHash) }, now())
    if (outcome === 'added') exchange.empty(201)
    else exchange.fail(outcome === 'vault-gone' ? 'removed' : outcome)
  }

  async function removeDevice(exchange: Exchange, { vaultId }: PeerDevice, deviceId = ''): Promise<void> {
    if (!wireDeviceIdSchema.safeParse(deviceId).success) return exchange.fail('invalid')
    const isRemoved = await storage.removeDevice(vaultId, deviceId, now())
    connections.closeDevice({ vaultId, deviceId })
    fanout.signal({ kind: 'device-removed', vaultId, deviceId })
    if (isRemoved) exchange.empty(204)
    else exchange.fail('not-found')
  }

  async function recover(exchange: Exchange): Promise<void> {
    const hash = bearerHash(exchange)
    const vault = hash === null ? null : await storage.findVaultByRecoveryToken(hash)
    if (vault === null) return miss(exchange, 'token-rejected')
    const body = await exchange.readJson(addDeviceSchema)
    if (!body.ok) return exchange.fail(body.failure)
    const { deviceId, tokenHash } = body.value
    const outcome = await storage.addDevice(vault.vaultId, { deviceId, tokenHash: bytesOf(tokenHash) }, now())
    if (outcome === 'added') exchange.json(201, { vaultId: vault.vaultId, maxBytes: vault.maxBytes })
    else exchange.fail(outcome === 'vault-gone' ? 'not-found' : outcome)
  }

  async function openRendezvous(exchange: Exchange, { vaultId }: PeerDevice, id = ''): Promise<void> {
    if (!rendezvousIdSchema.safeParse(id).success) return exchange.fail('invalid')
    const at = now()
    await storage.dropExpired(at)
    const expiresAt = at + syncLimits.rendezvousMs
    const outcome = await storage.openRendezvous(id, vaultId, expiresAt, at, limits.maxOpenRendezvousPerVault)
    if (outcome === 'opened') exchange.json(201, { expiresAt })
    else exchange.fail(outcome)
  }

  async function putSlot(exchange: Exchange, id = '', slotText = ''): Promise<void> {
    const slot = slotOf(id, slotText)
    if (slot === null) return exchange.fail('invalid')
    const body = await exchange.readBytes(syncLimits.rendezvousSlotBytes)
    if (!body.ok) return exchange.fail(body.failure)
    const outcome = await storage.putSlot(id, slot, body.value, now())
    if (outcome === 'not-found') return miss(exchange, 'not-found')
    if (outcome === 'taken') return exchange.fail('exists')
    waiters.wake(id)
    fanout.signal({ kind: 'rendezvous', id })
    exchange.empty(201)
  }

  async function getSlot(exchange: Exchange, id = '', slotText = ''): Promise<void> {
    const slot = slotOf(id, slotText)
    if (slot === null) return exchange.fail('invalid')
    const waitSeconds = Math.min(Number(exchange.query.get('wait') ?? 0) || 0, syncLimits.rendezvousWaitSeconds)
    const until = now() + 1000 * waitSeconds
    for (;;) {
      const found = await storage.getSlot(id, slot, now())
      if (found === 'not-found') return miss(exchange, 'not-found')
      if (found !== null) return exchange.bytes(200, found)
      if (now() >= until || exchange.response.destroyed) return exchange.empty(204)
      await waiters.wait(id, until - now(), exchange.response)
    }
  }

  const routes: readonly [method: string, pattern: RegExp, handler: Handler][] = [
    ['GET', /^\/info$/, info],
    ['POST', /^\/vaults$/, createVault],
    ['GET', /^\/vault$/, withDevice(showVault)],
    ['DELETE', /^\/vault$/, withDevice(deleteVault)],
    ['POST', /^\/devices$/, withDevice(addDevice)],
    ['DELETE', /^\/devices\/([^/]+)$/, withDevice(removeDevice)],
    ['POST', /^\/recoveries$/, recover],
    ['POST', /^\/rendezvous\/([^/]+)$/, withDevice(openRendezvous)],
    ['PUT', /^\/rendezvous\/([^/]+)\/([^/]+)$/, putSlot],
    ['GET', /^\/rendezvous\/([^/]+)\/([^/]+)$/, getSlot],
    ...['HEAD', 'GET', 'PUT', 'DELETE'].map((method): [string, RegExp, Handler] => [
      method,
      /^\/blobs\/([^/]+)$/,
      withDevice((exchange, device, id = '') => answerBlob(ports, exchange, device, id)),
    ]),
  ]

  return async (exchange) => {
    if (exchange.method === 'OPTIONS') return exchange.answerPreflight()
    if (misses.isOver(ports.addressOf(exchange), triedWith(exchange.bearer))) return exchange.fail('too-many', { 'Retry-After': '60' })
    const path = exchange.path.slice(apiPath.length)
    for (const [method, pattern, handler] of routes) {
      const parts = method === exchange.method ? pattern.exec(path) : null
      if (parts !== null) return handler(exchange, ...parts.slice(1))
    }
    exchange.fail('not-found')
  }
}

function slotOf(id: string, text: string): number | null {
  const slot = rendezvousSlotSchema.safeParse(text)
  return rendezvousIdSchema.safeParse(id).success && slot.success ? slot.data : null
}
