import { closeCodes } from '../../../shared/sync/protocol'
import type { Log } from '../log'
import type { Storage } from '../storage/storage'
import type { Peer, PeerDevice } from './peer'

/** Until then a device counts as connected without another word, in milliseconds. Longer than the time between two notes. */
const onlineMs = 75_000
const sweepsPerNote = 6
const sweepsPerWindow = 2
/** Peers are looked after in turn, a part of them at a time: thousands at once would keep everybody waiting. */
export const sweepParts = 20

/** All peers of this instance, by vault. */
export class Connections {
  private readonly vaults = new Map<string, Set<Peer>>()
  private readonly parts = Array.from({ length: sweepParts }, () => new Set<Peer>())
  private sweeps = 0
  private joined = 0
  count = 0
  private readonly storage: Storage
  private readonly log: Log
  private readonly now: () => number

  constructor(storage: Storage, log: Log, now: () => number) {
    this.storage = storage
    this.log = log
    this.now = now
  }

  add(peer: Peer): void {
    const { vaultId } = peer.device
    const peers = this.vaults.get(vaultId) ?? new Set()
    const isFirst = ![...peers].some(({ device }) => device.deviceId === peer.device.deviceId)
    this.vaults.set(vaultId, peers.add(peer))
    this.parts[this.joined++ % sweepParts]?.add(peer)
    this.count += 1
    if (isFirst) this.note([peer.device], onlineMs)
  }

  remove(peer: Peer): void {
    const peers = this.vaults.get(peer.device.vaultId)
    if (peers?.delete(peer) !== true) return
    for (const part of this.parts) part.delete(peer)
    this.count -= 1
    if (peers.size === 0) this.vaults.delete(peer.device.vaultId)
    if (![...peers].some(({ device }) => device.deviceId === peer.device.deviceId)) this.note([peer.device], 0)
  }

  countOf(vaultId: string): number {
    return this.vaults.get(vaultId)?.size ?? 0
  }

  isOnline({ vaultId, deviceId }: PeerDevice): boolean {
    return [...(this.vaults.get(vaultId) ?? [])].some(({ device }) => device.deviceId === deviceId)
  }

  closeDevice({ vaultId, deviceId }: PeerDevice): void {
    for (const peer of [...(this.vaults.get(vaultId) ?? [])]) if (peer.device.deviceId === deviceId) peer.close(closeCodes.removed, 'the device was removed')
  }

  closeVault(vaultId: string): void {
    for (const peer of [...(this.vaults.get(vaultId) ?? [])]) peer.close(closeCodes.removed, 'the vault was deleted')
  }

  closeAll(): void {
    for (const peer of this.all()) peer.close(closeCodes.busy, 'the server is shutting down')
  }

  /** One part of a sweep: `sweepParts` calls make a whole one. */
  sweep(): void {
    const part = [...(this.parts[this.sweeps % sweepParts] ?? [])]
    const round = Math.floor(this.sweeps / sweepParts)
    this.sweeps += 1
    for (const peer of part) peer.sweep(round % sweepsPerWindow === 0)
    if (round % sweepsPerNote === 0) this.note(devicesOf(part), onlineMs)
  }

  /** Another process changed something: whoever was removed there is closed here. */
  async checkAll(): Promise<void> {
    for (const vaultId of [...this.vaults.keys()]) {
      const rows = await this.storage.listDevices(vaultId)
      if (rows.length === 0) this.closeVault(vaultId)
      for (const { deviceId, removedAt } of rows) if (removedAt !== null) this.closeDevice({ vaultId, deviceId })
    }
  }

  private all(): Peer[] {
    return [...this.vaults.values()].flatMap((peers) => [...peers])
  }

  private note(devices: readonly PeerDevice[], forMs: number): void {
    const seenAt = this.now()
    if (devices.length === 0) return
    this.storage.noteDevices(devices.map(({ vaultId, deviceId }) => ({ vaultId, deviceId, seenAt, onlineUntil: seenAt + forMs }))).catch(() => {
      this.log.warn('sightings-not-stored')
    })
  }
}

const devicesOf = (peers: readonly Peer[]): PeerDevice[] => [...new Map(peers.map(({ device }) => [`${device.vaultId}/${device.deviceId}`, device])).values()]
