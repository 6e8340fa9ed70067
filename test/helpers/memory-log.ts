import type * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { historyId } from '@shared/memory/history/ids'
import { HistoryRecorder } from '@shared/memory/history/recorder'
import { recordFor, subjectOf, type HistoryRecord } from '@shared/memory/history/record'
import { subjectKey } from '@shared/memory/history/plain'

/** The log of one device in memory: what the database keeps, without the database. */
export class MemoryLog {
  readonly records = new Map<string, HistoryRecord>()
  private readonly newest = new Map<string, HistoryRecord>()
  private readonly recorder: HistoryRecorder

  constructor(
    doc: Y.Doc,
    clock: { now(): number },
    private readonly device = 'laptop' as DeviceId,
    private readonly random: () => number = Math.random,
  ) {
    this.recorder = new HistoryRecorder(doc, { clock, isRecordedElsewhere: () => false })
  }

  /** Writes what waits. */
  store(): void {
    const ports = { device: this.device, idFor: (at: number, after: string | null) => historyId(at, after, this.random) }
    for (const change of this.recorder.take()) {
      const key = subjectKey(change.subject)
      const last = this.newest.get(key) ?? null
      const { put, isJoined } = recordFor(change, last, ports)
      if (isJoined && put === null && last !== null) this.remove(key, last)
      if (put !== null) {
        this.records.set(put.id, put)
        this.newest.set(key, put)
      }
    }
  }

  private remove(key: string, record: HistoryRecord): void {
    this.records.delete(record.id)
    const before = this.all().findLast((other) => subjectKey(subjectOf(other)) === key)
    if (before === undefined) this.newest.delete(key)
    else this.newest.set(key, before)
  }

  all(): HistoryRecord[] {
    return [...this.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
