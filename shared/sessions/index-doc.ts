import * as Y from 'yjs'
import * as z from 'zod'
import { idSchema as id, type MessageId, type SessionId } from '../ids'
import { modelRefSchema } from './message'
import { sessionSummarySchema } from './summary'

/**
 * Layout of the Y.Doc `index`: one small Y.Map per session under `sessions`, one field per key, so that the last
 * writer wins per field. Values are plain JSON. What cannot be read falls back field by field.
 */
export const indexSchemaVersion = 1

const forkedFromSchema = z.object({ sessionId: id<SessionId>(), messageId: id<MessageId>() })

const entrySchema = z.object({
  title: z.string().catch(''),
  titleSource: z.enum(['derived', 'model', 'person']).catch('derived'),
  createdAt: z.number().catch(0),
  updatedAt: z.number().catch(0),
  pinned: z.boolean().catch(false),
  tip: id<MessageId>().nullable().catch(null),
  /** The tip is an answer that was cut and waits for the person: to go on, or to be taken as it is. */
  interrupted: z.boolean().catch(false),
  forkedFrom: forkedFromSchema.nullable().catch(null),
  trashedAt: z.number().nullable().catch(null),
  /** Set when the session was deleted for good; the entry stays, so that nothing brings it back. */
  purgedAt: z.number().nullable().catch(null),
  model: modelRefSchema.nullable().catch(null),
  /** Leaves no memory and uses none. */
  isPrivate: z.boolean().catch(false),
  summary: sessionSummarySchema.nullable().catch(null),
  /** The newest message that memory was edited from; on whatever device that was. */
  memoryUpTo: id<MessageId>().nullable().catch(null),
  schemaVersion: z.number().catch(indexSchemaVersion),
})

export type IndexEntry = z.infer<typeof entrySchema> & { readonly id: SessionId }
export type IndexChange = Partial<Omit<IndexEntry, 'id' | 'schemaVersion'>>

const sessionsOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('sessions')

/** One session's entry, null where there is none (or nothing of it can be read). */
export function readEntry(doc: Y.Doc, session: SessionId): IndexEntry | null {
  const map = sessionsOf(doc).get(session)
  if (!(map instanceof Y.Map)) return null
  return { ...entrySchema.parse(Object.fromEntries(map.entries())), id: session }
}

/** All entries, purged ones included, in no order. */
export function readEntries(doc: Y.Doc): IndexEntry[] {
  return [...sessionsOf(doc).keys()].flatMap((key) => readEntry(doc, key as SessionId) ?? [])
}

/** Adds a session, or changes the one that is there. */
export function putEntry(doc: Y.Doc, session: SessionId, entry: IndexChange, origin?: unknown): void {
  doc.transact(() => {
    const sessions = sessionsOf(doc)
    let map = sessions.get(session)
    if (!(map instanceof Y.Map)) {
      map = new Y.Map<unknown>([['schemaVersion', indexSchemaVersion]])
      sessions.set(session, map)
    }
    write(map as Y.Map<unknown>, entry)
  }, origin)
}

/** Changes fields of a session; does nothing where there is no such session. */
export function changeEntry(doc: Y.Doc, session: SessionId, change: IndexChange, origin?: unknown): void {
  const map = sessionsOf(doc).get(session)
  if (map instanceof Y.Map) doc.transact(() => write(map, change), origin)
}

/** The end of the shown path after something was said, and when that was. */
export function moveTip(doc: Y.Doc, session: SessionId, tip: MessageId, at: number, interrupted = false): void {
  changeEntry(doc, session, { tip, updatedAt: at, interrupted })
}

/** A typed title is never overwritten by a derived one. */
export function deriveTitle(doc: Y.Doc, session: SessionId, title: string, origin?: unknown): void {
  if (readEntry(doc, session)?.titleSource !== 'person') changeEntry(doc, session, { title, titleSource: 'derived' }, origin)
}

/** Empties the entry of a session that is deleted for good; its lineage stays for the forks that need it. */
export function purgeEntry(doc: Y.Doc, session: SessionId, at: number, origin?: unknown): void {
  const entry = readEntry(doc, session)
  if (entry === null) return
  changeEntry(doc, session, { title: '', tip: null, model: null, pinned: false, summary: null, purgedAt: at }, origin)
}

/** Unchanged values are not written again: an edit that changes nothing costs nothing. */
function write(map: Y.Map<unknown>, change: IndexChange): void {
  for (const [key, value] of Object.entries(change)) {
    if (value !== undefined && !isSame(map.get(key), value)) map.set(key, value)
  }
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
