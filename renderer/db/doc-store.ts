import type { Table } from 'dexie'
import * as Y from 'yjs'
import type { Failure } from '@shared/errors'
import { ok, type Result } from '@shared/result'
import type { Doorbell } from './doorbell'
import type { CommonplaceDb, DocUpdateRow } from './schema'
import { storageFailureOf, type StorageGuard } from './storage-guard'

/** Transactions with this origin came from the database: they are on disk already. */
export const persistedOrigin = Symbol('persisted')

/** The log is folded when it has more updates than this and more bytes than the snapshot. */
export const foldAfterUpdates = 64

export interface DocStorePorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly doorbell: Doorbell
  readonly windowId: string
}

/** Rows that are written in the same transaction as an edit, or not at all. */
export interface Alongside {
  readonly tables: readonly Table[]
  readonly write: () => Promise<void>
}

/**
 * Rows that tell of a document's changes (its history): written in the same transaction as the updates that made
 * them, or not at all.
 */
export interface Companion {
  readonly tables: readonly Table[]
  /**
   * Takes what belongs to the updates that are about to be written. Called within the transaction and after what
   * other windows wrote was read into the document; `write` runs before the updates are added.
   */
  take(): { readonly write: () => Promise<void>; readonly giveBack: () => void }
}

/**
 * Changes of the document that only show once what is stored is known as a whole: made in the transaction that writes
 * what they belong to.
 */
export interface Completion {
  /** Whether anything that waits to be written asks for it. */
  isDue(): boolean
  /** Called within the transaction: the document as it is stored. */
  readStored(): Promise<Uint8Array>
  /** Changes the document by what follows from the stored one and from what is about to be written to it. */
  complete(stored: Uint8Array, pending: Uint8Array): void
  /** The transaction failed: it is due again. */
  giveBack(): void
}

/**
 * A Y.Doc that lives in the database. Two ways to change it: `edit` (all or nothing: the change shows in `doc`
 * once it is on disk), or a transaction on `doc` itself (shown at once, written right after, kept and tried again
 * where the disk refuses it). Other windows get either only after it was written.
 */
export interface PersistedDoc {
  readonly name: string
  readonly doc: Y.Doc
  edit(change: (doc: Y.Doc) => void, alongside?: Alongside): Promise<Result<null, Failure>>
  /** Resolves when everything up to now is written, or says why it is not. */
  flush(): Promise<Result<null, Failure>>
  /** Reads what other windows have written and this one has not heard of. */
  refresh(): Promise<void>
  /** Set before the first change. Such a document is changed by transactions on `doc` only, never by `edit`. */
  accompany(companion: Companion): void
  /** Set before the first change, of a document that has a companion. */
  completeBy(completion: Completion): void
  /** Flushes and lets go of the document. */
  close(): Promise<void>
}

/** Opens a document: its snapshot and the updates after it. Rejects where the database cannot be read. */
export async function openPersistedDoc(name: string, ports: DocStorePorts): Promise<PersistedDoc> {
  const opened = new OpenDoc(name, ports)
  await opened.load()
  return opened
}

interface Batch {
  /** How many of the pending updates are in it. */
  readonly own: number
  readonly rows: readonly DocUpdateRow[]
  readonly companion: ReturnType<Companion['take']> | null
}

class OpenDoc implements PersistedDoc {
  readonly doc = new Y.Doc()
  /** Updates of `doc` that are not on disk yet, oldest first. */
  private pending: Uint8Array[] = []
  private readUpTo = 0
  private log = { updates: 0, bytes: 0, snapshotBytes: 0 }
  /** A second copy in which an `edit` is tried before it is written; kept equal to `doc`. */
  private draft: Y.Doc | null = null
  private queue: Promise<unknown> = Promise.resolve()
  private isWriteDue = false
  private cleanups: (() => void)[] = []
  private companion: Companion | null = null
  private completion: Completion | null = null

