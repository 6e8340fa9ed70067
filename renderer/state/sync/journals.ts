import type { DeviceId, MessageId } from '@shared/ids'
import { deletedAt } from '@shared/sessions/index-doc'
import type { Keyring } from '@shared/sync/keyring'
import type { ChainRun } from '@shared/sync/keyring'
import type { RoomKind } from '@shared/sync/rooms'
import { vaultIdOf } from '@shared/sync/vault'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { applyRows, changedSince, filesOf, readRowsToSend } from '@renderer/db/sync-rows'
import { offerAgain, offerFiles } from '@renderer/db/sync-blobs'
import { dropSyncDoc } from '@renderer/db/sync-docs'
import { noteErased } from '@renderer/db/sync-outbox'
import { dropRoomState, readSyncState, writeSyncState, type SegmentState } from '@renderer/db/sync-state'
import type { EngineContext } from './engine-context'
import { OpenSegment, readerNumber } from './open-segment'
import { segmentsIn, type Segments } from './segments'
import type { SyncProgress } from './sync-service'
import { waitUntil } from './wait-until'

/**
 * What became of a rewriting: `done`: it is on the server; `later`: not everything could be reached; `locked`: entries whose
 * key is not here may hold such rows too.
 */
export type Rewritten = 'done' | 'later' | 'locked'

export interface JournalsPorts {
  readonly context: EngineContext
  readonly keyring: Keyring
  /** The room of the index has everything: it tells which segments there are. */
  readonly isIndexCaughtUp: () => boolean
  readonly onRows: () => void
  /** Rows that are to be in the vault no more have come out of it. */
  readonly onBroughtBack: () => void
}

/** A segment is closed at about this size, sealed. */
export const segmentBytes = 2 * 1024 * 1024
const rowsAtOnce = 200
/** Long rows go a few at a time, so that a segment ends near its size. */
const charsAtOnce = 1024 * 1024
/** Older segments that are read at the same time. */
const mostPassing = 2
const tryAgainAfterMs = 30_000
const rewriteWithinMs = 60_000

/** All segments of the journal: the newest is kept open, older ones are read one after another and let go of. */
export class Journals {
  private readonly segments: Segments
  private readonly open = new Map<number, OpenSegment>()
  private states: Record<string, SegmentState> = {}
  private queue: Promise<unknown> = Promise.resolve()
  private isFollowing = false
  private isDraining = false
  private isDrainDue = false
  private isHeld = false
  private outboxCount = 0
  private written = 0
  /** `written` when they were counted last. */
  private countedOf = 0
  private hasCaughtUp = false
  private isClosed = false
  /** How often the keys have changed, and when a segment with unopened entries was read last. */
  private triedKeys = 0
  private readonly triedWith = new Map<number, number>()
  private readonly stops: (() => void)[] = []

  constructor(private readonly ports: JournalsPorts) {
    const { env, membership } = ports.context
    this.segments = segmentsIn(env.index.doc, vaultIdOf(membership.secrets.vaultKey))
  }

  async start(): Promise<void> {
    const { db } = this.ports.context.env
    this.states = { ...(await readSyncState(db, 'segments')) }
    for (const number of Object.keys(this.states)) this.triedWith.set(Number(number), this.triedKeys)
    this.isHeld = (await readSyncState(db, 'backfill'))?.isHeld === true
    await this.count()
    const retry = setInterval(() => {
      this.follow()
      this.drain()
    }, tryAgainAfterMs)
    this.stops.push(this.segments.onChange(() => this.follow()), this.ports.keyring.onChange(() => this.onKeys()), () => clearInterval(retry))
    this.follow()
  }

  /** Something that decides which segments are open has changed. */
  follow(): void {
    if (this.isFollowing || this.isClosed) return
    this.isFollowing = true
    queueMicrotask(() => {
      this.isFollowing = false
      void this.exclusively(() => this.followNow()).catch(throwBugs)
    })
  }

