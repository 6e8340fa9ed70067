import Dexie from 'dexie'
import type { RecallMessage } from '@shared/context/recall/message'
import { speakerOf } from '@shared/context/recall/speakers'
import type { MessageId, SessionId } from '@shared/ids'
import type { MessageRow, Part } from '@shared/sessions/message'
import type { CommonplaceDb } from './schema'

/** Ids of all rows by session. */
export async function rowIdsBySession(db: CommonplaceDb): Promise<Map<SessionId, MessageId[]>> {
  const keys = (await db.messages.orderBy('[sessionId+id]').keys()) as unknown as [SessionId, MessageId][]
  const bySession = new Map<SessionId, MessageId[]>()
  for (const [session, id] of keys) {
    const ids = bySession.get(session)
    if (ids === undefined) bySession.set(session, [id])
    else ids.push(id)
  }
  return bySession
}

export async function rowIdsOf(db: CommonplaceDb, session: SessionId): Promise<MessageId[]> {
  return db.messages.where('[sessionId+id]').between([session, Dexie.minKey], [session, Dexie.maxKey]).primaryKeys()
}

/**
 * What is recalled of these rows: what was said, by either side, as it is shown today. An overlay among them stands for the row
 * that it covers. Calls, results, thinking and answers that were cut or failed are not recalled.
 */
export async function readRecallMessages(db: CommonplaceDb, ids: readonly string[]): Promise<RecallMessage[]> {
  const rows = await readLoose(db, ids)
  const covered = rows.flatMap(({ overlayOf }) => overlayOf ?? [])
  const messages = new Map(rows.filter(({ overlayOf }) => overlayOf === undefined).flatMap((row) => messageOf(row, row)).map((message) => [message.id, message]))
  for (const shown of await readShown(db, covered)) messages.set(shown.id, shown)
  return [...messages.values()]
}

/** Messages as they are shown: with the text of the newest overlay. Those that are gone are left out. */
export async function readShown(db: CommonplaceDb, ids: readonly string[]): Promise<RecallMessage[]> {
  if (ids.length === 0) return []
  const [rows, stored] = await Promise.all([readLoose(db, ids), db.messages.where('overlayOf').anyOf([...ids]).toArray()])
  const newest = new Map<string, LooseRow>()
  for (const overlay of stored.flatMap(looseRow)) {
    const known = newest.get(overlay.overlayOf ?? '')
    if (known === undefined || known.id < overlay.id) newest.set(overlay.overlayOf ?? '', overlay)
  }
  return rows.flatMap((row) => messageOf(row, newest.get(row.id) ?? row))
}

type LooseRow = Pick<MessageRow, 'id' | 'sessionId' | 'role' | 'status' | 'overlayOf' | 'parts' | 'createdAt'>

async function readLoose(db: CommonplaceDb, ids: readonly string[]): Promise<LooseRow[]> {
  return (await db.messages.bulkGet(ids as MessageId[])).flatMap(looseRow)
}

/** The few fields that are needed, without checking the whole row: all rows are read when an index is built. */
function looseRow(stored: unknown): LooseRow[] {
  const row = (stored ?? {}) as Partial<LooseRow>
  const isRow = typeof row.id === 'string' && typeof row.sessionId === 'string' && typeof row.createdAt === 'number' && Array.isArray(row.parts)
  return isRow ? [row as LooseRow] : []
}

function messageOf(row: LooseRow, shown: LooseRow): RecallMessage[] {
  // As `messageText`, without the schemas that stand beside it: a worker should start quickly.
  const text = shown.parts.flatMap(textOf).join('')
  const isSaid = (row.role === 'user' || row.role === 'assistant') && shown.status !== 'failed' && shown.status !== 'interrupted'
  if (!isSaid || text.trim() === '') return []
  return [{ id: row.id, sessionId: row.sessionId, speaker: speakerOf(row.role === 'user' ? 'user' : 'assistant'), text, createdAt: row.createdAt }]
}

const textOf = (part: Part | null): string[] => (part?.type === 'text' && typeof part.text === 'string' ? [part.text] : [])
