import type * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { historyId } from '@shared/memory/history/ids'
import { HistoryRecorder } from '@shared/memory/history/recorder'
import { recordFor, subjectOf, type HistoryRecord } from '@shared/memory/history/record'
import { subjectKey } from '@shared/memory/history/plain'

/** The log of one device in memory: what the database keeps, without the database. */
export class MemoryLog {
  readonly records = new Map<string, HistoryRecord>()
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
    for (const change of this.recorder.take()) {
      const last = this.all().findLast((record) => subjectKey(subjectOf(record)) === subjectKey(change.subject)) ?? null
      const ports = { device: this.device, idFor: (at: number, after: string | null) => historyId(at, after, this.random) }
      const { put, isJoined } = recordFor(change, last, ports)
      if (isJoined && put === null && last !== null) this.records.delete(last.id)
      if (put !== null) this.records.set(put.id, put)
    }
  }

  all(): HistoryRecord[] {
    return [...this.records.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }
}
