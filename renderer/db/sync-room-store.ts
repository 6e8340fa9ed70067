import type { Table } from 'dexie'
import * as Y from 'yjs'
import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import { openAcknowledged, type Acknowledged } from '@shared/sync/acknowledged'
import { createChain, type ChainState } from '@shared/sync/chain-state'
import type { RandomBytes } from '@shared/sync/bytes'
import type { RoomKind } from '@shared/sync/rooms'
import type { CommonplaceDb } from './schema'
import type { StorageGuard } from './storage-guard'
import { appendSyncDoc, foldAfterUpdates, loadSyncDoc, replaceSyncDoc } from './sync-docs'
import { readRoomState, readSyncState, writeRoomState } from './sync-state'

/** Transactions on a sealed document with this origin came from the database. */
const storedOrigin = Symbol('stored')

export interface RoomStorePorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly random: RandomBytes
  /** Name of the leader that this window is: another one in the database means that it was superseded. */
  readonly leader: string
  /** What has to be on disk before: the inner document's updates. */
  readonly before?: () => Promise<Result<unknown, Failure>>
  readonly onSuperseded: () => void
  /** A refused write is tried again by itself; null: it succeeded. */
  readonly onFailed: (failure: Failure | null) => void
}

export interface RoomStoreOptions {
  /** The sealed document is read once and thrown away, and so is where it stands: what is written begins a new chain. */
  readonly isPassing?: boolean
}

/** Rows that go into the transaction which stores what was done to the sealed document in the same turn. */
export interface AlongsideRoom {
  readonly tables: readonly Table[]
  readonly write: () => Promise<unknown>
}

const retryAfterMs = 5000

class SupersededError extends Error {
  override readonly name = 'SupersededError'
}

/**
 * A room's sealed document and this device's place in it, on disk together: a counter that was sent is never used
 * again for something else, wherever the process dies. What is stored may be sent, nothing else.
 */
export class RoomStore {
  readonly outer = new Y.Doc()
  /** Called with updates that arose here, once they are on disk. */
  onStored: (update: Uint8Array) => void = () => undefined
  /** The connection whose updates the server has already. */
  remoteOrigin: unknown = null
  private pending: { readonly update: Uint8Array; readonly isOurs: boolean }[] = []
  private alongside: AlongsideRoom[] = []
  private isStateDirty = false
  private rowCount = 0
  private queue: Promise<boolean> = Promise.resolve(true)
  private isScheduled = false
  private retryTimer: ReturnType<typeof setTimeout> | null = null
  private isClosed = false

  private constructor(
    readonly kind: RoomKind,
    readonly chain: ChainState,
    readonly acknowledged: Acknowledged,
    private readonly ports: RoomStorePorts,
    private readonly options: RoomStoreOptions,
  ) {}

  static async open(kind: RoomKind, ports: RoomStorePorts, options: RoomStoreOptions = {}): Promise<RoomStore> {
    // Where the document is not kept, an entry of which only the counter was stored would be missing for ever.
    const state = options.isPassing === true ? null : await readRoomState(ports.db, kind)
    const chain = state?.chain ?? createChain(ports.random)
    const store = new RoomStore(kind, chain, openAcknowledged(state?.acknowledged ?? null), ports, options)
    store.rowCount = await loadSyncDoc(kind, ports.db, store.outer, storedOrigin)
    store.outer.on('update', store.onUpdate)
    return store
  }

  /** The chain or what was acknowledged has changed. */
  touch(): void {
    this.isStateDirty = true
    this.schedule()
  }

  /** For what is done to the document right after, in this same turn of the event loop. */
  writeAlongside(alongside: AlongsideRoom): () => void {
    this.alongside.push(alongside)
    return () => {
      this.alongside = this.alongside.filter((other) => other !== alongside)
    }
  }

  /** True when everything up to now is on disk. */
  flush(): Promise<boolean> {
    // A fault of one write must not end all later ones.
    this.queue = this.queue.catch(() => false).then(() => this.write())
    return this.queue
  }

