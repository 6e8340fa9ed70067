import { sha256 } from '@noble/hashes/sha2.js'
import * as Y from 'yjs'
import type { DeviceId } from '../ids'
import { toHex } from './bytes'
import { isSeen } from './chain-state'
import { Coverage } from './coverage'
import { chainKeyOf } from './envelope'
import { foldWhatIsDue, foldWhole, isFoldDue, maxPartBytes } from './fold'
import { mergeInTree } from './merge-in-tree'
import { RoomHealer } from './room-healer'
import { RoomLog, type LivingEntry, type OpenedEntry } from './room-log'
import type { RoomPorts } from './room-ports'
import { splitUpdate } from './split-update'
import type { ChainRun } from './statement'

/** Origin of transactions on an inner document that came from sync; everything else is pushed. */
export const syncOrigin: unique symbol = Symbol('sync')

/** An inner document and its sealed room, kept equal. One per room and profile: only the leader window has it. */
export interface SealedDocument {
  /** Takes what is in the room, pushes what is not there yet, then follows both sides. */
  start(): void
  /** Seals what waits for its batch. */
  flush(): void
  /** Folds where more than 64 entries are there. It happens by itself as well, after a random while. */
  compactIfDue(): boolean
  /**
   * Folds everything into a snapshot now (after a removal, after forgetting for good).
   * @returns false where entries whose key is not here are left, or nothing can be sealed
   */
  compact(): boolean
  /** Edits that are not sealed yet; what the server has not echoed is `Acknowledged.waiting`. */
  waiting(): number
  /** Entries that are not taken (unknown epoch or device, newer version, refused). */
  kept(): number
  chainsOf(device: DeviceId): readonly ChainRun[]
  /** Flushes, remembers where it stands, lets go of both documents. */
  close(): void
}

export const batchUpdates = 16
/** A batch waits so long after a pause, and longer the longer edits go on: sealing costs about 200 bytes a time. */
export const batchMs = 200
export const longestBatchMs = 2000
/** A burst of edits is over after so long without one. */
const pauseMs = 3000
/** So many updates that cannot be sealed yet are kept as one. */
const mergeAfterUpdates = 256
const settleAfterMs = 2000
const foldWithinMs = 10_000

export const openSealedDocument = (inner: Y.Doc, ports: RoomPorts): SealedDocument => new OpenDocument(inner, ports)

