import type { Log } from '../log'
import { ClockIndex, defaultIndexLimits } from '../wire/clock-index'
import { scanUpdate, type ScannedUpdate } from '../wire/scan-update'
import type { RoomKey, Storage, StoredUpdate } from '../storage/storage'

/** Stored updates, kept for a short while for those who ask at the same time. */
interface Kept {
  readonly updates: ScannedUpdate[]
  sequence: number
  sweeps: number
}

export interface StoredScan {
  readonly sequence: number
  readonly update: ScannedUpdate
}

/** Clients and gaps of a whole room, which may have gathered over years. */
const anyClients = 1_000_000
/** A log shorter than this is not worth folding. */
const [leastRows, leastBytes] = [300, 256 * 2 ** 10]

/** What is known of a room's stored updates: what they hold, up to where, and how long their log has become. */
export class RoomState {
  readonly index: ClockIndex
  /** Everything up to it was handed to the peers. */
  sequence = 0
  private readonly ahead = new Set<number>()
  private kept: Kept | null = null
  private reading: Promise<void> | null = null
  private logRows = 0
  private logBytes = 0
  private foldedBytes = 0
  private readonly key: RoomKey
  private readonly storage: Storage
  private readonly log: Log

  constructor(key: RoomKey, storage: Storage, log: Log, maxClients: number) {
    this.key = key
    this.storage = storage
    this.log = log
    this.index = new ClockIndex({ ...defaultIndexLimits, maxClients })
  }

  /** Reads everything once, before the first peer comes in. */
  async open(): Promise<void> {
    await this.read()
    for (const update of this.kept?.updates ?? []) this.index.add(update)
    this.sequence = this.kept?.sequence ?? 0
  }

  /** All stored updates, at least everything that the peers were given until now. */
  async updates(): Promise<readonly ScannedUpdate[]> {
    const least = this.sequence
    while (this.kept === null || this.kept.sequence < least) {
      this.reading ??= this.read().finally(() => (this.reading = null))
      await this.reading
    }
    this.kept.sweeps = 0
    return [...this.kept.updates]
  }

  /** An update was stored under this number and is being handed to the peers. False where that happened before. */
  pass(sequence: number, updates: readonly ScannedUpdate[], bytes: number): boolean {
    if (sequence <= this.sequence || this.ahead.has(sequence)) return false
    this.logRows += 1
    this.logBytes += bytes
    this.ahead.add(sequence)
    this.advance()
    if (this.kept?.sequence === sequence - 1) {
      this.kept.updates.push(...updates)
      this.kept.sequence = sequence
    } else this.kept = null
    return true
  }

  get hasGap(): boolean {
    return this.ahead.size > 0
  }

  /** What other instances stored, read from the storage because it did not come by itself. It is not passed yet. */
  async readMissing(): Promise<readonly StoredScan[]> {
    const { updates, foldedSequence } = await this.storage.read(this.key, this.sequence)
    const [first] = updates
    if (first !== undefined && first.sequence === foldedSequence && foldedSequence > this.sequence) this.reach(foldedSequence)
    return updates.filter(({ sequence }) => sequence === foldedSequence || !this.ahead.has(sequence)).flatMap((one) => this.scan(one))
  }

  /** A folded state stands for all numbers up to its own, which are gone: all but its own count as passed. */
  private reach(folded: number): void {
    for (const sequence of this.ahead) if (sequence <= folded) this.ahead.delete(sequence)
    this.sequence = folded - 1
  }

  private advance(): void {
    while (this.ahead.delete(this.sequence + 1)) this.sequence += 1
  }

  /** The log has outgrown what it comes to when it is folded. */
  get isFoldDue(): boolean {
    return this.logRows > leastRows + this.foldedBytes / 4096 || this.logBytes > Math.max(leastBytes, this.foldedBytes)
  }

  folded(foldedBytes: number, rows: number): void {
    this.foldedBytes = foldedBytes
    this.logRows = Math.max(0, this.logRows - rows)
    this.logBytes = this.logRows === 0 ? 0 : Math.min(this.logBytes, leastBytes)
    this.kept = null
  }

  /** Nothing came of a fold: the next try is made when the log has doubled. */
  foldFailed(): void {
    this.foldedBytes = Math.max(this.foldedBytes, 2 * this.logBytes, 4096 * this.logRows)
  }

  sweep(): void {
    if (this.kept !== null && ++this.kept.sweeps > 1) this.kept = null
  }

  private async read(): Promise<void> {
    const { updates, sequence, foldedSequence } = await this.storage.read(this.key, 0)
    const [first] = updates
    this.foldedBytes = first !== undefined && first.sequence === foldedSequence ? first.update.byteLength : 0
    this.logRows = updates.length - (this.foldedBytes > 0 ? 1 : 0)
    this.logBytes = updates.reduce((sum, { update }) => sum + update.byteLength, -this.foldedBytes)
    this.kept = { updates: updates.flatMap((one) => this.scan(one)).map(({ update }) => update), sequence, sweeps: 0 }
  }

  private scan({ sequence, update }: StoredUpdate): StoredScan[] {
    const scanned = scanUpdate(update, anyClients)
    if (scanned !== null) return [{ sequence, update: scanned }]
    // The devices have it and send it again, once the server says that it lacks it.
    this.log.error('stored-update-damaged', { sequence })
    return []
  }
}
