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
 *   settled   fingerprint → JSON; what was rejected or deleted long ago, so that it is not proposed again
 *
 * A field is absent while it has its default. Sets are keys with a prefix in the entry's own map
 * (`from/<source>`, `supersedes/<entry>`, `target/<entry>`): two devices that add to them offline get the union,
 * which a nested map made on both would not give.
 *
 * No status is stored. Each decision is a mark of its own (`accepted/person`, `rejectedAt`, `deletedAt`,
 * `archivedAt`, `expired`, another entry's `supersedes/<this>`), and the status is what they come to (status.ts):
 * a device that expires a line never undoes another's deletion of it. A proposal is an entry with `change`, made once
 * by `applySeed`; accepting it on two devices sets one mark twice and doubles nothing.
 * History is not kept here: it has its own log, and this document collects garbage.
 *
 * A field that this version cannot read is read as its default and never written over, so an older app spoils
 * nothing of a newer one.
 */
export const memorySchemaVersion = 1

export const sectionsOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('sections')
export const entriesOf = (doc: Y.Doc): Y.Map<Y.Map<unknown>> => doc.getMap('entries')
export const metaOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('meta')

/** Lines above the first heading belong to this section, which has no heading and is not stored. */
export const topSectionId = 'top' as SectionId

export const entryStatuses = ['active', 'proposed', 'rejected', 'superseded', 'expired', 'archived', 'deleted'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const authorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), device: z.string().transform((id) => id as DeviceId).optional() }),
  z.object({ kind: z.literal('model'), name: z.string() }),
  z.object({ kind: z.literal('import'), name: z.string() }),
  z.object({ kind: z.literal('tool'), name: z.string() }),
  /** What the app does by rule: it settles contradictions and marks what expired. */
  z.object({ kind: z.literal('app') }),
])
export type Author = z.infer<typeof authorSchema>

export const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everywhere') }),
  z.object({ kind: z.literal('assistant'), id: z.string() }),
  z.object({ kind: z.literal('session'), id: z.string().transform((id) => id as SessionId) }),
])
export type Scope = z.infer<typeof scopeSchema>

const messageSourceSchema = z.object({
  kind: z.literal('message').optional(),
  sessionId: z.string().transform((id) => id as SessionId),
  messageId: z.string().transform((id) => id as MessageId),
  /** The words that the entry rests on, as they stand in the message. */
  quote: z.string(),
  at: z.number(),
})
const importSourceSchema = z.object({
  kind: z.literal('import'),
  /** Where it was imported from, as shown to the person. */
  name: z.string(),
  quote: z.string(),
  at: z.number(),
})
const provenanceSchema = z.union([messageSourceSchema, importSourceSchema])
export type MessageSource = z.infer<typeof messageSourceSchema>
export type ImportSource = z.infer<typeof importSourceSchema>
export type Provenance = MessageSource | ImportSource

export const isMessageSource = (source: Provenance): source is MessageSource => source.kind !== 'import'

/** The key under which a source stands in the entry's map: one per message or import. */
export const sourceKey = (source: Provenance): string =>
  isMessageSource(source) ? `from/${source.messageId}` : `from/import:${source.name}:${source.at}`

export const acceptLevels = ['review-all', 'plain-statements', 'all-but-untrusted'] as const
export type AcceptLevel = (typeof acceptLevels)[number]

/** What happens at the end of a section's lifetime: the line is hidden, or the person is asked whether it still holds. */
export type LifetimeEnd = 'expire' | 'review'

/** explicit: typed, or asked for. stated: said plainly about oneself. inferred: concluded by a model. */
export const bases = ['explicit', 'stated', 'inferred'] as const
export type Basis = (typeof bases)[number]

export const proposalChanges = ['add', 'revise', 'supersede', 'merge', 'expire', 'remove'] as const
export type ProposalChange = (typeof proposalChanges)[number]

export interface Section {
  readonly id: SectionId
  /** null: a default section that nobody renamed; shown in the language of the app. */
  readonly title: string | null
  readonly order: string
  /** 1 to 6, as in a Markdown heading. */
  readonly level: number
  readonly isDeleted: boolean
  /** null: the default of the section (lifetime.ts). */
  readonly acceptLevel: AcceptLevel | null
  /** Days; 0: for ever; null: the default of the section. */
  readonly lifetimeDays: number | null
  readonly lifetimeEnd: LifetimeEnd | null
}

