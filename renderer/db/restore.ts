import Dexie, { type Table } from 'dexie'
import * as Y from 'yjs'
import * as z from 'zod'
import type { Failure } from '@shared/errors'
import type { MessageId, SessionId } from '@shared/ids'
import { historyRecordSchema } from '@shared/memory/history/record'
import { modelProviderSchema, type ModelProvider } from '@shared/providers/model-provider'
import { ok, type Result } from '@shared/result'
import { isOverlay, newestContinuation } from '@shared/sessions/graph'
import { putEntry, readEntry } from '@shared/sessions/index-doc'
import { messageText, type MessageRow } from '@shared/sessions/message'
import { readMessageRow } from '@shared/sessions/read-row'
import { titleFrom } from '@shared/sessions/title'
import { appendRows } from './message-store'
import { fromStored } from './path-reader'
import type { CommonplaceDb } from './schema'
import type { StorageGuard } from './storage-guard'
import { restartSync } from './sync-state'

const lineSchema = z.object({ kind: z.string(), value: z.unknown() })
const docSchema = z.object({ name: z.string().min(1), state: z.string() })
const keyedSchema = z.object({ key: z.string().min(1), value: z.unknown() })
const draftSchema = z.object({ key: z.string().min(1), text: z.string(), files: z.unknown(), updatedAt: z.number().catch(0) })

export interface Restored {
  readonly messages: number
  readonly sessions: number
  /** Lines that could not be read: a torn last one, or damage. */
  readonly skippedLines: number
}

/**
 * Brings a snapshot back into an empty or a damaged database. It only adds: messages that are there stay as they
 * are, documents are merged, what was set since is kept. Run before the documents are opened. May be run again.
 */
export async function restoreSnapshot(lines: string, db: CommonplaceDb, guard: StorageGuard): Promise<Result<Restored, Failure>> {
  const content = readLines(lines)
  const written = await guard.write(async () => {
    for (let at = 0; at < content.messages.length; at += 500) {
      const page = content.messages.slice(at, at + 500)
      await db.transaction('rw', db.messages, () => appendRows(page, db))
    }
    await db.transaction('rw', [db.docUpdates, db.docSnapshots, db.meta, db.settings, db.modelProviders, db.drafts, db.memoryHistory], async () => {
      await setDamagedDocsAside(db)
      await db.docUpdates.bulkAdd(content.docs.map(({ name, state }) => ({ docName: name, update: state, windowId: 'snapshot' })))
      await addMissing(db.settings, content.settings, ({ key }) => key)
      await addMissing(db.modelProviders, content.modelProviders, (row) => (row as ModelProvider).id)
      await addMissing(db.drafts, content.drafts, ({ key }) => key)
      // Each record begins where the one before it ended: a history that has gone on is not mixed with an older one.
      if ((await db.memoryHistory.count()) === 0) await db.memoryHistory.bulkAdd(content.history)
    })
    await restartSync(db)
    return restoreIndex(db)
  })
  if (!written.ok) return written
  return ok({ messages: content.messages.length, sessions: written.value, skippedLines: content.skippedLines })
}

/** A document whose stored state cannot be read would fail again at the next start; the bytes are kept for a rescue. */
async function setDamagedDocsAside(db: CommonplaceDb): Promise<void> {
  for (const row of await db.docSnapshots.toArray()) {
    if (isReadable(row.state)) continue
    await db.meta.put({ key: `damaged:${row.docName}`, value: row.state })
    await db.docSnapshots.delete(row.docName)
  }
}

/** What was set since the snapshot is newer and stays. */
async function addMissing<Row, Key>(table: Table<Row, Key>, rows: readonly Row[], keyOf: (row: Row) => Key): Promise<void> {
  for (const row of rows) if ((await table.get(keyOf(row))) === undefined) await table.add(row)
}

