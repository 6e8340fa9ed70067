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

/** What was said last in a session: when, and the end that it made. */
const saidSchema = z.object({ at: z.number(), tip: id<MessageId>() })
type Said = z.infer<typeof saidSchema>
/** What whoever threw a session away knew of it: the ends, as they are stored. */
const knownThenSchema = z.object({ at: z.number(), said: z.record(z.string(), saidSchema), tip: id<MessageId>().nullable() })
type KnownThen = z.infer<typeof knownThenSchema>

/**
 * `said/<client>`: who says something takes away what it knows of these keys and adds its own, so that there are
 * several only where devices went on without knowing of each other.
 */
const saidPrefix = 'said/'

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
  /** null also where another device went on with the session without knowing that it was in the trash (SYN-9). */
  trashedAt: z.number().nullable().catch(null),
  /** Set when the session was deleted for good; the entry stays, so that nothing brings it back but what was said elsewhere without knowing. */
  purgedAt: z.number().nullable().catch(null),
  model: modelRefSchema.nullable().catch(null),
  /** Leaves no memory and uses none. */
  isPrivate: z.boolean().catch(false),
  summary: sessionSummarySchema.nullable().catch(null),
  /** The newest message that memory was edited from; on whatever device that was. */
  memoryUpTo: id<MessageId>().nullable().catch(null),
  schemaVersion: z.number().catch(indexSchemaVersion),
})

/** What is stored beside the fields of an entry, to read them right. */
const storedSchema = z.object({
  /** A title that the person typed: no other one may overwrite it, on whatever device that is written. */
  typedTitle: z.string().catch(''),
  trashed: knownThenSchema.nullable().catch(null),
  purged: knownThenSchema.nullable().catch(null),
})

export interface IndexEntry extends z.infer<typeof entrySchema> {
  readonly id: SessionId
  /**
   * It was thrown away on one device while another one went on with it: 'trashed' has come back from the trash as it
   * was, of 'purged' only what was said without knowing is left.
   */
  readonly continuedAfter: 'trashed' | 'purged' | null
}
export type IndexChange = Partial<Omit<IndexEntry, 'id' | 'schemaVersion' | 'continuedAfter'>>

const sessionsOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('sessions')

/** One session's entry, null where there is none (or nothing of it can be read). */
export function readEntry(doc: Y.Doc, session: SessionId): IndexEntry | null {
  const map = sessionsOf(doc).get(session)
  if (!(map instanceof Y.Map)) return null
  const fields = Object.fromEntries(map.entries())
  const entry = { ...entrySchema.parse(fields), id: session }
  const { typedTitle, trashed, purged } = storedSchema.parse(fields)
  const named = typedTitle === '' ? entry : { ...entry, title: typedTitle, titleSource: 'person' as const }
  if (entry.purgedAt !== null) {
    const unknown = saidWithout(fields, entry.purgedAt, purged)
    if (unknown.length === 0) return { ...entry, continuedAfter: null }
    const tip = unknown.find((said) => said.tip === entry.tip) ?? unknown.at(-1)
    return { ...named, tip: tip?.tip ?? null, trashedAt: null, purgedAt: null, continuedAfter: 'purged' }
  }
  if (saidWithout(fields, entry.trashedAt, trashed).length > 0) return { ...named, trashedAt: null, continuedAfter: 'trashed' }
  return { ...named, continuedAfter: null }
}

/** SYN-9: what was said that whoever threw the session away did not know, oldest first. */
function saidWithout(fields: Fields, at: number | null, known: KnownThen | null): Said[] {
  if (at === null || known?.at !== at) return []
  const unknown = Object.entries(saidIn(fields)).filter(([key, said]) => !isSame(known.said[key], said))
  return unknown.map(([, said]) => said).sort((a, b) => a.at - b.at || (a.tip < b.tip ? -1 : 1))
}

type Fields = Readonly<Record<string, unknown>>

function saidIn(fields: Fields): Record<string, Said> {
  const entries = Object.entries(fields).filter(([key]) => key.startsWith(saidPrefix))
  return Object.fromEntries(entries.flatMap(([key, value]) => (saidSchema.safeParse(value).success ? [[key, saidSchema.parse(value)]] : [])))
}