export interface Entry {
  readonly id: EntryId
  readonly sectionId: SectionId
  readonly order: string
  /** One line, as the person typed it, list marker included. */
  readonly text: string
  readonly isPinned: boolean
  readonly scope: Scope
  readonly author: Author | null
  /** The last one who changed the text, where that is not the author. */
  readonly editedBy: Author | null
  readonly createdAt: number | null
  /** To the minute: a time per keystroke would weigh more than the text. */
  readonly updatedAt: number | null
  readonly deletedAt: number | null
  /** The message in which the person asked for its deletion. */
  readonly forgottenIn: MessageId | null
  /** The line that took this text over (joined lines, a line that became a heading): nothing to give back. */
  readonly mergedInto: string | null
  readonly validFrom: LocalDate | null
  readonly validTo: LocalDate | null
  /** The last day on which it holds. */
  readonly expiresOn: LocalDate | null
  /** When it was last said again, or confirmed by the person. */
  readonly confirmedAt: number | null
  /** Of what it holds the one value ("home city"), null where several lines may stand side by side. */
  readonly topic: string | null
  readonly basis: Basis
  /** What it proposes; null for a line that was written directly. */
  readonly change: ProposalChange | null
  /** The lines that a proposal to expire or remove is about. */
  readonly targets: readonly EntryId[]
  /** Its words came from a tool, a page, a file or an import. */
  readonly isUntrusted: boolean
  readonly reason: string | null
  /** 0 to 1, as the model put it. */
  readonly confidence: number | null
  readonly acceptedBy: 'person' | 'rule' | null
  readonly acceptedAt: number | null
  readonly rejectedAt: number | null
  readonly archivedAt: number | null
  readonly provenance: readonly Provenance[]
  readonly supersedes: readonly Supersession[]
}

/** An entry's claim to stand in another one's place; it counts once the entry is accepted. */
export interface Supersession {
  readonly id: EntryId
  /** change: the proposal says so. rule: settled by policy. person: the person decided. */
  readonly by: 'change' | 'rule' | 'person'
  readonly at: number
}

const supersessionSchema = z.object({ by: z.enum(['change', 'rule', 'person']).catch('change'), at: z.number().catch(0) })


const isLocalDate = (value: unknown): value is LocalDate => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isInCalendar(value)

/** There is no 31st of November: as a day to compare with it would hide a line (MEM-7). */
function isInCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const dateOrNull = (value: unknown): LocalDate | null => (isLocalDate(value) ? value : null)
const stringOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise)
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function parseOr<Output, T>(schema: z.ZodType<Output>, value: unknown, otherwise: T): Output | T {
  if (value === undefined) return otherwise
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : otherwise
}

/** The text as one line: a line break that another program wrote counts as a space, so that offsets stay true. */
export function readText(fields: Y.Map<unknown>): string {
  const value = fields.get('text')
  const text = value instanceof Y.Text ? value.toString() : stringOr(value, '')
  return text.replace(/[\r\n]/g, ' ')
}

export const readOrder = (fields: Y.Map<unknown>): string => stringOr(fields.get('order'), '')

export const readSectionId = (fields: Y.Map<unknown>): SectionId => stringOr(fields.get('sectionId'), topSectionId) as SectionId

export const readScope = (fields: Y.Map<unknown>): Scope =>
  fields.has('scope') ? parseOr<Scope, Scope>(scopeSchema, fields.get('scope'), { kind: 'everywhere' }) : { kind: 'everywhere' }

/** The last day on which it holds, where one was set; a date that cannot be read is none (MEM-7). */
export const readExpiresOn = (fields: Y.Map<unknown>): LocalDate | null => dateOrNull(fields.get('expiresOn'))

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | null => values.find((known) => known === value) ?? null

export const readChange = (fields: Y.Map<unknown>): ProposalChange | null => oneOf(proposalChanges, fields.get('change'))

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
    acceptLevel: oneOf(acceptLevels, fields.get('acceptLevel')),
    lifetimeDays: lifetimeOrNull(fields.get('lifetimeDays')),
    lifetimeEnd: oneOf(['expire', 'review'] as const, fields.get('lifetimeEnd')),
  }
}

const lifetimeOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 36_500 ? value : null

