import * as Y from 'yjs'
import * as z from 'zod'
import type { LocalDate } from '../clock'
import type { DeviceId, EntryId, MessageId, SectionId, SessionId } from '../ids'

/**
 * The memory document. Four top-level maps:
 *
 *   meta      schemaVersion
 *   sections  id → Y.Map {title, order, level, status}
 *   entries   id → Y.Map {text: Y.Text, sectionId, order, status, author, createdAt, …}
 *   rules     id → JSON; topics and patterns that are never stored
 *
 * A field is absent while it has its default. Sets are keys with a prefix in the entry's own map
 * (`from/<message>`, `supersedes/<entry>`, `topic/<name>`): two devices that add to them offline get the union,
 * which a nested map made on both would not give. A proposal to add is an entry whose status is `proposed`, made
 * once: accepting it on two devices sets one field twice and doubles nothing. What nobody may make twice
 * (the default sections, an entry that two devices derive from the same source) is made by `applySeed`.
 * History is not kept here: it has its own log, and this document collects garbage.
 *
 * Nothing leaves a map once it is there: deleting sets a status. A field that this version cannot read is read as
 * its default and never written over, so an older app spoils nothing of a newer one.
 */
export const memorySchemaVersion = 1

export const sectionsOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('sections')
export const entriesOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('entries')
export const metaOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('meta')

/** Lines above the first heading belong to this section, which has no heading and is not stored. */
export const topSectionId = 'top' as SectionId

export const entryStatuses = ['active', 'proposed', 'superseded', 'expired', 'archived', 'deleted'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const authorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), device: z.string().transform((id) => id as DeviceId).optional() }),
  z.object({ kind: z.literal('model'), name: z.string() }),
  z.object({ kind: z.literal('import'), name: z.string() }),
  z.object({ kind: z.literal('tool'), name: z.string() }),
])
export type Author = z.infer<typeof authorSchema>

export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everywhere') }),
  z.object({ kind: z.literal('assistant'), id: z.string() }),
  z.object({ kind: z.literal('session'), id: z.string().transform((id) => id as SessionId) }),
])
export type Scope = z.infer<typeof scopeSchema>

const provenanceSchema = z.object({
  sessionId: z.string().transform((id) => id as SessionId),
  messageId: z.string().transform((id) => id as MessageId),
  /** The person's own words that the entry rests on. */
  quote: z.string(),
  at: z.number(),
})
export type Provenance = z.infer<typeof provenanceSchema>

export interface Section {
  readonly id: SectionId
  /** null: a default section that nobody renamed; shown in the language of the app. */
  readonly title: string | null
  readonly order: string
  /** 1 to 6, as in a Markdown heading. */
  readonly level: number
  readonly isDeleted: boolean
}

export interface Entry {
  readonly id: EntryId
  readonly sectionId: SectionId
  readonly order: string
  /** One line, as the person typed it, list marker included. */
  readonly text: string
  readonly status: EntryStatus
  readonly isPinned: boolean
  readonly scope: Scope
  readonly author: Author | null
  /** The last one who changed the text, where that is not the author. */
  readonly editedBy: Author | null
  readonly createdAt: number | null
  /** To the minute: a time per keystroke would weigh more than the text. */
  readonly updatedAt: number | null
  readonly deletedAt: number | null
  /** The line that took this text over (joined lines, a line that became a heading): nothing to give back. */
  readonly mergedInto: string | null
  readonly validFrom: LocalDate | null
  readonly validTo: LocalDate | null
  /** The last day on which it holds. */
  readonly expiresOn: LocalDate | null
  readonly provenance: readonly Provenance[]
  readonly supersedes: readonly EntryId[]
}

const isLocalDate = (value: unknown): value is LocalDate => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const dateOrNull = (value: unknown): LocalDate | null => (isLocalDate(value) ? value : null)
const stringOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise)
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function parseOr<Output, T>(schema: z.ZodType<Output>, value: unknown, otherwise: T): Output | T {
  if (value === undefined) return otherwise
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : otherwise
}

