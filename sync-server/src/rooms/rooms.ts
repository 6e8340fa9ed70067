import { closeCodes } from '../../../shared/sync/protocol'
import type { Fanout } from '../fanout/fanout'
import { heavyFrameBytes, maxClientsPerFrame, maxStructsPerFrame, type ServerLimits } from '../limits'
import type { Log } from '../log'
import type { ServerMetrics } from '../metrics'
import type { Peer } from '../sockets/peer'
import { roomId, type RoomKey, type Storage } from '../storage/storage'
import { readMessage } from '../wire/read-message'
import { Committer } from './committer'
import { Folder } from './folder'
import { Room } from './room'

export interface RoomServices {
  readonly storage: Storage
  readonly fanout: Fanout
  readonly limits: ServerLimits
  readonly log: Log
  readonly metrics: ServerMetrics
  markDirty(room: Room): void
  fold(room: Room): void
  /** The vault is full: folds the room and the vault's others that are open, whatever length their logs have. */
  foldVault(room: Room): void
  /** Something was deleted: folds the room where the vault holds more than it may. */
  foldIfFull(room: Room): void
  /** Other instances stored something that did not arrive: read it soon. */
  catchUp(room: Room): void
  /** What the room believes to hold is not what is stored: it is closed and read again. */
  drop(room: Room): void
}

export interface RoomsPorts {
  readonly storage: Storage
  readonly fanout: Fanout
  readonly limits: ServerLimits
  readonly log: Log
  readonly metrics: ServerMetrics
}

/** A message of another instance may simply come later than the next one. */
const gapMs = 100
/** Sweeps between looking whether something was lost, where instances hear each other by means that may lose. */
const lookSweeps = 3

/** The rooms in memory, opened by the first peer and closed when they have been quiet for a while. */
export class Rooms {
  private readonly open = new Map<string, { readonly room: Room; readonly isReady: Promise<void>; end: () => void }>()
  private readonly roomOf = new Map<Peer, Room>()
  private readonly committer: Committer
  private readonly folder: Folder
  private readonly services: RoomServices
  private readonly catchingUp = new Set<Room>()
  private readonly heavy: { readonly peer: Peer; readonly frame: Uint8Array }[] = []
  private isFanoutConnected = true
  private sweeps = 0

  constructor(ports: RoomsPorts) {
    const { storage, fanout, metrics, log } = ports
    this.committer = new Committer(storage, metrics, log, (room) => this.drop(room))
    this.folder = new Folder(storage, log, metrics)
    this.services = {
      ...ports,
      markDirty: (room) => this.committer.mark(room),
      fold: (room) => this.folder.add(room),
      foldVault: (room) => this.foldVault(room),
      foldIfFull: (room) => void this.foldIfFull(room),
      catchUp: (room) => this.catchUp(room, gapMs),
      drop: (room) => this.drop(room),
    }
    fanout.onConnection((isConnected) => {
      this.isFanoutConnected = isConnected
      if (isConnected) void this.lookForMissing()
    })
  }

  /** Resolves when the peer is in its room, or gone. */
  async join(peer: Peer, key: RoomKey): Promise<void> {
    try {
      const room = await this.openRoom(key)
      if (!peer.isOpen) return
      this.roomOf.set(peer, room)
      room.join(peer)
    } catch (error) {
      this.services.log.error('room-failed', { reason: error instanceof Error ? error.message : String(error) })
      peer.close(closeCodes.busy, 'the storage failed')
    }
  }

  receive(peer: Peer, frame: Uint8Array): void {
    if (frame.byteLength < heavyFrameBytes) return this.take(peer, frame)
    this.heavy.push({ peer, frame })
    peer.addUnstored(frame.byteLength)
    if (this.heavy.length === 1) setImmediate(() => this.takeHeavy())
  }

  private takeHeavy(): void {
    const next = this.heavy.shift()
    if (this.heavy.length > 0) setImmediate(() => this.takeHeavy())
    if (next === undefined) return
    next.peer.addUnstored(-next.frame.byteLength)
    this.take(next.peer, next.frame)
  }