/** When a session was deleted for good, also where something that was said elsewhere is left of it. */
export function deletedAt(doc: Y.Doc, session: SessionId): number | null {
  const map = sessionsOf(doc).get(session)
  return map instanceof Y.Map ? entrySchema.parse(Object.fromEntries(map.entries())).purgedAt : null
}

/**
 * Of a session that was deleted for good while another device went on with it: the ends that are left, and the end
 * up to which it is gone.
 */
export function leftOfPurged(doc: Y.Doc, session: SessionId): { readonly tips: readonly MessageId[]; readonly goneUpTo: MessageId | null } | null {
  const map = sessionsOf(doc).get(session)
  if (!(map instanceof Y.Map)) return null
  const fields = Object.fromEntries(map.entries())
  const { purged } = storedSchema.parse(fields)
  const unknown = saidWithout(fields, entrySchema.parse(fields).purgedAt, purged)
  return unknown.length === 0 ? null : { tips: unknown.map(({ tip }) => tip), goneUpTo: purged?.tip ?? null }
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

/** The end of the shown path after something was said, and when that was. What is known to be in the trash stays there. */
export function moveTip(doc: Y.Doc, session: SessionId, tip: MessageId, at: number, interrupted = false): void {
  const map = sessionsOf(doc).get(session)
  if (!(map instanceof Y.Map)) return
  doc.transact(() => {
    const trashedAt = readEntry(doc, session)?.trashedAt ?? null
    write(map, { tip, updatedAt: at, interrupted })
    const own = `${saidPrefix}${doc.clientID}`
    for (const key of [...map.keys()]) if (key.startsWith(saidPrefix) && key !== own) map.delete(key)
    map.set(own, { at, tip } satisfies Said)
    if (trashedAt !== null) noteKnown(map, 'trashed', trashedAt)
  })
}

/** A typed title is never overwritten by a derived one. */
export function deriveTitle(doc: Y.Doc, session: SessionId, title: string, origin?: unknown): void {
  if (readEntry(doc, session)?.titleSource !== 'person') changeEntry(doc, session, { title, titleSource: 'derived' }, origin)
}

/**
 * Empties the entry of a session that is deleted for good; its lineage stays for the forks that need it, and its end
 * for what was said elsewhere without knowing. Of a session that was deleted by then it takes away what came in since.
 */
export function purgeEntry(doc: Y.Doc, session: SessionId, at: number, origin?: unknown): void {
  const map = sessionsOf(doc).get(session)
  if (!(map instanceof Y.Map)) return
  const isDeleted = (deletedAt(doc, session) ?? Number.NEGATIVE_INFINITY) >= at
  if (isDeleted && leftOfPurged(doc, session) !== null) return
  doc.transact(() => write(map, { ...emptied, ...(!isDeleted && { purgedAt: at }) }), origin)
}

const emptied = { title: '', model: null, pinned: false, summary: null } as const

/** Unchanged values are not written again: an edit that changes nothing costs nothing. */
function write(map: Y.Map<unknown>, change: IndexChange): void {
  for (const [key, value] of Object.entries(change)) setValue(map, key, value)
  if (change.title === '') setValue(map, 'typedTitle', map.has('typedTitle') ? '' : undefined)
  else if (change.titleSource === 'person') setValue(map, 'typedTitle', change.title)
  if (typeof change.trashedAt === 'number') noteKnown(map, 'trashed', change.trashedAt)
  if (typeof change.purgedAt === 'number') noteKnown(map, 'purged', change.purgedAt)
}

function setValue(map: Y.Map<unknown>, key: string, value: unknown): void {
  if (value !== undefined && !isSame(map.get(key), value)) map.set(key, value)
}

function noteKnown(map: Y.Map<unknown>, key: 'trashed' | 'purged', at: number): void {
  const fields = Object.fromEntries(map.entries())
  setValue(map, key, { at, said: saidIn(fields), tip: entrySchema.parse(fields).tip } satisfies KnownThen)
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