class OpenDocument implements SealedDocument {
  private readonly log: RoomLog
  private readonly healer: RoomHealer
  /** Updates of the inner document that are not sealed yet. */
  private queue: Uint8Array[] = []
  private queuedEdits = 0
  private readonly timers = new Map<'batch' | 'settle' | 'fold', () => void>()
  private hasChanged = false
  private windowMs = batchMs
  private editedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly inner: Y.Doc,
    private readonly ports: RoomPorts,
  ) {
    this.log = new RoomLog(ports)
    this.healer = new RoomHealer(this.log, (entry) => this.isCovered(entry))
  }

  start(): void {
    this.log.look()
    if (this.isSettled()) {
      this.log.recall()
      this.takeNew()
    } else {
      this.takeAll()
    }
    this.inner.on('update', this.onUpdate)
    this.log.follow(
      () => this.takeNew(),
      (removed) => this.healer.noticeRemoved(removed),
    )
    this.flush()
    this.rest()
  }

  flush(): void {
    this.stop('batch')
    if (this.queue.length === 0) return
    if (this.ports.keyring.currentEpoch() === null) return this.keepQueued()
    const edits = this.queuedEdits
    const bodies = splitUpdate(mergeInTree(this.queue), maxPartBytes).map((update) => ({ kind: 'update', edits, update }) as const)
    this.queue = []
    this.queuedEdits = 0
    this.log.push(bodies)
    this.rest()
  }

  compactIfDue(): boolean {
    if (!isFoldDue(this.log)) return false
    this.fold(foldWhatIsDue)
    return true
  }

  compact(): boolean {
    return this.fold(foldWhole) && this.log.locked() === 0
  }

  waiting(): number {
    return this.queuedEdits
  }

  kept(): number {
    return this.log.kept()
  }

  chainsOf(device: DeviceId): readonly ChainRun[] {
    return this.log.chainsOf(device)
  }

  close(): void {
    this.flush()
    this.settle()
    for (const name of [...this.timers.keys()]) this.stop(name)
    this.inner.off('update', this.onUpdate)
    this.healer.close()
    this.log.close()
  }

  private readonly onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === syncOrigin) {
      this.hasChanged = true
      return
    }
    this.enqueue(update)
    this.noteEdit()
    if (this.queue.length >= batchUpdates) this.flush()
    else this.after('batch', this.windowMs, () => this.endWindow())
    this.ports.onEdit?.()
  }

  /** Decision 0010: what is typed on and on goes in larger batches. */
  private noteEdit(): void {
    const now = this.ports.clock.now()
    if (now - this.editedAt >= pauseMs) this.windowMs = batchMs
    this.editedAt = now
  }

  private endWindow(): void {
    this.windowMs = Math.min(longestBatchMs, this.windowMs * 2)
    this.flush()
  }

  /** Everything in the room is opened, and what the inner document has besides is pushed: structs and deletions. */
  private takeAll(): void {
    const here = Coverage.of(this.inner)
    const inRoom = new Coverage()
    const news: OpenedEntry[] = []
    for (const living of this.log.living.values()) {
      const entry = this.log.open(living)
      const coverage = entry === null ? null : this.coverageOf(entry)
      if (entry === null || coverage === null) continue
      inRoom.addAll(coverage)
      // To read what is known once more costs as much as to read what is new.
      if (!here.includes(coverage)) news.push(entry)
      if (!this.isCopy(entry)) this.log.accept(entry)
    }
    this.apply(news)
    const missing = inRoom.missingFrom(this.inner)
    if (missing !== null) this.enqueue(missing)
  }

  private enqueue(update: Uint8Array): void {
    this.queue.push(update)
    this.queuedEdits += 1
  }

  /** There is no key to seal with: it waits, in as few pieces as it needs. */
  private keepQueued(): void {
    if (this.queue.length >= mergeAfterUpdates) this.queue = [mergeInTree(this.queue)]
  }

  private takeNew(): void {
    const opened = this.log.untaken().flatMap((living) => this.log.open(living) ?? []).filter((entry) => this.coverageOf(entry) !== null)
    for (const group of byDevice(opened)) this.takeGroup(group)
    this.flush()
    this.rest()
  }

  private takeGroup(group: readonly OpenedEntry[]): void {
    const known = group.filter((entry) => entry.isKnown && !this.healer.isReturning(entry.living))
    const fresh = group.filter((entry) => !known.includes(entry))
    const { device } = group[0] ?? {}
    if (this.apply(fresh) && device !== undefined && device.id !== this.ports.keyring.device?.deviceId) {
      this.ports.report({ kind: 'merged', device: device.id, edits: editsOf(fresh) })
    }
    for (const entry of fresh) this.log.accept(entry)
    for (const entry of known) this.takeKnown(entry)
  }

  /** A counter that was seen: the same again brings nothing; another history of the device brings something. */
  private takeKnown(entry: OpenedEntry): void {
    if (this.isCopy(entry)) return
    const twin = this.log.twinOf(entry)
    const hasChanged = this.apply([entry])
    if (!hasChanged && twin === null) return this.putAside(entry)
    this.log.accept(entry)
    this.ports.report({ kind: 'forked', device: entry.device.id })
  }

  private isCopy(entry: OpenedEntry): boolean {
    const twin = this.log.twinOf(entry)
    if (twin === null || this.log.sealedOf(twin)?.hash !== entry.hash) return false
    this.putAside(entry)
    return true
  }

  /** It says nothing new, so the next fold may take it out. */
  private putAside(entry: OpenedEntry): void {
    this.log.refuse(entry.living, 'replayed')
    entry.living.isTaken = true
  }

  /** @returns whether the inner document has changed */
  private apply(entries: readonly OpenedEntry[]): boolean {
    this.hasChanged = false
    const updates = entries.flatMap(({ body }) => ('update' in body ? [body.update] : []))
    if (updates.length === 0) return false
    const folds = entries.some(({ body }) => body.kind === 'fold' && body.parts > 1)
    this.inner.transact(() => {
      // Parts of a fold refer to each other: one by one they would wait for each other again and again.
      for (const update of folds ? [mergeInTree(updates)] : updates) Y.applyUpdate(this.inner, update, syncOrigin)
    }, syncOrigin)
    return this.hasChanged
  }

  /** Null where it holds no update: only its author can have done that. */
  private coverageOf(entry: OpenedEntry): Coverage | null {
    try {
      if (!('update' in entry.body)) throw new TypeError('No update')
      const coverage = new Coverage()
      coverage.add(entry.body.update)
      return coverage
    } catch {
      this.log.refuse(entry.living, 'malformed')
      return null
    }
  }

  private fold(how: typeof foldWhole): boolean {
    this.flush()
    const entries = this.queue.length > 0 ? null : how(this.log, this.inner)
    if (entries === null) return false
    this.ports.report({ kind: 'compacted', entries })
    this.rest()
    return true
  }

  private isCovered(entry: LivingEntry): boolean {
    const header = this.log.sealedOf(entry)?.entry.header
    if (header === undefined) return true
    return this.log.taken().some((living) => isSeen(this.log.foldOf(living)?.covers ?? {}, chainKeyOf(header), header.counter))
  }

  /** After a change: what there is to do once it has become quiet. */
  private rest(): void {
    this.after('settle', settleAfterMs, () => this.settle(), true)
    if (!isFoldDue(this.log)) return
    const share = (this.ports.random(1)[0] ?? 0) / 256
    this.after('fold', share * foldWithinMs, () => this.compactIfDue())
  }

  /** Remembers that everything is on both sides, so that the next start has nothing to open. */
  private settle(): void {
    // What waits in a document for something before it is lost with the document.
    if (this.queue.length > 0 || isWaiting(this.inner) || isWaiting(this.ports.outer)) return
    const { chain, outer, onChain } = this.ports
    const settled = { outer: digestOf(outer), inner: digestOf(this.inner) }
    if (chain.settled?.outer === settled.outer && chain.settled.inner === settled.inner) return
    this.log.remember()
    chain.settled = settled
    onChain()
  }

  private isSettled(): boolean {
    const { chain, outer } = this.ports
    return chain.settled !== null && chain.settled.outer === digestOf(outer) && chain.settled.inner === digestOf(this.inner)
  }

  private after(name: 'batch' | 'settle' | 'fold', delayMs: number, work: () => void, isAnew = false): void {
    if (isAnew) this.stop(name)
    if (this.timers.has(name)) return
    const stop = this.ports.timer.after(delayMs, () => {
      this.timers.delete(name)
      work()
    })
    this.timers.set(name, stop)
  }

  private stop(name: 'batch' | 'settle' | 'fold'): void {
    this.timers.get(name)?.()
    this.timers.delete(name)
  }
}

/** Neighbours of one device together: one change of the inner document each. */
function byDevice(entries: readonly OpenedEntry[]): OpenedEntry[][] {
  const groups: OpenedEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0]?.device.id === entry.device.id) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

const editsOf = (entries: readonly OpenedEntry[]): number =>
  entries.reduce((sum, { body }) => sum + (body.kind === 'update' ? body.edits : 1), 0)

const digestOf = (doc: Y.Doc): string => toHex(sha256(Y.encodeSnapshot(Y.snapshot(doc))).subarray(0, 16))

const isWaiting = (doc: Y.Doc): boolean => doc.store.pendingStructs !== null || doc.store.pendingDs !== null
