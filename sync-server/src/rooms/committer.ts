import { maxCommitBytes } from '../limits'
import type { Log } from '../log'
import type { ServerMetrics } from '../metrics'
import type { Append, AppendOutcome, Storage } from '../storage/storage'
import type { Room, RoomBatch } from './room'

/**
 * Group commit: what arrives while one commit waits for the disk goes into the next, every room's updates merged into
 * one. Only what is on the disk is handed on, so that hearing one's own update is its acknowledgement.
 */
export class Committer {
  private readonly dirty = new Set<Room>()
  private isCommitting = false
  private isScheduled = false
  private whenIdle: (() => void)[] = []
  private readonly storage: Storage
  private readonly metrics: ServerMetrics
  private readonly log: Log
  private readonly onFailure: (room: Room) => void

  constructor(storage: Storage, metrics: ServerMetrics, log: Log, onFailure: (room: Room) => void) {
    this.storage = storage
    this.metrics = metrics
    this.log = log
    this.onFailure = onFailure
  }

  /** The room has something to store. */
  mark(room: Room): void {
    this.dirty.add(room)
    this.schedule()
  }

  forget(room: Room): void {
    this.dirty.delete(room)
  }

  /** Resolves when everything that was marked is settled. */
  idle(): Promise<void> {
    if (this.dirty.size === 0 && !this.isCommitting) return Promise.resolve()
    return new Promise((resolve) => this.whenIdle.push(resolve))
  }

  private schedule(): void {
    if (this.isScheduled || this.isCommitting) return
    this.isScheduled = true
    setImmediate(() => {
      this.isScheduled = false
      void this.commit()
    })
  }

  private async commit(): Promise<void> {
    const batches = this.takeBatches()
    const appends = batches.flatMap(({ room, frames, frees }): Append[] => frames.map(({ update }) => ({ key: room.key, update, frees })))
    this.isCommitting = true
    try {
      const startedAt = performance.now()
      const outcomes = appends.length === 0 ? [] : await this.storage.append(appends)
      if (appends.length > 0) this.metrics.fsync(performance.now() - startedAt)
      this.settle(batches, outcomes)
    } catch (error) {
      this.log.error('commit-failed', { reason: error instanceof Error ? error.message : String(error) })
      for (const { room } of batches) this.onFailure(room)
    } finally {
      this.isCommitting = false
    }
    if (this.dirty.size > 0) this.schedule()
    else for (const resolve of this.whenIdle.splice(0)) resolve()
  }

  /** Everything, unless it is much: then the rooms with the least first. */
  private takeBatches(): RoomBatch[] {
    const rooms = [...this.dirty]
    if (rooms.reduce((sum, room) => sum + room.incomingBytes, 0) > maxCommitBytes) rooms.sort((a, b) => a.incomingBytes - b.incomingBytes)
    const batches: RoomBatch[] = []
    let bytes = 0
    for (const room of rooms) {
      bytes += room.incomingBytes
      if (batches.length > 0 && bytes > maxCommitBytes) break
      this.dirty.delete(room)
      batches.push(room.takeBatch())
    }
    return batches
  }

  private settle(batches: readonly RoomBatch[], outcomes: readonly AppendOutcome[]): void {
    let at = 0
    for (const batch of batches) {
      batch.room.settle(batch, outcomes.slice(at, at + batch.frames.length))
      at += batch.frames.length
    }
  }
}
