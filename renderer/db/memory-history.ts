import * as Y from 'yjs'
import type { Clock } from '@shared/clock'
import type { DeviceId } from '@shared/ids'
import { historyId } from '@shared/memory/history/ids'
import { readPlainMemory, readSubject, type PlainMemory, type Subject } from '@shared/memory/history/plain'
import { historyRecordSchema, recordFor, type HistoryRecord } from '@shared/memory/history/record'
import { HistoryRecorder, type PendingChange } from '@shared/memory/history/recorder'
import { persistedOrigin, type PersistedDoc } from './doc-store'
import type { CommonplaceDb } from './schema'
import { docState } from './snapshots'

const docName = 'memory'

export interface HistoryPorts {
  readonly db: CommonplaceDb
  readonly clock: Clock
  readonly device: DeviceId
}

/**
 * Records every change of memory that arises in this window, in the transaction that stores the change itself: each
 * is recorded once, whichever window it came from, and the newest record always ends in the stored state.
 * To be called right after the document was opened.
 */
export function recordHistory(memory: PersistedDoc, ports: HistoryPorts): void {
  const recorder = new HistoryRecorder(memory.doc, {
    clock: ports.clock,
    isRecordedElsewhere: (origin) => origin === persistedOrigin,
  })
  memory.accompany({
    tables: [ports.db.memoryHistory],
    take() {
      const changes = recorder.take()
      return { write: () => writeChanges(changes, ports), giveBack: () => recorder.giveBack(changes) }
    },
  })
}

async function writeChanges(changes: readonly PendingChange[], { db, device }: HistoryPorts): Promise<void> {
  const stored = changes.some(({ isContested }) => isContested) ? await storedDoc(db) : null
  for (const change of changes) {
    const last = await lastRecordOf(change.subject, db)
    // Where another window was first, the change began at what that window left.
    const before = change.isContested && stored !== null ? readSubject(stored, change.subject) : change.before
    const { put, isJoined } = recordFor({ ...change, before }, last, { device, idFor: historyId })
    if (isJoined && put === null && last !== null) await db.memoryHistory.delete(last.id)
    if (put !== null) await db.memoryHistory.put(put)
  }
  stored?.destroy()
}

/** The document as it is stored, without opening it. */
async function storedDoc(db: CommonplaceDb): Promise<Y.Doc> {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, await docState(db, docName))
  return doc
}

const rowsOf = ({ kind, id }: Subject, db: CommonplaceDb) => db.memoryHistory.where(kind === 'entry' ? 'entryId' : 'sectionId').equals(id)

async function lastRecordOf(subject: Subject, db: CommonplaceDb): Promise<HistoryRecord | null> {
  const [last] = readRecords(await rowsOf(subject, db).reverse().limit(1).toArray())
  return last ?? null
}

export async function recordsOf(subject: Subject, db: CommonplaceDb): Promise<HistoryRecord[]> {
  return readRecords(await rowsOf(subject, db).toArray())
}

/** Rows that cannot be read are passed over: a damaged one costs itself. */
export function readRecords(rows: readonly unknown[]): HistoryRecord[] {
  return rows.flatMap((row) => historyRecordSchema.safeParse(row).data ?? []) as HistoryRecord[]
}

/** What is stored at one moment: memory, and what `read` reads of the history that leads to it. */
export function readHistory<T>(db: CommonplaceDb, read: (current: PlainMemory) => Promise<T>): Promise<T> {
  return db.transaction('r', [db.docUpdates, db.docSnapshots, db.memoryHistory], async () => {
    const doc = await storedDoc(db)
    const current = readPlainMemory(doc)
    doc.destroy()
    return read(current)
  })
}

export interface PageFilter {
  /** Records older than this one; null: from the newest. */
  readonly before: string | null
  readonly limit: number
  readonly matches: (record: HistoryRecord) => boolean
}

/** Records newest first. */
export async function readPage({ before, limit, matches }: PageFilter, db: CommonplaceDb): Promise<HistoryRecord[]> {
  const rows = before === null ? db.memoryHistory.orderBy('id') : db.memoryHistory.where('id').below(before)
  const found = await rows
    .reverse()
    .filter((row) => readRecords([row]).some(matches))
    .limit(limit)
    .toArray()
  return readRecords(found)
}
