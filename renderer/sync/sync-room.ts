import type { Awareness } from 'y-protocols/awareness'
import type { Acknowledged } from '@shared/sync/acknowledged'
import { syncLimits } from '@shared/sync/protocol'
import { splitUpdate } from '@shared/sync/split-update'
import type * as Y from 'yjs'
import type { Link, RoomSlot } from './link'
import { RoomConnection, type SocketClass } from './room-connection'

/** What a room's documents are kept in; see RoomStore. */
export interface RoomKeeper {
  readonly outer: Y.Doc
  readonly acknowledged: Acknowledged
  onStored: (update: Uint8Array) => void
  remoteOrigin: unknown
  touch(): void
  settled(): Promise<void>
}

export interface SyncRoomPorts {
  readonly keeper: RoomKeeper
  readonly link: Link
  readonly socketUrl: string
  readonly protocols: readonly string[]
  readonly roomName: string
  readonly Socket: SocketClass
  readonly awareness?: Awareness
  readonly now: () => number
  /** Something of `isCaughtUp`, `isOpen` or `waiting` may have changed. */
  readonly onChanged: () => void
  readonly onUnreadable: () => void
  /** The server no longer has what it once stored; so many entries. */
  readonly onRolledBack: (entries: number) => void
  /** What it had lost is stored again. */
  readonly onHealed: () => void
}

/** Where an update is not echoed for so long, the connection is taken for dead. */
const echoWithinMs = 45_000

/** A room on the wire: its connection, and what the server is known to have of it. */
export class SyncRoom {
  isCaughtUp = false
  private readonly connection: RoomConnection
  private readonly slot: RoomSlot
  private isHealing = false
  private readonly echoTimer: ReturnType<typeof setInterval>
  private waitingSince: number | null = null

  constructor(private readonly ports: SyncRoomPorts) {
    const { keeper, link } = ports
    this.connection = new RoomConnection({
      socketUrl: ports.socketUrl,
      roomName: ports.roomName,
      protocols: ports.protocols,
      outer: keeper.outer,
      ...(ports.awareness !== undefined && { awareness: ports.awareness }),
      Socket: ports.Socket,
      split: (update) => (update.byteLength <= syncLimits.splitBytes ? [update] : splitUpdate(update, syncLimits.splitBytes)),
      settled: () => keeper.settled(),
      on: {
        opened: () => {
          link.opened()
          ports.onChanged()
        },
        serverState: (stateVector) => this.onServerState(stateVector),
        caughtUp: () => this.onCaughtUp(),
        stored: (update) => this.onEcho(update),
        unreadable: ports.onUnreadable,
        closed: (code, hadOpened) => {
          this.isCaughtUp = false
          link.closed(this.slot, code, hadOpened)
          ports.onChanged()
        },
      },
    })
    keeper.remoteOrigin = this.connection.origin
    keeper.onStored = (update) => {
      this.connection.send(update)
      ports.onChanged()
    }
    this.slot = link.add(this.connection)
    this.echoTimer = setInterval(() => this.checkEcho(), echoWithinMs / 3)
  }

  get isOpen(): boolean {
    return this.connection.isOpen
  }

  /** Structs of the sealed document that the server has not said to have stored. */
  waiting(): number {
    return this.ports.keeper.acknowledged.waiting(this.ports.keeper.outer)
  }

  close(): void {
    clearInterval(this.echoTimer)
    this.ports.link.remove(this.slot)
    this.connection.close()
    this.ports.keeper.onStored = () => undefined
  }

  private onServerState(stateVector: Uint8Array): void {
    const lost = this.ports.keeper.acknowledged.compare(stateVector)
    this.ports.keeper.touch()
    if (lost === null) return
    this.isHealing = true
    this.ports.onRolledBack(lost.entries)
  }

  private onCaughtUp(): void {
    this.isCaughtUp = true
    this.ports.link.caughtUp(this.slot)
    this.ports.onChanged()
  }

  private onEcho(update: Uint8Array): void {
    this.ports.keeper.acknowledged.note(update)
    this.ports.keeper.touch()
    this.waitingSince = null
    if (this.isHealing && this.waiting() === 0) {
      this.isHealing = false
      this.ports.onHealed()
    }
    this.ports.onChanged()
  }

  /** A half-open connection takes everything and answers nothing (SYN-8). */
  private checkEcho(): void {
    if (!this.isOpen || this.waiting() === 0) {
      this.waitingSince = null
      return
    }
    const now = this.ports.now()
    this.waitingSince ??= now
    if (now - this.waitingSince > echoWithinMs) {
      this.waitingSince = null
      this.connection.drop()
    }
  }
}
