import type { MessageId, SessionId } from '@shared/ids'
import type { FilePart } from '@shared/sessions/message'
import { fromStored } from './path-reader'
import type { CommonplaceDb } from './schema'
import { wantFiles } from './sync-blobs'

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
}

/** Stores rows that came from other devices, in one transaction; those that are there stay, unless words were erased. */
export async function applyRows(rows: readonly unknown[], db: CommonplaceDb): Promise<AppliedRows> {
  const plain = new Map(rows.flatMap(keptRow).map((row) => [row.id, row]))
  const erased = new Map(rows.flatMap(erasedIn).map((row) => [row.id, row]))
  for (const id of erased.keys()) plain.delete(id)
  return db.transaction('rw', [db.messages, db.syncOutbox, db.syncBlobs, db.files], async () => {
    const ids = [...plain.keys()]
    const there = new Set(await db.messages.where('id').anyOf(ids).primaryKeys())
    const missing = [...plain.values()].filter(({ id }) => !there.has(id))
    if (missing.length > 0) await db.messages.bulkAdd(missing.map(toStoredRow))
    const replaced = await replaceErased([...erased.values()], db)
    // The vault has them: what this device had noted of the same rows need not be sent.
    await db.syncOutbox.bulkDelete([...ids, ...erased.keys()])
    await wantFiles(missing.flatMap(filesOf), db)
    return { added: missing.length, sessions: sessionsOf(missing), erasedSessions: sessionsOf(replaced) }
  })
}

async function replaceErased(rows: readonly KeptRow[], db: CommonplaceDb): Promise<KeptRow[]> {
  if (rows.length === 0) return []
  const stored = await db.messages.bulkGet(rows.map(({ id }) => id))
  const changed = rows.filter((row, at) => stored[at] === undefined || JSON.stringify(fromStored(stored[at])) !== JSON.stringify(row))
  await db.messages.bulkPut(changed.map(toStoredRow))
  return changed
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
  return ids.filter((_, at) => stored[at] !== undefined && JSON.stringify(fromStored(stored[at])) !== JSON.stringify(rows[at]))
}