  private take(peer: Peer, frame: Uint8Array): void {
    if (!peer.isOpen) return
    const message = readMessage(frame, maxClientsPerFrame, maxStructsPerFrame)
    if (message === null) {
      this.services.metrics.refused('malformed')
      return peer.close(closeCodes.malformed, 'malformed', true)
    }
    if (message.kind === 'presence') peer.countPresence(frame.byteLength)
    if (peer.isOpen) this.roomOf.get(peer)?.receive(peer, message)
  }

  leave(peer: Peer): void {
    this.roomOf.get(peer)?.leave(peer)
    this.roomOf.delete(peer)
  }

  sweep(): void {
    for (const { room } of [...this.open.values()]) {
      if (room.sweep()) this.forget(room)
      // Left over from an earlier start; those who are coming in are served first.
      else if (room.state.isFoldDue) this.folder.add(room)
    }
    this.sweeps += 1
    const isDue = this.services.fanout.kind !== 'local' && (!this.isFanoutConnected || this.sweeps % lookSweeps === 0)
    if (isDue) void this.lookForMissing()
  }

  /** Stores what has arrived; the peers are to be closed before. */
  async close(): Promise<void> {
    await this.committer.idle()
    for (const { room } of [...this.open.values()]) this.forget(room)
    await this.folder.close()
  }

  get count(): number {
    return this.open.size
  }

  private async openRoom(key: RoomKey): Promise<Room> {
    const id = roomId(key)
    const entry = this.open.get(id) ?? this.makeRoom(id, key)
    await entry.isReady
    // It may have been dropped while it was read.
    return this.open.get(id) === entry ? entry.room : this.openRoom(key)
  }

  private makeRoom(id: string, key: RoomKey) {
    const room = new Room(key, this.services)
    const entry = { room, isReady: Promise.resolve(), end: () => undefined as void }
    this.open.set(id, entry)
    this.services.metrics.roomOpened()
    entry.isReady = this.startRoom(room, entry).catch((error: unknown) => {
      this.forget(room)
      throw error
    })
    return entry
  }

  private async startRoom(room: Room, entry: { end: () => void }): Promise<void> {
    const { fanout } = this.services
    // First hear, then read: nothing falls in between.
    entry.end = await fanout.subscribe(room.key, (message) => room.hear(message))
    await room.state.open()
    fanout.publish(room.key, { kind: 'presence-wanted' })
  }

  private forget(room: Room): void {
    const entry = this.open.get(room.id)
    if (entry?.room !== room) return
    this.open.delete(room.id)
    room.isClosed = true
    entry.end()
    this.services.metrics.roomClosed()
  }

  private foldVault({ key, state }: Room): void {
    this.folder.add({ key, state })
    for (const { room } of this.open.values()) if (room.key.vaultId === key.vaultId && room.key.room !== key.room) this.folder.add(room)
  }

  private async foldIfFull(room: Room): Promise<void> {
    const vault = await this.services.storage.getVault(room.key.vaultId).catch(() => null)
    if (vault !== null && vault.usedBytes > vault.maxBytes) this.folder.add(room)
  }

  private drop(room: Room): void {
    this.committer.forget(room)
    this.forget(room)
    room.closePeers(closeCodes.busy, 'try again')
  }

  private catchUp(room: Room, afterMs: number): void {
    if (this.catchingUp.has(room)) return
    this.catchingUp.add(room)
    setTimeout(() => {
      this.catchingUp.delete(room)
      if (!room.isClosed && (room.state.hasGap || afterMs === 0)) void this.readMissing(room)
    }, afterMs)
  }

  private async readMissing(room: Room): Promise<void> {
    try {
      await room.readMissing()
    } catch {
      this.services.log.warn('catch-up-failed')
    }
  }

  private async lookForMissing(): Promise<void> {
    const rooms = [...this.open.values()].map(({ room }) => room)
    try {
      const sequences = await this.services.storage.lastSequences(rooms.map(({ key }) => key))
      rooms.forEach((room, index) => {
        if ((sequences[index] ?? 0) > room.state.sequence) this.catchUp(room, 0)
      })
    } catch {
      this.services.log.warn('catch-up-failed')
    }
  }
}
