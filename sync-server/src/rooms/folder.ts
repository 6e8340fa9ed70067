import type { Worker } from 'node:worker_threads'
import type { Log } from '../log'
import type { Storage } from '../storage/storage'
import { packUpdates } from '../storage/sqlite-wire'
import { openThread } from '../threads/open-thread'
import type { FoldReply } from './fold-thread'
import type { Room } from './room'

/** A document that takes longer is left as a log. */
const foldMs = 60_000
const memoryMb = 512

interface Pending {
  resolve(state: Uint8Array): void
  reject(error: Error): void
}

/** Folds logs into states, one at a time, in a thread that may fail without harm. */
export class Folder {
  private readonly waiting = new Set<Room>()
  private thread: Worker | null = null
  private pending: Pending | null = null
  private working: Promise<void> | null = null
  private isClosed = false
  private readonly storage: Storage
  private readonly log: Log

  constructor(storage: Storage, log: Log) {
    this.storage = storage
    this.log = log
  }

  add(room: Room): void {
    if (this.isClosed) return
    this.waiting.add(room)
    this.working ??= this.work()
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.thread?.terminate()
    await this.working
  }

  private async work(): Promise<void> {
    for (const room of this.waiting) {
      try {
        if (!this.isClosed && !room.isClosed) await this.fold(room)
      } catch (error) {
        if (!this.isClosed) this.log.warn('fold-failed', { reason: error instanceof Error ? error.message : String(error) })
        room.state.foldFailed()
      }
      this.waiting.delete(room)
    }
    this.working = null
  }

  private async fold(room: Room): Promise<void> {
    const { updates, sequence } = await this.storage.read(room.key, 0)
    if (updates.length < 2) return room.state.foldFailed()
    const state = await this.inThread(updates.map(({ update }) => update))
    await this.storage.fold(room.key, sequence, state)
    room.state.folded(state.byteLength, updates.length)
  }

  private async inThread(updates: readonly Uint8Array[]): Promise<Uint8Array> {
    const thread = (this.thread ??= this.startThread())
    const packed = packUpdates(updates)
    const timer = setTimeout(() => void thread.terminate(), foldMs)
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

  private startThread(): Worker {
    const thread = openThread(new URL('./fold-thread', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const end = (error: Error): void => {
      if (this.thread === thread) this.thread = null
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
