import * as Y from 'yjs'
import type { Clock } from '../clock'
import type { EntryId, IdFactory, MessageId, SectionId } from '../ids'
import {
  deletedKey,
  entriesOf,
  isDeletedKey,
  mapsIn,
  readEntry,
  readOrder,
  readSectionId,
  readSections,
  readText,
  sectionsOf,
  sourceKey,
  topSectionId,
  type Author,
  type Entry,
  type Provenance,
  type Scope,
} from './layout'
import { keyBetween } from './order'
import { readProfileLines, type ProfileLine } from './profile-markdown'
import { readStandings } from './status'
import { setText } from './text-diff'
import type { MemoryView } from './view'

/** Who writes, as the origin of the transaction: undo, history and persistence tell writers apart by it. */
export interface MemoryOrigin {
  readonly author: Author
}

/** One writer of a memory document. Its `origin` is one object for as long as its undo history is to last. */
export interface MemoryWriter {
  readonly doc: Y.Doc
  readonly origin: MemoryOrigin
  readonly clock: Clock
  readonly newId: IdFactory
  /** A look at `doc` that is remembered for as long as nothing changes (`MemoryReader`). */
  readonly view?: () => MemoryView
}

export interface NewEntry {
  /** One line; line breaks become spaces. */
  readonly text: string
  readonly sectionId: SectionId
  readonly isPinned?: boolean
  readonly scope?: Scope
  readonly provenance?: readonly Provenance[]
}

const oneLine = (text: string): string => text.replace(/\r\n?|\n/g, ' ')

/** Runs several operations as one change: one update, one step of undo. */
export const change = <Value>(writer: MemoryWriter, write: () => Value): Value => writer.doc.transact(write, writer.origin)

/** Adds a section below the last one (or below `after`). */
export function addSection(writer: MemoryWriter, title: string, level: number, after: SectionId | null = null): SectionId {
  const all = readSections(writer.doc)
  const index = after === null ? all.length - 1 : all.findIndex((section) => section.id === after)
  const order = keyBetween(all[index]?.order ?? null, all[index + 1]?.order ?? null, writer.doc.clientID)
  return createSection(writer, oneLine(title), level, order)
}

export function createSection(writer: MemoryWriter, title: string, level: number, order: string): SectionId {
  const id = writer.newId<SectionId>()
  change(writer, () => {
    const fields = new Y.Map<unknown>()
    fields.set('title', title)
    fields.set('level', level)
    fields.set('order', order)
    sectionsOf(writer.doc).set(id, fields)
  })
  return id
}

/** Adds an entry as the last one of its section, and answers with its id. */
export function addEntry(writer: MemoryWriter, entry: NewEntry): EntryId {
  const last = lastEntryOf(readProfileLines(writer.doc, () => ''), entry.sectionId)
  const sectionId = last?.sectionId ?? entry.sectionId
  return createEntry(writer, entry, sectionId, keyBetween(last?.order ?? null, null, writer.doc.clientID))
}

function lastEntryOf(lines: readonly ProfileLine[], sectionId: SectionId): Extract<ProfileLine, { kind: 'entry' }> | null {
  const start = sectionId === topSectionId ? 0 : lines.findIndex((line) => line.kind === 'heading' && line.id === sectionId) + 1
  const next = lines.findIndex((line, index) => index >= start && line.kind === 'heading')
  const last = lines.slice(start, next === -1 ? undefined : next).findLast((line) => line.kind === 'entry')
  return last?.kind === 'entry' ? last : null
}

export function createEntry(writer: MemoryWriter, entry: NewEntry, sectionId: SectionId, order: string): EntryId {
  const id = writer.newId<EntryId>()
  change(writer, () => {
    const fields = new Y.Map<unknown>()
    fields.set('text', new Y.Text(oneLine(entry.text)))
    fields.set('sectionId', sectionId)
    fields.set('order', order)
    fields.set('author', writer.origin.author)
    fields.set('createdAt', writer.clock.now())
    if (entry.isPinned === true) fields.set('pinned', true)
    if (entry.scope !== undefined && entry.scope.kind !== 'everywhere') fields.set('scope', entry.scope)
    for (const source of entry.provenance ?? []) fields.set(sourceKey(source), source)
    entriesOf(writer.doc).set(id, fields)
  })
  return id
}

/** Changes an entry's text by touching only what differs. */
export function editEntryText(writer: MemoryWriter, id: EntryId, text: string): void {
  editEntry(writer, id, (fields) => {
    setText(textOf(fields), readText(fields), oneLine(text))
    touch(writer, fields)
  })
}

/** The live text of an entry; a plain string that another program put there becomes one. */
export function textOf(fields: Y.Map<unknown>): Y.Text {
  const value = fields.get('text')
  if (value instanceof Y.Text) return value
  const text = new Y.Text(readText(fields))
  fields.set('text', text)
  return text
}

const minuteMs = 60_000

