import type { IndexableType, Table } from 'dexie'
import type { EntryId, MessageId, SessionId } from '@shared/ids'
import { eraseRecords } from '@shared/memory/history/erase-records'
import type { Eraser } from '@shared/memory/history/eraser'
import { forgettingKey } from './forgetting-key'
import { readHistory, readRecords } from './memory-history'
import { dropStoredRecall } from './recall-segments'
import type { CommonplaceDb } from './schema'
import { noteErased, noteFoldDue } from './sync-outbox'

/** Where a sentence was found, counted in rows. */
export interface FoundRows {
  readonly messages: number
  readonly sessions: ReadonlySet<SessionId>
  readonly drafts: number
  readonly calls: number
  readonly jobs: number
  readonly other: number
  /** The sentences of messages that say it, some of them. */
  readonly sentences: readonly string[]
}

const pageRows = 500
const mostSentences = 50

type PlainTable = 'messages' | 'inflight' | 'drafts' | 'calls' | 'jobs' | 'settings' | 'modelProviders' | 'files' | 'meta'
const plainTables: readonly PlainTable[] = ['messages', 'inflight', 'drafts', 'calls', 'jobs', 'settings', 'modelProviders', 'files', 'meta']

/** Counts the rows that say it. */
export const findRows = (db: CommonplaceDb, eraser: Eraser): Promise<FoundRows> => walk(db, eraser, false)

/**
 * Erases it from every row that holds text: the one exception to messages never being rewritten. Page by page, each
 * in one transaction; may be run again.
 */
export async function eraseRows(db: CommonplaceDb, eraser: Eraser): Promise<FoundRows> {
  const found = await walk(db, eraser, true)
  // Last: a window that builds its index anew meanwhile may still have read the words.
  await db.transaction('rw', db.recallSegments, () => dropStoredRecall(db))
  return found
}

async function walk(db: CommonplaceDb, eraser: Eraser, isErasing: boolean): Promise<FoundRows> {
  const counts = new Map<PlainTable, number>()
  const sessions = new Set<SessionId>()
  const messages: MessageId[] = []
  const sentences = new Set<string>()
  for (const name of plainTables) {
    const onErased = name === 'messages' ? (keys: readonly IndexableType[]) => noteErased(keys as MessageId[], db) : null
    await walkTable(db[name] as Table<unknown, IndexableType>, eraser, isErasing ? (onErased ?? (async () => undefined)) : null, (row) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (name !== 'messages' && name !== 'inflight') return
      const { id, sessionId, parts } = row as { id?: MessageId; sessionId?: SessionId; parts?: unknown }
      if (sessionId !== undefined) sessions.add(sessionId)
      if (id !== undefined) messages.push(id)
      for (const text of textsIn(parts)) for (const sentence of eraser.sentencesIn(text)) if (sentences.size < mostSentences) sentences.add(sentence)
    })
  }
  if (isErasing) await dropProviderBlocks(messages, db)
  const count = (name: PlainTable): number => counts.get(name) ?? 0
  return {
    messages: count('messages') + count('inflight'),
    sessions,
    drafts: count('drafts'),
    calls: count('calls'),
    jobs: count('jobs'),
    other: count('settings') + count('modelProviders') + count('files') + count('meta'),
    sentences: [...sentences],
  }
}

/** @param onErased null where nothing is erased; told the keys of each page within its transaction */
async function walkTable(
  table: Table<unknown, IndexableType>,
  eraser: Eraser,
  onErased: ((keys: readonly IndexableType[]) => Promise<void>) | null,
  found: (row: unknown) => void,
): Promise<void> {
  const { db } = table
  const isErasing = onErased !== null
  const tables = isErasing ? [table, db.table('syncState'), db.table('syncOutbox')] : [table]
  for (let after: IndexableType | null = null; ; ) {
    const last: IndexableType | null = await db.transaction(isErasing ? 'rw' : 'r', tables, async () => {
      const page: unknown[] = await (after === null ? table.toCollection() : table.where(':id').above(after)).limit(pageRows).toArray()
      const keyPath = table.schema.primKey.keyPath as string
      const keyOf = (row: unknown) => (row as Record<string, IndexableType>)[keyPath] as IndexableType
      const changed = page.filter((row) => keyOf(row) !== forgettingKey && saysIt(row, eraser))
      for (const row of changed) found(row)
      if (isErasing) {
        await table.bulkDelete(changed.filter((row) => eraser.occursIn(String(keyOf(row))) || bytesSayIt(row, eraser)).map(keyOf))
        await table.bulkPut(changed.filter((row) => !bytesSayIt(row, eraser)).map((row) => eraser.eraseDeep(row)))
        if (changed.length > 0) await onErased(changed.map(keyOf))
      }
      return page.length < pageRows ? null : keyOf(page.at(-1))
    })
    if (last === null) return
    after = last
  }
}

const saysIt = (row: unknown, eraser: Eraser): boolean => bytesSayIt(row, eraser) || eraser.eraseDeep(row) !== row

/** A document that was set aside as damaged, for instance: it cannot be mended, so it goes. */
function bytesSayIt(row: unknown, eraser: Eraser): boolean {
  const { value } = row as { value?: unknown }
  return value instanceof Uint8Array && textInBytes(value, eraser)
}

export const textInBytes = (bytes: Uint8Array, eraser: Eraser): boolean => eraser.occursIn(new TextDecoder().decode(bytes))

/** What a provider wrote for itself beside such a message, or in the answer to it, cannot be read and may repeat it. */
async function dropProviderBlocks(ids: readonly MessageId[], db: CommonplaceDb): Promise<void> {
  if (ids.length === 0) return
  await db.transaction('rw', [db.messages, db.syncState, db.syncOutbox], async () => {
    const mended: MessageId[] = []
    await db.messages
      .where('parentIds')
      .anyOf([...ids])
      .or('id')
      .anyOf([...ids])
      .distinct()
      .modify((row: unknown, ref: { value: unknown }) => {
        const { id, parts } = row as { id: MessageId; parts?: unknown }
        if (!Array.isArray(parts)) return
        const kept = parts.filter((part: { type?: unknown } | null) => part?.type !== 'provider')
        if (kept.length === parts.length) return
        ref.value = { ...(row as object), parts: kept }
        mended.push(id)
      })
    await noteErased(mended, db)
  })
}

function textsIn(parts: unknown): string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? [part.text] : []))
}

/** Erases the past of these entries and every earlier state that says it. @returns how many records went */
export function eraseHistory(db: CommonplaceDb, forgotten: ReadonlySet<string>, eraser: Eraser, isErasing: boolean): Promise<number> {
  const tables = [db.docUpdates, db.docSnapshots, db.memoryHistory, db.memoryUses, db.syncState]
  return db.transaction(isErasing ? 'rw' : 'r', tables, async () => {
    const { remove, put } = await readHistory(db, async (current) =>
      eraseRecords(readRecords(await db.memoryHistory.toArray()), current, forgotten, eraser),
    )
    if (isErasing) {
      await db.memoryHistory.bulkDelete([...remove])
      await db.memoryHistory.bulkPut([...put])
      await db.memoryUses.bulkDelete([...forgotten] as EntryId[])
      await noteFoldDue(db)
    }
    return remove.length + put.length
  })
}

/** Updates and states of documents that hold the words in plain sight, though folding should have dropped them: damaged ones. */
export async function eraseDamagedUpdates(db: CommonplaceDb, eraser: Eraser): Promise<void> {
  await db.docUpdates.filter(({ update }) => textInBytes(update, eraser)).delete()
}