  constructor(
    readonly name: string,
    private readonly ports: DocStorePorts,
  ) {}

  async load(): Promise<void> {
    await this.readNew()
    this.doc.on('update', this.onUpdate)
    this.cleanups.push(
      this.ports.doorbell.listen((ring) => {
        if (ring.kind === 'doc' && ring.docName === this.name) void this.refresh().catch(throwBugs)
      }),
      this.ports.guard.addPending(() => (this.pending.length > 0 ? this.flush() : Promise.resolve())),
    )
    await this.foldIfDue()
  }

  edit(change: (doc: Y.Doc) => void, alongside?: Alongside): Promise<Result<null, Failure>> {
    return this.exclusively(async () => {
      let isWritten = false
      try {
        const update = this.tryOut(change)
        const written = await this.write(update, alongside)
        isWritten = written.ok
        if (isWritten && update !== null) Y.applyUpdate(this.doc, update, persistedOrigin)
        return written
      } finally {
        // A refused edit leaves no trace: the copy in which it was tried is thrown away.
        if (!isWritten) this.dropDraft()
      }
    })
  }

  flush(): Promise<Result<null, Failure>> {
    return this.exclusively(() => this.write(null))
  }

  refresh(): Promise<void> {
    return this.exclusively(() => this.readNew())
  }

  accompany(companion: Companion): void {
    this.companion = companion
  }

  completeBy(completion: Completion): void {
    this.completion = completion
  }

  async close(): Promise<void> {
    await this.flush()
    for (const cleanup of this.cleanups.splice(0)) cleanup()
    this.dropDraft()
    this.doc.destroy()
  }

  private readonly onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (this.draft !== null && origin !== this.draft) Y.applyUpdate(this.draft, update, persistedOrigin)
    if (origin === persistedOrigin) return
    this.pending.push(update)
    if (this.isWriteDue) return
    this.isWriteDue = true
    void this.flush()
  }

  /** Runs the change on the copy and returns its update, null where it changed nothing. */
  private tryOut(change: (doc: Y.Doc) => void): Uint8Array | null {
    const draft = (this.draft ??= copyOf(this.doc))
    const updates: Uint8Array[] = []
    const collect = (update: Uint8Array): number => updates.push(update)
    draft.on('update', collect)
    try {
      draft.transact(() => change(draft))
    } finally {
      draft.off('update', collect)
    }
    return updates.length === 0 ? null : Y.mergeUpdates(updates)
  }

  private async write(update: Uint8Array | null, alongside?: Alongside): Promise<Result<null, Failure>> {
    this.isWriteDue = false
    if (this.pending.length === 0 && update === null && alongside === undefined) return ok(null)
    const { db, guard, doorbell } = this.ports
    const companionTables = this.companion === null ? [] : [db.docSnapshots, ...this.companion.tables]
    const tables = [db.docUpdates, ...companionTables, ...(alongside?.tables ?? [])]
    let batch = this.takeBatch(update, null)
    const written = await guard.write(() =>
      db.transaction('rw', tables, async () => {
        if (this.companion !== null) {
          await this.readNew()
          await this.complete()
          batch = this.takeBatch(update, this.companion)
        }
        await batch.companion?.write()
        if (batch.rows.length > 0) await db.docUpdates.bulkAdd(batch.rows)
        await alongside?.write()
      }),
    )
    if (!written.ok) {
      batch.companion?.giveBack()
      this.completion?.giveBack()
      return written
    }
    this.pending.splice(0, batch.own)
    this.log.updates += batch.rows.length
    for (const row of batch.rows) this.log.bytes += row.update.byteLength
    if (batch.rows.length > 0) doorbell.ring({ kind: 'doc', docName: this.name })
    await this.foldIfDue()
    return ok(null)
  }

  private async complete(): Promise<void> {
    if (this.completion?.isDue() !== true || this.pending.length === 0) return
    const stored = await this.completion.readStored()
    this.completion.complete(stored, mergeInOrder(this.pending))
  }

  /** Everything that waits at this moment. An edit may build on updates that are still pending: they go first. */
  private takeBatch(update: Uint8Array | null, companion: Companion | null): Batch {
    const all = update === null ? [...this.pending] : [...this.pending, update]
    const rows = all.length === 0 ? [] : [{ docName: this.name, update: mergeInOrder(all), windowId: this.ports.windowId }]
    return { own: this.pending.length, rows, companion: companion?.take() ?? null }
  }

  private async readNew(): Promise<void> {
    const { db, windowId } = this.ports
    const [snapshot, rows] = await db.transaction('r', [db.docUpdates, db.docSnapshots], async () => [
      await db.docSnapshots.get(this.name),
      await db.docUpdates.where('seq').above(this.readUpTo).filter((row) => row.docName === this.name).toArray(),
    ] as const)
    const others = rows.filter((row) => row.windowId !== windowId)
    Y.transact(
      this.doc,
      () => {
        if (snapshot !== undefined && snapshot.seq > this.readUpTo) Y.applyUpdate(this.doc, snapshot.state, persistedOrigin)
        for (const row of others) applyIfReadable(this.doc, row.update)
      },
      persistedOrigin,
    )
    this.readUpTo = Math.max(this.readUpTo, snapshot?.seq ?? 0, rows.at(-1)?.seq ?? 0)
    this.log.snapshotBytes = snapshot?.state.byteLength ?? 0
    this.log.updates += others.length
    for (const row of others) this.log.bytes += row.update.byteLength
  }

  private async foldIfDue(): Promise<void> {
    if (this.log.updates <= foldAfterUpdates || this.log.bytes <= this.log.snapshotBytes) return
    const snapshotBytes = await foldDoc(this.name, this.ports.db).catch(() => null)
    // A fold that the disk refuses costs nothing but space: it is tried again after as many updates.
    this.log = { updates: 0, bytes: 0, snapshotBytes: snapshotBytes ?? this.log.snapshotBytes }
  }

  private dropDraft(): void {
    this.draft?.destroy()
    this.draft = null
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    const run = this.queue.then(work)
    this.queue = run.catch(() => undefined)
    return run
  }
}