  /** Everything that the vault has said so far is in `messages`. */
  get isCaughtUp(): boolean {
    return this.hasCaughtUp && [...this.open.values()].every((segment) => segment.isCaughtUp && !segment.isRefused)
  }

  /** Messages that no sealed entry holds yet, and entries that the server has not stored. */
  waiting(): number {
    const sealed = [...this.open.values()].reduce((sum, segment) => sum + segment.waiting(), 0)
    return sealed + (this.isHeld ? 0 : Math.max(this.outboxCount, this.countedOf < this.written ? 1 : 0))
  }

  /** Messages were written here: that they wait is known before they are counted. */
  onWritten(): void {
    this.written++
    this.ports.context.touch()
    this.drain()
  }

  progress(): SyncProgress | null {
    const numbers = this.segments.numbers()
    const done = numbers.filter((number) => this.isDone(number) || this.open.get(number)?.isTaken === true).length
    return done === numbers.length ? null : { done, total: numbers.length }
  }

  /** What counts of a device in each segment, should it be removed. */
  chainsOf(device: DeviceId): Map<RoomKind, readonly ChainRun[]> {
    const chains = new Map<RoomKind, readonly ChainRun[]>()
    for (const [number, state] of Object.entries(this.states)) chains.set(`journal/${Number(number)}`, state.chains[device] ?? [])
    for (const [number, segment] of this.open) chains.set(`journal/${number}`, segment.chainsOf(device))
    return chains
  }

  /** How far each chain is, by segment. */
  counters(): Map<RoomKind, Readonly<Record<string, number>>> {
    const counters = new Map<RoomKind, Readonly<Record<string, number>>>()
    for (const [number, state] of Object.entries(this.states)) counters.set(`journal/${Number(number)}`, state.counters)
    for (const [number, segment] of this.open) counters.set(`journal/${number}`, segment.describe().counters)
    return counters
  }

  /** Seals what waits in the outbox; called whenever something may have been put there. */
  drain(): void {
    if (this.isDraining || this.isClosed) {
      this.isDrainDue = true
      return
    }
    this.isDraining = true
    void this.exclusively(() => this.drainNow()).catch(throwBugs).finally(() => {
      this.isDraining = false
      if (!this.isDrainDue) return
      this.isDrainDue = false
      this.drain()
    })
  }

  /** The server has lost something: every segment is read anew, and what it no longer has is sent once more. */
  async reread(): Promise<void> {
    const { db } = this.ports.context.env
    await this.exclusively(async () => {
      await db.transaction('rw', [db.syncState, db.syncBlobs], async () => {
        await writeSyncState(db, 'backfill', { after: null, isNoted: false, isHeld: true })
        await writeSyncState(db, 'segments', {})
        await offerAgain(db)
      })
      this.states = {}
      this.isHeld = true
      this.hasCaughtUp = false
      for (const segment of this.open.values()) await segment.readAnew()
    })
    this.follow()
  }

  /** Messages that were here before this device came in are sent, except those that have arrived meanwhile. */
  async release(): Promise<void> {
    const { db } = this.ports.context.env
    const backfill = await readSyncState(db, 'backfill')
    if (backfill === null) return
    await writeSyncState(db, 'backfill', { ...backfill, isHeld: false })
    this.isHeld = false
    this.drain()
  }

