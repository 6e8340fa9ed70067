import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { LocalDate } from '@shared/clock'
import type { EntryId, SectionId } from '@shared/ids'
import { watchRebuilt } from '@shared/memory/carry-over'
import { compact, compactAfterMs } from '@shared/memory/compact'
import { accept, archive, confirm, extend, setScope, unarchive } from '@shared/memory/decisions'
import { docOf, readPlainMemory } from '@shared/memory/history/plain'
import { entriesOf, findEntry } from '@shared/memory/layout'
import { maintain } from '@shared/memory/maintain'
import { addEntry, deleteEntry, editEntryText, moveEntry, restoreEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { renderProfile } from '@shared/memory/profile-markdown'
import { exchange, memoryWriter, seededRandom, titles } from '../../helpers/memory'

const words = 'I work on compilers at a small company near the river and travel to Lyon in April with two friends who paint'.split(' ')
const sections = ['identity', 'preferences', 'people', 'projects', 'tasks', 'constraints', 'knowledge'] as SectionId[]

/** Edits of all kinds over some entries; the client changes now and then, as it does with each start. */
function edited(entries: number, edits = 2_000): { readonly writer: MemoryWriter; readonly ids: readonly EntryId[]; readonly now: number } {
  let now = 1_790_000_000_000
  const writer = { ...memoryWriter(1), clock: { now: () => now } }
  const random = seededRandom(entries)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const phrase = (length: number) => Array.from({ length }, () => pick(words)).join(' ')
  const ids = Array.from({ length: entries }, () => addEntry(writer, { text: `- ${phrase(9)}`, sectionId: pick(sections) }))
  const acts: ((id: EntryId) => void)[] = [
    (id) => setPinned(writer, id, random() < 0.5),
    (id) => moveEntry(writer, id, pick(sections), null),
    (id) => deleteEntry(writer, id),
    (id) => restoreEntry(writer, id),
    (id) => archive(writer, id),
    (id) => unarchive(writer, id),
    (id) => confirm(writer, id),
    (id) => accept(writer, id),
    (id) => extend(writer, id, '2027-01-31' as LocalDate),
    (id) => setScope(writer, id, random() < 0.5 ? { kind: 'everywhere' } : { kind: 'assistant', id: 'cook' }),
  ]
  for (let edit = 0; edit < edits; edit++) {
    now += 20_000
    if (edit % 500 === 0) writer.doc.clientID = 5000 + edit
    const id = pick(ids)
    if (random() < 0.4) retype(writer, id, phrase(2), random())
    else pick(acts)(id)
  }
  return { writer, ids, now }
}

function retype(writer: MemoryWriter, id: EntryId, insert: string, at: number): void {
  const text = findEntry(writer.doc, id)?.text ?? ''
  const from = Math.floor(at * text.length)
  editEntryText(writer, id, `${text.slice(0, from)}${insert}${text.slice(from + insert.length)}`.slice(0, 120))
}

const sizeOf = (doc: Y.Doc): number => Y.encodeStateAsUpdate(doc).byteLength

test.each([30, 200])('MEM-16 after ten thousand edits of %i entries and maintenance the document is at most four times a fresh one', (entries) => {
  const { writer, now } = edited(entries, 10_000)
  const before = { size: sizeOf(writer.doc), memory: readPlainMemory(writer.doc), profile: renderProfile(writer.doc, titles) }
  const fresh = sizeOf(docOf(before.memory))
  maintain(writer.doc, { today: '2026-09-22' as LocalDate, clock: { now: () => now + 1000 }, newId: writer.newId })
  expect(sizeOf(writer.doc) / sizeOf(docOf(readPlainMemory(writer.doc)))).toBeLessThanOrEqual(4)
  compact(writer.doc, { now: now + 2 * compactAfterMs })
  expect(sizeOf(writer.doc) / fresh).toBeLessThan(2.5)
  // The bytes on disk are those of a document that starts from them.
  const reopened = new Y.Doc()
  Y.applyUpdate(reopened, Y.encodeStateAsUpdate(writer.doc))
  expect(sizeOf(reopened)).toBeLessThanOrEqual(sizeOf(writer.doc))
  expect(before.size / fresh).toBeGreaterThan(2)
}, 60_000)

test('rebuilding changes nothing that is said, and a second time nothing at all', () => {
  const { writer, now } = edited(30)
  const before = { memory: readPlainMemory(writer.doc), profile: renderProfile(writer.doc, titles) }
  expect(compact(writer.doc, { now: now + 2 * compactAfterMs })).toBeGreaterThan(20)
  expect({ memory: readPlainMemory(writer.doc), profile: renderProfile(writer.doc, titles) }).toEqual(before)
  expect(compact(writer.doc, { now: now + 4 * compactAfterMs })).toBe(0)
})

test('two devices that rebuild the same state write the same', () => {
  const { writer, now } = edited(30)
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(writer.doc))
  const before = readPlainMemory(other)
  for (const doc of [writer.doc, other]) compact(doc, { now: now + 2 * compactAfterMs })
  const sizes = [writer.doc, other].map(sizeOf)
  exchange(writer.doc, other)
  expect([writer.doc, other].map(sizeOf)).toEqual(sizes)
  expect(readPlainMemory(other)).toEqual(before)
})

test('what is typed in another window while an entry is rebuilt stays where it was typed', () => {
  const { writer, ids, now } = edited(30)
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(writer.doc))
  watchRebuilt(other)
  const id = ids.find((candidate) => (findEntry(other, candidate)?.text.length ?? 0) > 20) as EntryId
  const text = findEntry(other, id)?.text ?? ''
  const live = entriesOf(other).get(id)?.get('text') as Y.Text
  live.insert(10, 'NEW ')
  live.delete(0, 2)
  compact(writer.doc, { now: now + 2 * compactAfterMs })
  exchange(writer.doc, other)
  exchange(writer.doc, other)
  const expected = `${text.slice(2, 10)}NEW ${text.slice(10)}`
  expect([writer.doc, other].map((doc) => findEntry(doc, id)?.text)).toEqual([expected, expected])
})
