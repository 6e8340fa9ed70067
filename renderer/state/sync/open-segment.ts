import type { DeviceId } from '@shared/ids'
import type { Keyring } from '@shared/sync/keyring'
import type { RoomKind } from '@shared/sync/rooms'
import { openSealedJournal, type SealedJournal } from '@shared/sync/sealed-journal'
import { deviceTagOf } from '@shared/sync/vault'
import { toHex } from '@shared/sync/bytes'
import type { RoomStore } from '@renderer/db/sync-room-store'
import type { SegmentState } from '@renderer/db/sync-state'
import type { SyncRoom } from '@renderer/sync/sync-room'
import { connectRoom, openRoomStore, roomPorts, type EngineContext } from './engine-context'

export interface SegmentPorts {
  readonly context: EngineContext
  readonly keyring: Keyring
  readonly take: (rows: readonly unknown[], from: DeviceId) => Promise<void>
  readonly onChanged: () => void
}

/** Grows whenever this app learns to open entries that it could not open before. */
export const readerNumber = 1

/** Rows that the disk refused are offered again after this. */
const offerAgainAfterMs = 5000

/**
 * One segment of the journal while it is open: the newest one for as long as it is, an older one until its rows are
 * here.
 */
export class OpenSegment {
  private room: SyncRoom | null = null
  private journal: SealedJournal
  private isReading = false
  private hasStarted = false
  /** Rows of entries that were in the room when everything of it had arrived, are here. */
  isTaken = false
  /** The disk refused rows: until it takes them the segment is not here, and must not be let go of. */
  isRefused = false
  private stopOffer: (() => void) | null = null
  private isClosed = false

  private constructor(
    readonly number: number,
    readonly isPassing: boolean,
    private readonly ports: SegmentPorts,
    readonly store: RoomStore,
  ) {
    this.journal = this.openJournal()
  }

  /** @param isPassing it is read and let go of: its sealed document is not stored */
  static async open(number: number, isPassing: boolean, ports: SegmentPorts): Promise<OpenSegment> {
    const kind: RoomKind = `journal/${number}`
    const segment = new OpenSegment(number, isPassing, ports, await openRoomStore(ports.context, { kind, isPassing }))
    // What is on disk is taken without a network; what passes through arrives first.
    if (!isPassing) void segment.read()
    segment.room = connectRoom(ports.context, segment.store, { onChanged: () => segment.onRoomChanged() })
    return segment
  }

  get isCaughtUp(): boolean {
    return this.room?.isCaughtUp === true
  }

  get isStored(): boolean {
    return this.waiting() === 0
  }

  waiting(): number {
    return this.room?.waiting() ?? 0
  }

  sealedBytes(): number {
    return this.journal.sealedBytes()
  }

  append(rows: readonly unknown[]): boolean {
    return this.journal.append(rows)
  }

  rewrite(change: (row: unknown) => unknown): number {
    return this.journal.rewrite(change)
  }

  hasKept(): boolean {
    return this.journal.kept() > 0
  }

  /** What some of its entries hold is not known, and may be yet. */
  isLocked(): boolean {
    return this.journal.locked() > 0
  }

  chainsOf: SealedJournal['chainsOf'] = (device) => this.journal.chainsOf(device)

  /** How far this device's own chain is; null where it wrote nothing. */
  ownCounter(): { readonly chain: string; readonly counter: number } | null {
    const { chain } = this.store
    if (chain.counter === 0) return null
    const { secrets, device } = this.ports.context.membership
    return { chain: toHex(deviceTagOf(secrets.vaultKey, device.deviceId)) + chain.stream, counter: chain.counter }
  }

  /** What is to be remembered of it once it is let go of. */
  describe(): Omit<SegmentState, 'said'> {
    const own = this.ownCounter()
    const seen = Object.entries(this.store.chain.seen).map(([chain, { counter }]) => [chain, counter] as const)
    const devices = this.ports.keyring.roster().devices.map(({ id }) => [id, this.chainsOf(id)] as const)
    return {
      isDone: true,
      keptBy: this.hasKept() ? readerNumber : 0,
      counters: Object.fromEntries(own === null ? seen : [...seen, [own.chain, own.counter]]),
      chains: Object.fromEntries(devices.filter(([, runs]) => runs.length > 0)),
    }
  }

  /** Takes what has arrived; once more where something could not be taken before. */
  async read(): Promise<void> {
    if (this.isReading || this.stopOffer !== null) return
    this.isReading = true
    this.isRefused = false
    const wasCaughtUp = this.isCaughtUp
    if (this.hasStarted) await this.reopenJournal()
    this.hasStarted = true
    await this.journal.start()
    this.isReading = false
    this.isTaken = wasCaughtUp && this.isCaughtUp && !this.isRefused
    this.ports.onChanged()
  }

  /** Gives every row of it once more, also those that were taken before. */
  readAnew(): Promise<void> {
    Object.assign(this.store.chain, { taken: { upTo: {}, except: [] }, settled: null })
    return this.read()
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.stopOffer?.()
    this.room?.close()
    await this.journal.close()
    await this.store.close()
  }

  private onRoomChanged(): void {
    if (this.isCaughtUp && !this.isTaken) void this.read()
    this.ports.onChanged()
  }

  private openJournal(): SealedJournal {
    const { context, keyring } = this.ports
    const ports = roomPorts(context, this.store, keyring, () => this.journal.kept())
    return openSealedJournal({ ...ports, take: this.take })
  }

  private readonly take: SegmentPorts['take'] = async (rows, from) => {
    try {
      await this.ports.take(rows, from)
    } catch (error) {
      this.isRefused = true
      this.isTaken = false
      this.offerAgain()
      throw error
    }
  }

  private offerAgain(): void {
    if (this.isClosed) return
    this.stopOffer ??= this.ports.context.env.timer.after(offerAgainAfterMs, () => {
      this.stopOffer = null
      void this.read()
    })
  }

  private async reopenJournal(): Promise<void> {
    await this.journal.close()
    this.journal = this.openJournal()
  }
}
