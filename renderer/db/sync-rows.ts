import type { MessageId, SessionId } from '@shared/ids'
import { meetErased } from '@shared/memory/history/meet-erased'
import type { FilePart } from '@shared/sessions/message'
import { fromStored } from './path-reader'
import type { CommonplaceDb } from './schema'
import { wantFiles } from './sync-blobs'
import { noteErasedAgain, noteKnownErased, noteReturned } from './sync-outbox'
import { readSyncState } from './sync-state'

/**
 * What lies in a sealed journal: a message row as it is stored, or, where something in it was forgotten for good,
 * `{erased: row}`, which takes the place of the row that devices have.
 */
export type JournalRow = object

export const erasedRow = (row: object): JournalRow => ({ erased: row })

/** What must be there for a row to be kept: the rest may be of a newer version, and is kept as it is (SYN-11). */
interface KeptRow {
  readonly id: MessageId
  readonly sessionId: SessionId
  readonly parentIds: readonly MessageId[]
  readonly parts?: unknown
}

export interface AppliedRows {
  readonly added: number
  readonly sessions: readonly SessionId[]
  readonly erasedSessions: readonly SessionId[]
  /** What was forgotten or deleted for good lies in the vault all the same: it is noted to be taken out once more. */
  readonly isBroughtBack: boolean
}

/**
 * Stores rows that came from other devices, in one transaction; those that are there stay, unless words were erased.
 * Two devices that took out different words of one entry at once leave each other's in the vault, which is found here.
 * @param isDeleted whether a session was deleted for good
 */
export async function applyRows(
  rows: readonly unknown[],
  db: CommonplaceDb,
  isDeleted: (session: SessionId) => boolean = () => false,
): Promise<AppliedRows> {
  const plain = new Map(rows.flatMap(keptRow).map((row) => [row.id, row]))
  const erased = new Map(rows.flatMap(erasedIn).map((row) => [row.id, row]))
  for (const id of erased.keys()) plain.delete(id)
  return db.transaction('rw', [db.messages, db.syncOutbox, db.syncBlobs, db.files, db.syncState], async () => {
    const ids = [...plain.keys()]
    const there = new Set(await db.messages.where('id').anyOf(ids).primaryKeys())
    const missing = [...plain.values()].filter(({ id }) => !there.has(id))
    if (missing.length > 0) await db.messages.bulkAdd(missing.map(toStoredRow))
    const known = new Set(await readSyncState(db, 'knownErased'))
    const replaced = await replaceErased([...erased.values()], known, db)
    const again = [...replaced.again, ...(await changedSince([...plain.values()].filter(({ id }) => known.has(id) && there.has(id)), db))]
    const returned = sessionsOf(missing).filter(isDeleted)
    await noteErasedAgain(again, db)
    await noteReturned(returned, db)
    // The vault has them: what this device had noted of the same rows need not be sent.
    await db.syncOutbox.bulkDelete([...ids, ...erased.keys()])
    await wantFiles(missing.flatMap(filesOf), db)
    return {
      added: missing.length,
      sessions: sessionsOf(missing),
      erasedSessions: sessionsOf(replaced.changed),
      isBroughtBack: again.length > 0 || returned.length > 0,
    }
  })
}

async function replaceErased(rows: readonly KeptRow[], known: ReadonlySet<MessageId>, db: CommonplaceDb): Promise<{ changed: KeptRow[]; again: MessageId[] }> {
  if (rows.length === 0) return { changed: [], again: [] }
  const stored = await db.messages.bulkGet(rows.map(({ id }) => id))
  const pairs = rows.map((row, at) => {
    const here = stored[at] === undefined ? null : (fromStored(stored[at]) as KeptRow)
    // Where words of it were erased before, both count.
    return { row, here, left: here !== null && known.has(row.id) ? (meetErased(here, row) as KeptRow) : row }
  })
  const changed = pairs.filter(({ here, left }) => !isSame(here, left)).map(({ left }) => left)
  await db.messages.bulkPut(changed.map(toStoredRow))
  await noteKnownErased(rows.map(({ id }) => id), db)
  return { changed, again: pairs.filter(({ row, left }) => !isSame(row, left)).map(({ row }) => row.id) }
}

const sessionsOf = (rows: readonly KeptRow[]): SessionId[] => [...new Set(rows.map(({ sessionId }) => sessionId))]

function keptRow(value: unknown): KeptRow[] {
  const row = value as Partial<KeptRow> | null
  const isRow =
    typeof row === 'object' &&
    row !== null &&
    isId(row.id) &&
    isId(row.sessionId) &&
    Array.isArray(row.parentIds) &&
    row.parentIds.every(isId)
  return isRow ? [row as KeptRow] : []
}

const erasedIn = (value: unknown): KeptRow[] => keptRow((value as { erased?: unknown } | null)?.erased)

const isId = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 200

const toStoredRow = (row: KeptRow): object => (row.parentIds.length === 0 ? { ...row, rootOf: row.sessionId } : row)

/** The attachments of a row, as far as they can be read. */
export function filesOf({ parts }: { readonly parts?: unknown }): FilePart[] {
  if (!Array.isArray(parts)) return []
  return (parts as (Partial<FilePart> | null)[]).flatMap((part) =>
    part?.type === 'file' && /^[0-9a-f]{64}$/.test(part.hash ?? '') ? [part as FilePart] : [],
  )
}

/** The first of these rows as they are sent, without what only this database needs; those that are gone are left out. */
export async function readRowsToSend(
  ids: readonly MessageId[],
  db: CommonplaceDb,
  mostChars = Number.POSITIVE_INFINITY,
): Promise<{ readonly rows: readonly JournalRow[]; readonly sent: readonly MessageId[] }> {
  const stored = await db.messages.bulkGet([...ids])
  const rows: JournalRow[] = []
  let chars = 0
  let count = 0
  for (const row of stored) {
    const plain = row === undefined ? null : (fromStored(row) as JournalRow)
    const size = plain === null || mostChars === Number.POSITIVE_INFINITY ? 0 : JSON.stringify(plain).length
    if (count > 0 && chars + size > mostChars) break
    if (plain !== null) rows.push(plain)
    chars += size
    count++
  }
  return { rows, sent: ids.slice(0, count) }
}

/** Which of these rows are others now than when they were read to be sent. Within a transaction. */
export async function changedSince(rows: readonly JournalRow[], db: CommonplaceDb): Promise<MessageId[]> {
  const ids = rows.map((row) => (row as { id: MessageId }).id)
  const stored = await db.messages.bulkGet(ids)
  return ids.filter((_, at) => stored[at] !== undefined && !isSame(fromStored(stored[at]), rows[at]))
}

/** Rows are stored with their fields in the order in which they came. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