  /** Changes rows in every segment, the oldest included; which one holds a row is not known. */
  rewriteAll(change: (row: unknown) => unknown): Promise<Rewritten> {
    return this.exclusively(async () => {
      let isLocked = false
      for (const number of this.segments.numbers()) {
        const rewritten = await this.rewriteOne(number, change)
        if (rewritten === 'later') return 'later'
        isLocked ||= rewritten === 'locked'
      }
      return isLocked ? 'locked' : 'done'
    })
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const stop of this.stops.splice(0)) stop()
    await this.queue
    for (const segment of this.open.values()) await segment.close()
    this.open.clear()
  }

  private onKeys(): void {
    this.triedKeys++
    this.follow()
    this.drain()
  }

  private isDone(number: number): boolean {
    const state = this.states[number]
    if (state === undefined || !state.isDone) return false
    if (state.keptBy > 0 && (state.keptBy < readerNumber || this.triedWith.get(number) !== this.triedKeys)) return false
    return Object.entries(this.segments.countersOf(number)).every(([chain, counter]) => counter <= Math.max(state.counters[chain] ?? 0, state.said[chain] ?? 0))
  }

  private async followNow(): Promise<void> {
    if (this.isClosed) return
    const numbers = this.segments.numbers()
    const newest = numbers.at(-1)
    if (newest !== undefined && !this.open.has(newest)) await this.openOne(newest, false)
    for (const segment of [...this.open.values()]) if (segment.number !== newest) await this.finish(segment)
    const isNewestHere = newest === undefined ? this.ports.isIndexCaughtUp() : this.open.get(newest)?.isTaken === true
    if (!isNewestHere) return
    const missing = numbers.filter((number) => number !== newest && !this.open.has(number) && !this.isDone(number)).reverse()
    const room = mostPassing - [...this.open.values()].filter(({ isPassing }) => isPassing).length
    for (const number of missing.slice(0, Math.max(0, room))) await this.openOlder(number)
    const isComplete = numbers.every((number) => number === newest || this.isDone(number))
    if (isComplete && this.ports.isIndexCaughtUp() && !this.hasCaughtUp) {
      this.hasCaughtUp = true
      this.ports.context.touch()
      this.ports.onRows()
    }
  }

  /** One that was the newest when the process died has its document on disk, with what was not sent yet. */
  private async openOlder(number: number): Promise<void> {
    const isKept = (await this.ports.context.env.db.syncDocs.where('room').equals(`journal/${number}`).count()) > 0
    await this.openOne(number, !isKept)
  }

  private async openOne(number: number, isPassing: boolean): Promise<OpenSegment> {
    const { context, keyring } = this.ports
    const onChanged = (): void => {
      context.touch()
      this.follow()
    }
    const segment = await OpenSegment.open(number, isPassing, { context, keyring, take: this.take, onChanged })
    this.open.set(number, segment)
    return segment
  }

  /** Lets go of an older segment once its rows are here and the server has what this device wrote in it. */
  private async finish(segment: OpenSegment): Promise<void> {
    if (!segment.isCaughtUp || !segment.isStored) return
    if (!segment.isPassing || !segment.isTaken) await segment.read()
    if (!segment.isTaken || !segment.isStored) return
    const { number } = segment
    const { db, guard, index } = { ...this.ports.context.env }
    const own = segment.ownCounter()
    if (own !== null) index.doc.transact(() => this.segments.sayCounter(number, own.chain, own.counter))
    const said = this.segments.countersOf(number)
    const state = { ...mergeState(this.states[number], segment.describe()), said }
    this.sayLost(number, said, state.counters)
    const states = { ...this.states, [number]: state }
    this.open.delete(number)
    this.triedWith.set(number, this.triedKeys)
    await segment.close()
    const written = await guard.write(() =>
      db.transaction('rw', [db.syncState, db.syncDocs], async () => {
        await writeSyncState(db, 'segments', states)
        await dropSyncDoc(`journal/${number}`, db)
        await dropRoomState(db, `journal/${number}`)
      }),
    )
    if (written.ok) this.states = states
    this.follow()
  }

  /** A chain is said to be so far once the server had it: what is missing of it now, the server has lost. */
  private sayLost(number: number, said: Readonly<Record<string, number>>, counters: Readonly<Record<string, number>>): void {
    const missing = Object.entries(said).reduce((sum, [chain, counter]) => sum + Math.max(0, counter - (counters[chain] ?? 0)), 0)
    if (missing > 0) this.ports.context.report.add({ kind: 'rolled-back', room: `journal/${number}`, count: missing })
  }

  private readonly take = async (rows: readonly unknown[]): Promise<void> => {
    const { env, touch } = this.ports.context
    const applied = await env.guard.write(() => applyRows(rows, env.db, (session) => deletedAt(env.index.doc, session) !== null))
    if (!applied.ok) throw new Error(applied.failure.code)
    const { sessions, erasedSessions, isBroughtBack } = applied.value
    if (sessions.length > 0) env.store.received(sessions)
    if (erasedSessions.length > 0) env.store.erased(erasedSessions)
    if (isBroughtBack) this.ports.onBroughtBack()
    await this.count()
    this.ports.onRows()
    touch()
  }

  private async drainNow(): Promise<void> {
    const { db } = this.ports.context.env
    while (!this.isClosed) {
      // What the disk refused is sealed already: it is written first, and not sealed again.
      for (const segment of this.open.values()) if (!(await segment.store.flush())) return
      await this.count()
      if (this.isHeld) return
      const ids = await db.syncOutbox.orderBy('messageId').limit(rowsAtOnce).primaryKeys()
      if (ids.length === 0 || !(await this.seal(ids))) return
    }
  }

  /** Entries and the end of the waiting are stored together: each row is sealed once, or waits. */
  private async seal(ids: readonly MessageId[]): Promise<boolean> {
    const { db } = this.ports.context.env
    const { rows, sent } = await readRowsToSend(ids, db, charsAtOnce)
    const segment = await this.segmentToWrite()
    const files = rows.flatMap(filesOf)
    const callOff = segment.store.writeAlongside({
      tables: [db.messages, db.syncOutbox, db.syncBlobs],
      async write() {
        await db.syncOutbox.bulkDelete([...sent])
        // Words that were forgotten while this was under way are in the entry now.
        await noteErased(await changedSince(rows, db), db)
        await offerFiles(files, db)
      },
    })
    if (rows.length > 0 && !segment.append(rows)) {
      callOff()
      return false
    }
    return segment.store.flush()
  }

  private async segmentToWrite(): Promise<OpenSegment> {
    const { env } = this.ports.context
    const newest = this.segments.numbers().at(-1) ?? 0
    const current = newest === 0 ? null : (this.open.get(newest) ?? (await this.openOne(newest, false)))
    if (current !== null && current.sealedBytes() < segmentBytes) return current
    env.index.doc.transact(() => this.segments.open(newest + 1, env.clock.now()))
    this.follow()
    return this.open.get(newest + 1) ?? (await this.openOne(newest + 1, false))
  }

  private async rewriteOne(number: number, change: (row: unknown) => unknown): Promise<Rewritten> {
    const isNewest = number === this.segments.numbers().at(-1)
    const segment = this.open.get(number) ?? (await this.openOne(number, !isNewest))
    await waitUntil(() => this.isClosed || (segment.isCaughtUp && segment.isTaken), rewriteWithinMs)
    if (this.isClosed || !segment.isTaken) return 'later'
    const isLocked = this.ports.keyring.currentEpoch() === null || segment.isLocked()
    segment.rewrite(change)
    await segment.store.flush()
    await waitUntil(() => this.isClosed || segment.isStored, rewriteWithinMs)
    const { isStored } = segment
    if (!isNewest && !this.isClosed) await this.finish(segment)
    return !isStored ? 'later' : isLocked ? 'locked' : 'done'
  }

  private async count(): Promise<void> {
    const { written } = this
    this.outboxCount = await this.ports.context.env.db.syncOutbox.count()
    this.countedOf = written
    this.ports.context.touch()
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work)
    this.queue = run.catch(() => undefined)
    return run
  }
}

/** A disk that refuses is said by the status; what was to be done is done again later. */
function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}

/** What was taken once counts, also where a later reading found less of it. */
function mergeState(before: SegmentState | undefined, now: Omit<SegmentState, 'said'>): Omit<SegmentState, 'said'> {
  const counters = { ...before?.counters }
  for (const [chain, counter] of Object.entries(now.counters)) counters[chain] = Math.max(counters[chain] ?? 0, counter)
  return { ...now, counters, chains: { ...before?.chains, ...now.chains } }
}
