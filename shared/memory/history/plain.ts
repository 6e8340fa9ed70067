import * as Y from 'yjs'
import { isStorageKey } from '../compact-info'
import { entriesOf, mapsIn, sectionsOf } from '../layout'

/** One entry or section as plain JSON, its live text as a string. Keys that are absent have their default. */
export type PlainFields = Readonly<Record<string, unknown>>

export const subjectKinds = ['entry', 'section'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What a change is about. */
export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

export const subjectKey = ({ kind, id }: Subject): string => `${kind}/${id}`

/** Entries and sections of a memory document, by id; whatever keys they have. */
export type PlainMemory = Readonly<Record<SubjectKind, ReadonlyMap<string, PlainFields>>>

export const mapOf = (doc: Y.Doc, kind: SubjectKind): Y.Map<Y.Map<unknown>> => (kind === 'entry' ? entriesOf(doc) : sectionsOf(doc))

export function plainFields(fields: Y.Map<unknown>): PlainFields {
  const plain: Record<string, unknown> = {}
  for (const [key, value] of fields.entries()) {
    if (value === null || value === undefined || isStorageKey(key)) continue
    plain[key] = value instanceof Y.AbstractType ? plainOfType(value) : value
  }
  return plain
}

const plainOfType = (value: Y.AbstractType<unknown>): unknown => (value instanceof Y.Text ? value.toString() : value.toJSON())

/** null where the document has no such entry or section. */
export function readSubject(doc: Y.Doc, { kind, id }: Subject): PlainFields | null {
  const fields = mapOf(doc, kind).get(id)
  return fields instanceof Y.Map ? plainFields(fields) : null
}

export function readPlainMemory(doc: Y.Doc): PlainMemory {
  const read = (kind: SubjectKind) => new Map(mapsIn(mapOf(doc, kind)).map(([id, fields]) => [id, plainFields(fields)]))
  return { entry: read('entry'), section: read('section') }
}

/** A document with this content, for everything that reads one: a state of the past as a profile, for instance. */
export function docOf(memory: PlainMemory): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const kind of subjectKinds) {
      for (const [id, fields] of memory[kind]) mapOf(doc, kind).set(id, liveFields(fields))
    }
  })
  return doc
}

/** The fields as they are stored: `text` is a text that can be edited by several at once. */
export function liveFields(fields: PlainFields): Y.Map<unknown> {
  const live = new Y.Map<unknown>()
  for (const [key, value] of Object.entries(fields)) live.set(key, key === 'text' && typeof value === 'string' ? new Y.Text(value) : value)
  return live
}

export const isSameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