/** Notes who changed the text, and when, at most once a minute: a time per keystroke would outweigh the text. */
export function touch(writer: MemoryWriter, fields: Y.Map<unknown>): void {
  const now = writer.clock.now()
  const { author } = writer.origin
  const last = fields.get('updatedAt') ?? fields.get('createdAt')
  const isSameAuthor = sameAuthor(fields.get('editedBy') ?? fields.get('author'), author)
  if (isSameAuthor && typeof last === 'number' && now - last < minuteMs) return
  fields.set('updatedAt', now)
  if (!isSameAuthor) fields.set('editedBy', author)
}

/** The person is one author on all their devices. */
export function sameAuthor(stored: unknown, author: Author): boolean {
  const { kind, name } = (stored ?? {}) as { kind?: unknown; name?: unknown }
  return kind === author.kind && name === ('name' in author ? author.name : undefined)
}

/** Puts an entry behind another one of the same section, or first (`after` null). */
export function moveEntry(writer: MemoryWriter, id: EntryId, sectionId: SectionId, after: EntryId | null): void {
  const lines = readProfileLines(writer.doc, () => '').flatMap((line) => (line.kind === 'entry' && line.id !== id ? [line] : []))
  const before = lines.find((line) => line.id === after)
  const home = before?.sectionId ?? sectionId
  const inHome = lines.filter((line) => line.sectionId === home)
  const next = before === undefined ? inHome[0] : inHome[inHome.indexOf(before) + 1]
  const order = keyBetween(before?.order ?? null, next?.order ?? null, writer.doc.clientID)
  editEntry(writer, id, (fields) => placeEntry(fields, home, order))
}

export function placeEntry(fields: Y.Map<unknown>, sectionId: SectionId, order: string): void {
  if (readSectionId(fields) !== sectionId) fields.set('sectionId', sectionId)
  if (readOrder(fields) !== order) fields.set('order', order)
}

/** Takes an entry out of the profile and of every prompt; its text stays and can be given back. */
export function deleteEntry(writer: MemoryWriter, id: EntryId, mergedInto: string | null = null): void {
  editEntry(writer, id, (fields) => {
    const at = writer.clock.now()
    fields.set('deletedAt', at)
    fields.set(deletedKey(writer.doc.clientID), at)
    if (mergedInto === null) return
    fields.set('mergedInto', mergedInto)
    fields.set('mergedAs', readText(fields))
  })
}

/** Deletes an entry because the person asked for it in this message. */
export function forgetEntry(writer: MemoryWriter, id: EntryId, askedIn: MessageId): void {
  editEntry(writer, id, (fields) => {
    deleteEntry(writer, id)
    fields.set('forgottenIn', askedIn)
  })
}

/** Gives an entry back, where it was. */
export function restoreEntry(writer: MemoryWriter, id: EntryId): void {
  editEntry(writer, id, (fields) => {
    undelete(fields)
    for (const key of ['status', 'mergedInto', 'mergedAs', 'forgottenIn']) if (fields.has(key)) fields.delete(key)
  })
}

/** Takes every deletion away that is known here. */
export function undelete(fields: Y.Map<unknown>): void {
  for (const key of [...fields.keys()]) if (isDeletedKey(key)) fields.delete(key)
}

export function setPinned(writer: MemoryWriter, id: EntryId, isPinned: boolean): void {
  editEntry(writer, id, (fields) => fields.set('pinned', isPinned))
}

export function editEntry(writer: MemoryWriter, id: EntryId, write: (fields: Y.Map<unknown>) => void): void {
  const fields = entriesOf(writer.doc).get(id)
  if (fields instanceof Y.Map) change(writer, () => write(fields))
}

/** Renames a section; `title` null gives a default section its own name back. */
export function renameSection(writer: MemoryWriter, id: SectionId, title: string | null): void {
  editSection(writer, id, (fields) => (title === null ? fields.delete('title') : fields.set('title', oneLine(title))))
}

/** Takes the heading away; the entries below it stay where they are and fall to the section above. */
export function deleteSection(writer: MemoryWriter, id: SectionId): void {
  editSection(writer, id, (fields) => fields.set('status', 'deleted'))
}

export function editSection(writer: MemoryWriter, id: SectionId, write: (fields: Y.Map<unknown>) => void): void {
  const fields = sectionsOf(writer.doc).get(id)
  if (fields instanceof Y.Map) change(writer, () => write(fields))
}

/** Deleted entries that can be given back, the last deleted first. */
export function deletedEntries(doc: Y.Doc, limit: number): Entry[] {
  const { statuses } = readStandings(doc)
  return mapsIn(entriesOf(doc))
    .filter(([id, fields]) => statuses.get(id as EntryId) === 'deleted' && !wentIntoAnother(fields))
    .map(([id, fields]) => readEntry(id, fields))
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0))
    .slice(0, limit)
}

/** Its words are in another line now. What another device changed in them meanwhile is not, and can be given back. */
const wentIntoAnother = (fields: Y.Map<unknown>): boolean =>
  fields.has('mergedInto') && (!fields.has('mergedAs') || fields.get('mergedAs') === readText(fields))
