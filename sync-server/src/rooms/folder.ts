import type { Worker } from 'node:worker_threads'
import type { Log } from '../log'
import type { ServerMetrics } from '../metrics'
import type { RoomKey, Storage } from '../storage/storage'
import { packUpdates } from '../storage/sqlite-wire'
import { openThread } from '../threads/open-thread'
import type { FoldReply } from './fold-thread'

/** What a fold knows of a room. */
export interface Foldable {
  readonly key: RoomKey
  readonly state: {
    folded(foldedBytes: number, rows: number): void
    foldFailed(): void
  }
}

export interface FolderOptions {
  /** A document that takes longer is left as a log. */
  readonly foldMs?: number
  readonly threads?: number
}

interface Pending {
  resolve(state: Uint8Array): void
  reject(error: Error): void
}

/** One thread holds all others up no longer than this, and only where as many as there are threads are stuck at once. */
const longestFoldMs = 20_000
const foldThreads = 2
const memoryMb = 512

/** Folds logs into states, in threads that may fail without harm; a room that keeps one busy leaves the others to the rest. */
export class Folder {
  private readonly waiting = new Set<Foldable>()
  private readonly lanes: FoldLane[]
  private readonly working = new Set<Promise<void>>()
  private readonly folding = new Set<string>()
  private isClosed = false
  private readonly storage: Storage
  private readonly log: Log
  private readonly metrics: ServerMetrics

  constructor(storage: Storage, log: Log, metrics: ServerMetrics, { foldMs = longestFoldMs, threads = foldThreads }: FolderOptions = {}) {
    this.storage = storage
    this.log = log
    this.metrics = metrics
    this.lanes = Array.from({ length: threads }, () => new FoldLane(foldMs))
  }

  /** A room that waits already waits once. */
  add(room: Foldable): void {
    if (this.isClosed || this.waiting.has(room)) return
    this.waiting.add(room)
    this.report()
    this.startLanes()
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.working.size > 0) await Promise.all(this.working)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.waiting.clear()
    await Promise.all(this.lanes.map((lane) => lane.close()))
    await this.idle()
  }

  private startLanes(): void {
    for (const lane of this.lanes) {
      if (lane.isTaken || this.waiting.size === 0) continue
      lane.isTaken = true
      const work = this.work(lane).finally(() => {
        lane.isTaken = false
        this.working.delete(work)
      })
      this.working.add(work)
    }
  }

  private async work(lane: FoldLane): Promise<void> {
    for (let room = this.next(); room !== null; room = this.next()) {
      const name = nameOf(room)
      this.folding.add(name)
      const startedAt = performance.now()
      try {
        await this.fold(room, lane)
        this.metrics.folded(performance.now() - startedAt, true)
      } catch (error) {
        if (!this.isClosed) this.log.warn('fold-failed', { reason: error instanceof Error ? error.message : String(error) })
        this.metrics.folded(performance.now() - startedAt, false)
        room.state.foldFailed()
      }
      this.folding.delete(name)
      this.report()
    }
  }

  /** The first that is not being folded already, under whichever room object. */
  private next(): Foldable | null {
    for (const room of this.waiting) {
      if (this.folding.has(nameOf(room))) continue
      this.waiting.delete(room)
      this.report()
      return room
    }
    return null
  }

  private async fold(room: Foldable, lane: FoldLane): Promise<void> {
    const { updates, sequence } = await this.storage.read(room.key, 0)
    if (updates.length < 2) return room.state.foldFailed()
    const state = await lane.fold(updates.map(({ update }) => update))
    await this.storage.fold(room.key, sequence, state)
    room.state.folded(state.byteLength, updates.length)
  }

  private report(): void {
    this.metrics.foldQueue(this.waiting.size + this.folding.size)
  }
}

const nameOf = ({ key }: Foldable): string => `${key.vaultId}/${key.room}`

/** One thread, started when it is needed and again after it was ended. */
class FoldLane {
  isTaken = false
  private thread: Worker | null = null
  private pending: Pending | null = null
  private readonly foldMs: number

  constructor(foldMs: number) {
    this.foldMs = foldMs
  }

  async fold(updates: readonly Uint8Array[]): Promise<Uint8Array> {
    const thread = (this.thread ??= this.startThread())
    const packed = packUpdates(updates)
    const timer = setTimeout(() => void thread.terminate(), this.foldMs)
    try {
      return await new Promise((resolve, reject) => {
        this.pending = { resolve, reject }
        thread.postMessage(packed, [packed.bytes])
      })
    } finally {
      clearTimeout(timer)
      this.pending = null
    }
  }

  async close(): Promise<void> {
    await this.thread?.terminate()
  }

  private startThread(): Worker {
    const thread = openThread(new URL('./fold-thread', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const end = (error: Error): void => {
      if (this.thread !== thread) return
      this.thread = null
      this.pending?.reject(error)
    }
    thread.on('message', ({ state, failure }: FoldReply) => {
      if (state === null) this.pending?.reject(new Error(failure ?? 'no state'))
      else this.pending?.resolve(state)
    })
    thread.on('error', end)
    thread.on('exit', () => end(new Error('the thread ended')))
    thread.unref()
    return thread
  }
}