function readLines(lines: string) {
  const content = {
    messages: [] as MessageRow[],
    docs: [] as { name: string; state: Uint8Array }[],
    settings: [] as z.infer<typeof keyedSchema>[],
    modelProviders: [] as z.infer<typeof modelProviderSchema>[],
    drafts: [] as z.infer<typeof draftSchema>[],
    history: [] as z.infer<typeof historyRecordSchema>[],
    skippedLines: 0,
  }
  for (const [number, text] of lines.split('\n').entries()) {
    // The first line is the header: what it counts is counted again here.
    if (text.trim() !== '' && number > 0 && !takeLine(text, content)) content.skippedLines++
  }
  return content
}

function takeLine(text: string, content: ReturnType<typeof readLines>): boolean {
  const { kind, value } = lineSchema.safeParse(parseJson(text)).data ?? { kind: '', value: undefined }
  switch (kind) {
    case 'message': {
      const row = readMessageRow(value)
      return row !== null && content.messages.push(row) > 0
    }
    case 'doc': {
      const doc = docSchema.safeParse(value)
      const state = doc.success ? readState(doc.data.state) : null
      return doc.success && state !== null && content.docs.push({ name: doc.data.name, state }) > 0
    }
    case 'setting':
      return take(keyedSchema, value, content.settings)
    case 'model-provider':
      return take(modelProviderSchema, value, content.modelProviders)
    case 'draft':
      return take(draftSchema, value, content.drafts)
    case 'history':
      return take(historyRecordSchema, value, content.history)
    default:
      return false
  }
}

function take<Schema extends z.ZodType>(schema: Schema, value: unknown, into: z.infer<Schema>[]): boolean {
  const parsed = schema.safeParse(value)
  return parsed.success && into.push(parsed.data) > 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A document's state, null where Yjs cannot read it: it must not reach the database. */
function readState(base64: string): Uint8Array | null {
  try {
    const state = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return isReadable(state) ? state : null
  } catch {
    return null
  }
}

function isReadable(state: Uint8Array): boolean {
  try {
    Y.applyUpdate(new Y.Doc(), state)
    return true
  } catch {
    return false
  }
}

/** Sessions that have messages and no entry (the index was damaged) get one again. @returns number of sessions */
async function restoreIndex(db: CommonplaceDb): Promise<number> {
  const index = new Y.Doc()
  const snapshot = await db.docSnapshots.get('index')
  if (snapshot !== undefined) Y.applyUpdate(index, snapshot.state)
  for (const { update } of await db.docUpdates.where('docName').equals('index').sortBy('seq')) {
    if (isReadable(update)) Y.applyUpdate(index, update)
  }
  const updates: Uint8Array[] = []
  index.on('update', (update: Uint8Array) => updates.push(update))
  const ids = (await db.messages.orderBy('[sessionId+id]').keys()).map((key) => (key as unknown as [SessionId])[0])
  const sessions = new Set(ids)
  for (const session of sessions) if (readEntry(index, session) === null) await describeSession(session, db, index)
  if (updates.length > 0) {
    await db.docUpdates.add({ docName: 'index', update: Y.mergeUpdates(updates), windowId: 'snapshot' })
  }
  return sessions.size
}

async function describeSession(session: SessionId, db: CommonplaceDb, index: Y.Doc): Promise<void> {
  const stored = await db.messages.where('[sessionId+id]').between([session, Dexie.minKey], [session, Dexie.maxKey]).toArray()
  const rows = stored.flatMap((value) => readMessageRow(fromStored(value)) ?? []).filter((row) => !isOverlay(row))
  const first = rows.sort((a, b) => (a.id < b.id ? -1 : 1))[0]
  if (first === undefined) return
  const byId = new Map<MessageId, MessageRow>(rows.map((row) => [row.id, row]))
  const parentId = first.parentIds[0]
  const parent = parentId === undefined ? null : readMessageRow(fromStored(await db.messages.get(parentId)))
  putEntry(index, session, {
    title: titleFrom(messageText(first.parts)),
    createdAt: first.createdAt,
    updatedAt: rows.at(-1)?.createdAt ?? first.createdAt,
    tip: newestContinuation(first.id, byId),
    // A first message that follows one of another session: this session was a fork.
    ...(parent !== null && { forkedFrom: { sessionId: parent.sessionId, messageId: parent.id } }),
  })
}