/** MEM-1: a status that cannot be read hides the entry; only one that was never set is `active`. */
export function readStatus(fields: Y.Map<unknown>): EntryStatus {
  const value = fields.get('status')
  return value === undefined ? 'active' : (entryStatuses.find((status) => status === value) ?? 'archived')
}

/** The text as one line: a line break that another program wrote counts as a space, so that offsets stay true. */
export function readText(fields: Y.Map<unknown>): string {
  const value = fields.get('text')
  const text = value instanceof Y.Text ? value.toString() : stringOr(value, '')
  return text.replace(/[\r\n]/g, ' ')
}

export const readOrder = (fields: Y.Map<unknown>): string => stringOr(fields.get('order'), '')

export const readSectionId = (fields: Y.Map<unknown>): SectionId => stringOr(fields.get('sectionId'), topSectionId) as SectionId

/** What decides whether an entry goes into a prompt, without the rest of it. */
export const readStanding = (fields: Y.Map<unknown>): Pick<Entry, 'isPinned' | 'scope' | 'expiresOn'> => ({
  isPinned: fields.get('pinned') === true,
  scope: parseOr<Scope, Scope>(scopeSchema, fields.get('scope'), { kind: 'everywhere' }),
  expiresOn: dateOrNull(fields.get('expiresOn')),
})

/** Reads one section; never throws, whatever is in the map. */
export function readSection(id: string, fields: Y.Map<unknown>): Section {
  const title = fields.get('title')
  const level = fields.get('level')
  return {
    id: id as SectionId,
    title: typeof title === 'string' ? title.replace(/[\r\n]/g, ' ') : null,
    order: readOrder(fields),
    level: typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6 ? level : 1,
    isDeleted: fields.get('status') === 'deleted',
  }
}

/** Reads one entry; never throws, whatever is in the map. */
export function readEntry(id: string, fields: Y.Map<unknown>): Entry {
  return {
    id: id as EntryId,
    sectionId: readSectionId(fields),
    order: readOrder(fields),
    text: readText(fields),
    status: readStatus(fields),
    ...readStanding(fields),
    author: parseOr<Author, null>(authorSchema, fields.get('author'), null),
    editedBy: parseOr<Author, null>(authorSchema, fields.get('editedBy'), null),
    createdAt: numberOrNull(fields.get('createdAt')),
    updatedAt: numberOrNull(fields.get('updatedAt')),
    deletedAt: numberOrNull(fields.get('deletedAt')),
    mergedInto: stringOr(fields.get('mergedInto'), null),
    validFrom: dateOrNull(fields.get('validFrom')),
    validTo: dateOrNull(fields.get('validTo')),
    provenance: withPrefix(fields, 'from/').flatMap(([, value]) => parseOr<Provenance, null>(provenanceSchema, value, null) ?? []),
    supersedes: withPrefix(fields, 'supersedes/').map(([key]) => key as EntryId),
  }
}

function withPrefix(fields: Y.Map<unknown>, prefix: string): [string, unknown][] {
  const found: [string, unknown][] = []
  for (const [key, value] of fields.entries()) {
    if (key.startsWith(prefix)) found.push([key.slice(prefix.length), value])
  }
  return found.sort(([a], [b]) => compareStrings(a, b))
}

/** By code unit: the same order on every device, whatever its language. */
export const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Values of a top-level map that are maps; anything else there was written by no version of this app. */
export function mapsIn(map: Y.Map<Y.Map<unknown>>): [string, Y.Map<unknown>][] {
  return [...map.entries()].filter(([, value]) => value instanceof Y.Map)
}

/** All sections of the document by order, deleted ones included. */
export function readSections(doc: Y.Doc): Section[] {
  return mapsIn(sectionsOf(doc))
    .map(([id, fields]) => readSection(id, fields))
    .sort((a, b) => compareStrings(a.order, b.order) || compareStrings(a.id, b.id))
}

export function findEntry(doc: Y.Doc, id: EntryId): Entry | null {
  const fields = entriesOf(doc).get(id)
  return fields instanceof Y.Map ? readEntry(id, fields) : null
}