/** Reads one entry; never throws, whatever is in the map. */
export function readEntry(id: string, fields: Y.Map<unknown>): Entry {
  const sets = readSets(fields)
  return {
    id: id as EntryId,
    sectionId: readSectionId(fields),
    order: readOrder(fields),
    text: readText(fields),
    isPinned: fields.get('pinned') === true,
    scope: readScope(fields),
    expiresOn: readExpiresOn(fields),
    author: parseOr<Author, null>(authorSchema, fields.get('author'), null),
    editedBy: parseOr<Author, null>(authorSchema, fields.get('editedBy'), null),
    createdAt: numberOrNull(fields.get('createdAt')),
    updatedAt: numberOrNull(fields.get('updatedAt')),
    deletedAt: readDeletedAt(fields),
    forgottenIn: stringOr(fields.get('forgottenIn'), null) as MessageId | null,
    mergedInto: stringOr(fields.get('mergedInto'), null),
    validFrom: dateOrNull(fields.get('validFrom')),
    validTo: dateOrNull(fields.get('validTo')),
    confirmedAt: numberOrNull(fields.get('confirmedAt')),
    topic: stringOr(fields.get('topic'), null),
    basis: oneOf(bases, fields.get('basis')) ?? 'explicit',
    change: readChange(fields),
    isUntrusted: fields.get('isUntrusted') === true,
    reason: stringOr(fields.get('reason'), null),
    confidence: numberOrNull(fields.get('confidence')),
    ...readAcceptance(fields),
    rejectedAt: numberOrNull(fields.get('rejectedAt')),
    archivedAt: numberOrNull(fields.get('archivedAt')),
    targets: sets.target.map(([key]) => key as EntryId),
    provenance: sets.from.flatMap(([, value]) => parseOr<Provenance, null>(provenanceSchema, value, null) ?? []),
    supersedes: sets.supersedes.map(([key, value]) => ({ id: key as EntryId, ...parseOr(supersessionSchema, value, unreadableClaim) })),
  }
}

const unreadableClaim = { by: 'change' as const, at: 0 }

/**
 * Where a line is deleted on several devices, each has a mark of its own (`deleted/<client>`): taking a deletion back
 * takes away those that are known, and none that was made elsewhere meanwhile.
 */
const deletedPrefix = 'deleted/'
export const deletedKey = (client: number): string => `${deletedPrefix}${client}`
export const isDeletedKey = (key: string): boolean => key === 'deletedAt' || key.startsWith(deletedPrefix)

export function isDeleted(fields: Y.Map<unknown>): boolean {
  for (const key of fields.keys()) if (isDeletedKey(key)) return true
  return false
}

function readDeletedAt(fields: Y.Map<unknown>): number | null {
  let last: number | null = null
  for (const [key, value] of fields.entries()) if (isDeletedKey(key)) last = Math.max(last ?? 0, numberOrNull(value) ?? 0)
  return last
}

/** The person's acceptance outranks one by rule. */
function readAcceptance(fields: Y.Map<unknown>): Pick<Entry, 'acceptedBy' | 'acceptedAt'> {
  for (const by of ['person', 'rule'] as const) {
    const at = numberOrNull(fields.get(`accepted/${by}`))
    if (at !== null) return { acceptedBy: by, acceptedAt: at }
  }
  return { acceptedBy: null, acceptedAt: null }
}

type Keyed = [key: string, value: unknown]

/** The sets in an entry's map, each by key; one pass, for most entries have none. */
function readSets(fields: Y.Map<unknown>): Readonly<Record<'from' | 'supersedes' | 'target', Keyed[]>> {
  const sets: Record<'from' | 'supersedes' | 'target', Keyed[]> = { from: [], supersedes: [], target: [] }
  for (const [key, value] of fields.entries()) {
    const slash = key.indexOf('/')
    const name = slash === -1 ? '' : key.slice(0, slash)
    if (name === 'from' || name === 'supersedes' || name === 'target') sets[name].push([key.slice(slash + 1), value])
  }
  for (const set of Object.values(sets)) set.sort(([a], [b]) => compareStrings(a, b))
  return sets
}

/** Under this key a replaced line keeps the fingerprint of the words that it was replaced with. */
export const retiredKey = (successor: EntryId): string => `retired/${successor}`

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