  /** Rejects where the disk refuses. */
  async settled(): Promise<void> {
    if (!(await this.flush())) throw new Error('not stored')
  }

  async close(): Promise<void> {
    await this.flush()
    this.isClosed = true
    if (this.retryTimer !== null) clearTimeout(this.retryTimer)
    this.outer.off('update', this.onUpdate)
    this.outer.destroy()
  }

  private readonly onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === storedOrigin) return
    this.pending.push({ update, isOurs: this.remoteOrigin === null || origin !== this.remoteOrigin })
    this.schedule()
  }

  private schedule(): void {
    if (this.isScheduled || this.isClosed) return
    this.isScheduled = true
    queueMicrotask(() => void this.flush())
  }

  private async write(): Promise<boolean> {
    this.isScheduled = false
    if (this.isClosed || (this.pending.length === 0 && this.alongside.length === 0 && !this.isStateDirty)) return !this.isClosed
    const before = await this.ports.before?.()
    // Taken together: the chain as it is now belongs to the document as it is now.
    const isFoldDue = this.options.isPassing !== true && this.rowCount >= foldAfterUpdates && this.pending.length > 0
    const whole = isFoldDue ? Y.encodeStateAsUpdate(this.outer) : null
    const batch = { updates: this.pending, whole, alongside: this.alongside, state: { chain: structuredClone(this.chain), acknowledged: this.acknowledged.encode() } }
    this.pending = []
    this.alongside = []
    this.isStateDirty = false
    const putBack = (): void => {
      this.pending = [...batch.updates, ...this.pending]
      this.alongside = [...batch.alongside, ...this.alongside]
      this.isStateDirty = true
      this.retryTimer ??= setTimeout(() => {
        this.retryTimer = null
        void this.flush()
      }, retryAfterMs)
    }
    try {
      if (before?.ok === false || !(await this.store(batch))) {
        putBack()
        return false
      }
    } catch (error) {
      putBack()
      throw error
    }
    const ours = batch.updates.filter(({ isOurs }) => isOurs).map(({ update }) => update)
    if (ours.length > 0) this.onStored(ours.length === 1 && ours[0] !== undefined ? ours[0] : Y.mergeUpdates(ours))
    return true
  }

  private async store(batch: {
    readonly updates: readonly { readonly update: Uint8Array }[]
    /** Everything, these updates included, where the log has become long. */
    readonly whole: Uint8Array | null
    readonly alongside: readonly AlongsideRoom[]
    readonly state: Parameters<typeof writeRoomState>[2]
  }): Promise<boolean> {
    const { db, guard, leader } = this.ports
    const tables = new Set<Table>([db.syncDocs, db.syncState, ...batch.alongside.flatMap((extra) => extra.tables)])
    try {
      const written = await guard.write(() =>
        db.transaction('rw', [...tables], async () => {
          if ((await readSyncState(db, 'leader')) !== leader) throw new SupersededError()
          if (batch.whole !== null) await replaceSyncDoc(this.kind, batch.whole, db)
          else if (this.options.isPassing !== true) await appendSyncDoc(this.kind, batch.updates.map(({ update }) => update), db)
          if (this.options.isPassing !== true) await writeRoomState(db, this.kind, batch.state)
          for (const extra of batch.alongside) await extra.write()
        }),
      )
      this.ports.onFailed(written.ok ? null : written.failure)
      if (written.ok && batch.updates.length > 0) this.rowCount = batch.whole === null ? this.rowCount + 1 : 1
      return written.ok
    } catch (error) {
      if (!isSuperseded(error)) throw error
      this.isClosed = true
      this.ports.onSuperseded()
      return false
    }
  }
}

const isSuperseded = (error: unknown): boolean =>
  error instanceof SupersededError || (error as { inner?: unknown } | null)?.inner instanceof SupersededError
