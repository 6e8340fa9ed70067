import { expect, test } from 'vitest'
import { findEntry } from '@shared/memory/layout'
import { addEntry, addSection, deleteEntry, editEntry, editEntryText, moveEntry, renameSection, restoreEntry, setPinned } from '@shared/memory/operations'
import { readPlainMemory } from '@shared/memory/history/plain'
import { stateAt } from '@shared/memory/history/state-at'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { memoryWriter, seededRandom } from '../../../helpers/memory'
import { MemoryLog } from '../../../helpers/memory-log'

const words = 'I work on compilers at a small company near the river and travel to Lyon in April with two friends who paint'.split(' ')

test('MEM-16 ten thousand changes of all kinds take at most 400 bytes each in the history', () => {
  let now = 1_790_000_000_000
  const clock = { now: () => now }
  const writer = { ...memoryWriter(1), clock }
  const random = seededRandom(7)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const log = new MemoryLog(writer.doc, clock, '01JABCDEFGHJKMNPQRSTVWXYZ0' as never, random)
  const phrase = (length: number) => Array.from({ length }, () => pick(words)).join(' ')
  const sections = ['identity', 'preferences', 'people', 'projects', 'tasks', 'constraints', 'knowledge'] as SectionId[]
  const ids: EntryId[] = []

  for (let change = 0; change < 10_000; change++) {
    now += 90_000
    const id = pick(ids)
    const kind = Math.floor(random() * 12)
    if (ids.length < 200) {
      const source = { sessionId: writer.newId<SessionId>(), messageId: writer.newId<MessageId>(), quote: phrase(20), at: now }
      ids.push(addEntry(writer, { text: `- ${phrase(9)}`, sectionId: pick(sections), provenance: [source] }))
    } else if (kind < 6) {
      const text = findEntry(writer.doc, id)?.text ?? ''
      const from = Math.floor(random() * text.length)
      editEntryText(writer, id, `${text.slice(0, from)}${phrase(2)}${text.slice(from + 12)}`.slice(0, 160))
    } else if (kind === 6) setPinned(writer, id, random() < 0.5)
    else if (kind === 7) moveEntry(writer, id, pick(sections), null)
    else if (kind === 8) random() < 0.5 ? deleteEntry(writer, id) : restoreEntry(writer, id)
    else if (kind === 9) editEntry(writer, id, (fields) => fields.set('rejectedAt', now))
    else if (kind === 10) editEntry(writer, id, (fields) => fields.set(`supersedes/${ids[0] ?? ''}`, { by: 'rule', at: now }))
    else renameSection(writer, pick(sections), phrase(3))
    if (change % 10 === 0) log.store()
  }
  log.store()

  const sizes = log.all().map((record) => new TextEncoder().encode(JSON.stringify(record)).byteLength)
  expect(sizes.length).toBeGreaterThan(8_000)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(400)
})

test('a long text is stored once: nothing when it is pasted, itself when it is removed', () => {
  let now = 1_790_000_000_000
  const clock = { now: () => now }
  const writer = { ...memoryWriter(1), clock }
  const log = new MemoryLog(writer.doc, clock)
  const pasted = 'A long paragraph. '.repeat(100)
  const id = addEntry(writer, { text: pasted, sectionId: 'knowledge' as SectionId })
  log.store()
  const [added] = log.all()
  expect(JSON.stringify(added).length).toBeLessThan(250)

  const before = now
  now += 120_000
  editEntryText(writer, id, 'Short.')
  log.store()
  const size = JSON.stringify(log.all()).length
  expect(size).toBeGreaterThan(pasted.length)
  expect(size).toBeLessThan(pasted.length + 800)
  expect(stateAt(readPlainMemory(writer.doc), log.all(), before).entry.get(id)?.['text']).toBe(pasted)
})

test('each kind of change is named', () => {
  const writer = memoryWriter(1)
  let now = 1_790_000_000_000
  const log = new MemoryLog(writer.doc, { now: () => (now += 90_000) })
  const id = addEntry(writer, { text: '- likes tea', sectionId: 'preferences' as SectionId })
  editEntryText(writer, id, '- likes green tea')
  moveEntry(writer, id, 'identity' as SectionId, null)
  setPinned(writer, id, true)
  deleteEntry(writer, id)
  restoreEntry(writer, id)
  const section = addSection(writer, 'Garden', 1)
  renameSection(writer, section, 'Balcony')
  log.store()
  expect(log.all().map(({ kind, entryId }) => `${entryId === undefined ? 'section' : 'entry'} ${kind}`)).toEqual([
    'entry created',
    'entry edited',
    'entry moved',
    'entry pinned',
    'entry deleted',
    'entry restored',
    'section created',
    'section edited',
  ])
})