/**
 * Folds the log of a document into its snapshot through a Y.Doc (which drops deleted content), in one transaction
 * that deletes exactly the updates it has read: two windows that fold at once lose nothing.
 * @returns bytes of the new snapshot
 */
export function foldDoc(name: string, db: CommonplaceDb): Promise<number> {
  return db.transaction('rw', [db.docUpdates, db.docSnapshots], async () => {
    const snapshot = await db.docSnapshots.get(name)
    const rows = await db.docUpdates.where('docName').equals(name).sortBy('seq')
    if (rows.length === 0) return snapshot?.state.byteLength ?? 0
    const doc = new Y.Doc()
    const folded = doc.transact(() => {
      if (snapshot !== undefined) Y.applyUpdate(doc, snapshot.state)
      return rows.filter((row) => applyIfReadable(doc, row.update))
    })
    const state = Y.encodeStateAsUpdate(doc)
    doc.destroy()
    await db.docSnapshots.put({ docName: name, state, seq: rows.at(-1)?.seq ?? snapshot?.seq ?? 0 })
    await db.docUpdates.bulkDelete(folded.flatMap((row) => row.seq ?? []))
    return state.byteLength
  })
}

/** A damaged update costs itself, not the document; it stays where it is. An unreadable snapshot is Recovery's. */
export function applyIfReadable(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    Y.applyUpdate(doc, update, persistedOrigin)
    return true
  } catch {
    return false
  }
}

/** A database that cannot be read now is read at the next ring or before the next turn. */
function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc), persistedOrigin)
  return copy
}

const mergeInOrder = (updates: readonly Uint8Array[]): Uint8Array =>
  updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates([...updates])
