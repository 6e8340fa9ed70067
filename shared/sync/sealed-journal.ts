import type { DeviceId } from '../ids'
import type { ReplacedEntry } from './entry-body'
import { chainKeyOf } from './envelope'
import { maxPartBytes } from './fold'
import { RoomHealer } from './room-healer'
import { RoomLog, type LivingEntry, type OpenedEntry } from './room-log'
import type { RoomPorts } from './room-ports'
import { cutBytes, packRows, unpackRows } from './row-lines'
import type { ChainRun } from './statement'

export interface JournalPorts extends RoomPorts {
  /**
   * Stores rows that another device wrote (or this one, once); a row that is there already is left alone. Where it
   * rejects, the entry is given again at the next change or start.
   */
  take(rows: readonly unknown[], from: DeviceId): Promise<void>
}

/** A segment of the journal: a set of rows that only grows. */
export interface SealedJournal {
  /** Takes what is in the room, entry by entry, then follows it. Resolves when what was there at the call was taken. */
  start(progress?: (done: number, total: number) => void): Promise<void>
  /**
   * Seals rows and pushes them before it returns, up to 500 an entry.
   * @returns false where there is no epoch to seal with: nothing was pushed, the caller keeps them
   */
  append(rows: readonly unknown[]): boolean
  /**
   * Changes rows that are there: `change` gives the row as it is, another in its place, or null to take it out. Entries
   * that held such rows are written anew and deleted. @returns how many entries that were
   */
  rewrite(change: (row: unknown) => unknown): number
  /** Bytes of the entries in the room. */
  sealedBytes(): number
  kept(): number
  /** Entries whose key or further parts are not here (yet): what they hold is not known. */
  locked(): number
  chainsOf(device: DeviceId): readonly ChainRun[]
  /** Resolves when nothing is being taken any more. */
  close(): Promise<void>
}

export const rowsAnEntry = 500
/** Rows are long or short: an entry is closed early where it gets long. */
const maxPlainChars = 1024 * 1024
/** The chain state is saved after so many entries, so that a stop half-way costs little. */
const rememberAfterEntries = 20

export const openSealedJournal = (ports: JournalPorts): SealedJournal => new OpenJournal(ports)

class OpenJournal implements SealedJournal {
  private readonly log: RoomLog
  private readonly healer: RoomHealer
  private taking: Promise<void> | null = null
  private isAskedAgain = false
  private isClosed = false
  private takenSince = 0

  constructor(private readonly ports: JournalPorts) {
    this.log = new RoomLog(ports, (log) => log.remember())
    this.healer = new RoomHealer(this.log, (entry) => this.log.replacedLinks().has(this.log.sealedOf(entry)?.hash ?? ''))
  }

  async start(progress?: (done: number, total: number) => void): Promise<void> {
    this.log.look()
    this.log.recall()
    this.log.follow(
      () => void this.takeNew(),
      (removed) => this.healer.noticeRemoved(removed),
    )
    await this.takeNew(progress)
  }

  append(rows: readonly unknown[]): boolean {
    if (this.ports.keyring.currentEpoch() === null) return false
    const bodies = batchesOf(rows).flatMap((batch) => bodiesOf(batch, []))
    return bodies.length === 0 || this.log.push(bodies)
  }

  rewrite(change: (row: unknown) => unknown): number {
    let rewritten = 0
    for (const group of this.takenGroups()) {
      const rows = unpackRows(group.map(({ bytes }) => bytes))
      if (rows === null) continue
      const changed = rows.map((row) => change(row))
      if (changed.every((row, index) => row === rows[index])) continue
      const left = changed.filter((row) => row !== null)
      const removed = new Set(group.map(({ living }) => living.id))
      // What these had replaced stays known by the new one.
      const replaces = [...new Map(group.flatMap(({ link, replaced }) => [link, ...replaced]).map((link) => [link.hash, link])).values()]
      const bodies = batchesOf(left.length > 0 ? left : []).flatMap((batch, index) => bodiesOf(batch, index === 0 ? replaces : []))
      if (!this.log.push(bodies.length > 0 ? bodies : bodiesOf([], replaces), removed)) return rewritten
      rewritten += removed.size
    }
    return rewritten
  }

  sealedBytes(): number {
    return [...this.log.living.values()].reduce((sum, { bytes }) => sum + (bytes?.byteLength ?? 0), 0)
  }

  kept(): number {
    return this.log.kept()
  }

  locked(): number {
    return this.log.locked()
  }

  chainsOf(device: DeviceId): readonly ChainRun[] {
    return this.log.chainsOf(device)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.healer.close()
    this.log.close()
    await this.taking
  }

  /** One run at a time; what is asked for meanwhile (keys that have come) is done by another round of it. */
  private takeNew(progress?: (done: number, total: number) => void): Promise<void> {
    this.isAskedAgain = true
    this.taking ??= this.takeRounds(progress).finally(() => {
      this.taking = null
    })
    return this.taking
  }

  private async takeRounds(progress?: (done: number, total: number) => void): Promise<void> {
    while (this.isAskedAgain && !this.isClosed) {
      this.isAskedAgain = false
      await this.takeRound(progress)
    }
    this.remember()
  }

  private async takeRound(progress?: (done: number, total: number) => void): Promise<void> {
    const waiting = this.log.untaken()
    const parts = new Map<string, OpenedEntry[]>()
    for (const [index, living] of waiting.entries()) {
      if (this.isClosed) return
      await this.takeEntry(living, parts)
      progress?.(index + 1, waiting.length)
    }
  }

  private async takeEntry(living: LivingEntry, parts: Map<string, OpenedEntry[]>): Promise<void> {
    const opened = this.log.open(living)
    if (opened === null) return
    if (opened.body.kind !== 'rows') return this.log.refuse(living, 'malformed')
    if (this.isReplay(opened)) return
    const group = groupOf(opened, opened.body, parts)
    if (group === null) return
    const rows = unpackRows(group.map(({ body }) => (body.kind === 'rows' ? body.bytes : new Uint8Array())))
    if (rows === null) return this.log.refuse(living, 'malformed')
    await this.take(group, rows, opened.device.id)
  }

  private async take(group: readonly OpenedEntry[], rows: readonly unknown[], from: DeviceId): Promise<void> {
    try {
      if (rows.length > 0) await this.ports.take(rows, from)
    } catch {
      // What the disk refuses is offered again.
      return
    }
    const isOwn = from === this.ports.keyring.device?.deviceId
    if (!isOwn && rows.length > 0) this.ports.report({ kind: 'merged', device: from, edits: rows.length })
    for (const entry of group) this.accept(entry)
  }

  private accept(entry: OpenedEntry): void {
    const twin = entry.isKnown ? this.log.twinOf(entry) : null
    const step = this.log.accept(entry)
    // A removed device's chain may lead through what was replaced.
    if (entry.body.kind === 'rows' && entry.body.replaces.length > 0) this.isAskedAgain = true
    if (step === 'known' && twin !== null) this.ports.report({ kind: 'forked', device: entry.device.id })
    this.takenSince += 1
    if (this.takenSince >= rememberAfterEntries) this.remember()
  }

  /** The same bytes twice, or an entry that was taken out on purpose. */
  private isReplay(entry: OpenedEntry): boolean {
    const twin = entry.isKnown ? this.log.twinOf(entry) : null
    const isCopy = twin !== null && this.log.sealedOf(twin)?.hash === entry.hash
    if (!isCopy && !this.log.replacedLinks().has(entry.hash)) {
      this.healer.isReturning(entry.living)
      return false
    }
    this.log.refuse(entry.living, 'replayed')
    entry.living.isTaken = true
    return true
  }

  private remember(): void {
    if (this.takenSince === 0) return
    this.takenSince = 0
    this.log.remember()
    this.ports.onChain()
  }

  /** Entries that hold rows, with the parts of a long batch together; those of which a part is missing are left out. */
  private takenGroups() {
    const groups = new Map<string, { living: LivingEntry; part: number; parts: number; bytes: Uint8Array; link: ReplacedEntry; replaced: readonly ReplacedEntry[] }[]>()
    for (const living of this.log.taken()) {
      const sealed = this.log.sealedOf(living)
      const body = this.log.bodyOf(living)
      if (sealed === null || body?.kind !== 'rows' || living.refusal !== null) continue
      const { header } = sealed.entry
      const key = `${chainKeyOf(header)}:${header.counter - body.part}`
      const link = { chain: chainKeyOf(header), counter: header.counter, hash: sealed.hash, previous: header.previous }
      const group = groups.get(key) ?? []
      groups.set(key, group)
      group[body.part] = { living, part: body.part, parts: body.parts, bytes: body.bytes, link, replaced: body.replaces }
    }
    return [...groups.values()].filter((group) => group.filter(Boolean).length === group[0]?.parts)
  }
}

/** Puts a part to the others; gives them all once they are there. */
function groupOf(entry: OpenedEntry, body: { readonly part: number; readonly parts: number }, parts: Map<string, OpenedEntry[]>): OpenedEntry[] | null {
  if (body.parts === 1) return [entry]
  const key = `${entry.chain}:${entry.counter - body.part}`
  const group = parts.get(key) ?? []
  parts.set(key, group)
  group[body.part] = entry
  return group.filter(Boolean).length === body.parts ? group : null
}

function batchesOf(rows: readonly unknown[]): unknown[][] {
  const batches: unknown[][] = []
  let batch: unknown[] = []
  let chars = 0
  for (const row of rows) {
    const length = JSON.stringify(row).length
    if (batch.length > 0 && (batch.length >= rowsAnEntry || chars + length > maxPlainChars)) {
      batches.push(batch)
      batch = []
      chars = 0
    }
    batch.push(row)
    chars += length
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

function bodiesOf(rows: readonly unknown[], replaces: readonly ReplacedEntry[]) {
  const pieces = cutBytes(packRows(rows), maxPartBytes)
  return pieces.map((bytes, part) => ({ kind: 'rows', part, parts: pieces.length, replaces: part === 0 ? replaces : [], bytes }) as const)
}
