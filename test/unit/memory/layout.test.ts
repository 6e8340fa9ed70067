import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { EntryId, SectionId } from '@shared/ids'
import { renderActiveMemory } from '@shared/memory/active-memory'
import { entriesOf, findEntry, readSections, sectionsOf } from '@shared/memory/layout'
import { renderMirror } from '@shared/memory/mirror'
import { addEntry, addSection, deleteEntry, deleteSection, editEntryText, moveEntry, renameSection, setPinned } from '@shared/memory/operations'
import { keyBetween, keysBetween } from '@shared/memory/order'
import { renderProfile } from '@shared/memory/profile-markdown'
import { defaultSectionIds, seedMemory } from '@shared/memory/seed'
import { readMemory } from '@shared/memory/view'
import type { LocalDate } from '@shared/clock'
import { exchange, memoryWriter, titles } from '../../helpers/memory'

const preferences = 'preferences' as SectionId
const render = (doc: Y.Doc, change: { today?: string; tokenLimit?: number; session?: string } = {}) =>
  renderActiveMemory(doc, {
    titles,
    today: (change.today ?? '2026-11-30') as LocalDate,
    scope: { assistant: null, session: change.session ?? null },
    tokenLimit: change.tokenLimit ?? 800,
    estimateTokens: (text) => text.length,
  })

describe('seeding', () => {
  test('two devices that seed while apart, and rename before they meet, have every section once and the name', () => {
    const laptop = memoryWriter(1)
    const phone = memoryWriter(2)
    renameSection(laptop, preferences, 'Likes')
    addEntry(phone, { text: '- tea', sectionId: preferences })
    exchange(laptop.doc, phone.doc)
    expect(readSections(phone.doc).map((section) => section.id)).toEqual([...defaultSectionIds])
    expect(renderProfile(laptop.doc, titles)).toBe(renderProfile(phone.doc, titles))
    expect(renderProfile(phone.doc, titles)).toContain('# Likes\n- tea\n')
  })

  test('seeding again changes nothing, not even after a section was deleted', () => {
    const writer = memoryWriter()
    deleteSection(writer, preferences)
    const before = Y.encodeStateAsUpdate(writer.doc)
    seedMemory(writer.doc, 'seed')
    expect(Y.encodeStateAsUpdate(writer.doc)).toEqual(before)
  })
})

describe('operations', () => {
  test('entries go to the end of their section and can be moved', () => {
    const writer = memoryWriter()
    const tea = addEntry(writer, { text: '- tea', sectionId: preferences })
    const rail = addEntry(writer, { text: '- rail\nnot flights', sectionId: preferences })
    moveEntry(writer, rail, preferences, null)
    expect(renderProfile(writer.doc, titles)).toContain('# Preferences\n- rail not flights\n- tea\n# People')
    moveEntry(writer, rail, preferences, tea)
    expect(renderProfile(writer.doc, titles)).toContain('# Preferences\n- tea\n- rail not flights\n# People')
    const travel = addSection(writer, 'Travel', 2, preferences)
    moveEntry(writer, rail, travel, null)
    expect(renderProfile(writer.doc, titles)).toContain('- tea\n## Travel\n- rail not flights\n# People')
  })

  test('an edit merges with an edit of another device, and notes who changed what the model wrote', () => {
    const model = memoryWriter(1, { author: { kind: 'model', name: 'Test model' } })
    const id = addEntry(model, { text: 'Works at Acme as designer', sectionId: preferences })
    const laptop = { ...model, origin: { author: { kind: 'person' as const } } }
    const phone = memoryWriter(2)
    exchange(model.doc, phone.doc)
    editEntryText(laptop, id, 'Works at Globex as designer')
    editEntryText(phone, id, 'Works at Acme as lead designer')
    exchange(laptop.doc, phone.doc)
    const merged = findEntry(phone.doc, id)
    expect(merged).toEqual(findEntry(laptop.doc, id))
    expect(merged).toMatchObject({ text: 'Works at Globex as lead designer', author: { kind: 'model', name: 'Test model' }, editedBy: { kind: 'person' } })
  })
})

describe('reading what others wrote', () => {
  test('a broken or newer field is read as its default, hides rather than leaks, and is never erased', () => {
    const writer = memoryWriter()
    const id = addEntry(writer, { text: 'fine', sectionId: preferences })
    const odd = addEntry(writer, { text: 'odd', sectionId: preferences })
    const fields = entriesOf(writer.doc).get(odd)
    for (const [key, value] of [['status', 'dreamt'], ['scope', 7], ['order', {}], ['expiresOn', 'soon'], ['author', []], ['mood', 'new']] as const) {
      fields?.set(key, value)
    }
    entriesOf(writer.doc).set('no map', 'text' as never)
    sectionsOf(writer.doc).get('people')?.set('level', 99)
    expect(findEntry(writer.doc, odd)).toMatchObject({ scope: { kind: 'everywhere' }, expiresOn: null, author: null })
    expect(readMemory(writer.doc).entries.get(odd)?.status).toBe('archived')
    expect(renderProfile(writer.doc, titles)).not.toContain('odd')
    editEntryText(writer, odd, 'odder')
    setPinned(writer, odd, true)
    expect(fields?.get('status')).toBe('dreamt')
    expect(fields?.get('mood')).toBe('new')
    expect(findEntry(writer.doc, id)?.text).toBe('fine')
    expect(findEntry(writer.doc, 'no map' as EntryId)).toBeNull()
  })

  test('a line break inside an entry shows as a space, and an unknown section as the top', () => {
    const writer = memoryWriter()
    const id = addEntry(writer, { text: 'one two', sectionId: 'nowhere' as SectionId })
    const text = entriesOf(writer.doc).get(id)?.get('text')
    if (text instanceof Y.Text) text.insert(3, '\n')
    expect(renderProfile(writer.doc, titles).split('\n').slice(0, 2)).toEqual(['one  two', '# About me'])
  })
})

describe('the memory part of a prompt', () => {
  test('MEM-12 the same bytes while memory is the same, on another device and after a reload too', () => {
    const writer = memoryWriter()
    for (let index = 0; index < 30; index += 1) addEntry(writer, { text: `- fact ${index}`, sectionId: preferences })
    const copy = new Y.Doc()
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(writer.doc))
    expect(render(copy)).toEqual(render(writer.doc))
    expect(render(writer.doc, { today: '2027-01-01' }).text).toBe(render(writer.doc).text)
  })

  test('only what is active, in scope and not expired; empty lines and empty sections say nothing', () => {
    const writer = memoryWriter()
    addEntry(writer, { text: '* tea', sectionId: preferences })
    addEntry(writer, { text: '', sectionId: preferences })
    addEntry(writer, { text: '2. rail', sectionId: preferences })
    deleteEntry(writer, addEntry(writer, { text: 'gone', sectionId: preferences }))
    addEntry(writer, { text: 'elsewhere', sectionId: preferences, scope: { kind: 'session', id: 's1' as never } })
    const visa = addEntry(writer, { text: 'visa appointment', sectionId: 'tasks' as SectionId })
    entriesOf(writer.doc).get(visa)?.set('expiresOn', '2026-12-03')
    expect(render(writer.doc).text).toBe('# Preferences\n- tea\n- rail\n\n# Tasks\n- visa appointment')
    expect(render(writer.doc, { today: '2026-12-03' }).text).toContain('visa')
    expect(render(writer.doc, { today: '2026-12-04' }).text).not.toContain('visa')
    expect(render(writer.doc, { session: 's1' }).text).toContain('elsewhere')
  })

  test('an empty profile adds nothing', () => {
    expect(render(memoryWriter().doc)).toEqual({ text: '', pieces: [], omitted: [], tokens: 0 })
  })
})

test('the mirror holds the document and every entry but the deleted ones', () => {
  const writer = memoryWriter()
  addEntry(writer, { text: '- tea', sectionId: preferences })
  deleteEntry(writer, addEntry(writer, { text: 'gone', sectionId: preferences }))
  const { markdown, json } = renderMirror(writer.doc, titles)
  expect(markdown).toContain('# Preferences\n- tea\n')
  expect(JSON.parse(json)).toMatchObject({ version: 1, entries: [{ text: '- tea', status: 'active' }] })
  expect(markdown + json).not.toContain('gone')
})

describe('order keys', () => {
  test('two writers never make the same key, and every key lies between its neighbours', () => {
    let low: string | null = null
    let high: string | null = null
    for (let round = 0; round < 300; round += 1) {
      const mine = keyBetween(low, high, 7)
      const theirs = keyBetween(low, high, 8)
      expect(mine).not.toBe(theirs)
      for (const key of [mine, theirs]) expect((low === null || low < key) && (high === null || key < high)).toBe(true)
      if (round % 3 === 0) high = mine
      else low = mine
    }
  })

  test('the lines of one paste stay together and short', () => {
    const mine = keysBetween('a0', 'a0V', 3000, 7)
    const theirs = keysBetween('a0', 'a0V', 3000, 8)
    expect([...mine].sort()).toEqual(mine)
    const merged = [...mine, ...theirs].sort()
    expect([merged.slice(0, 3000), merged.slice(3000)]).toEqual([mine, theirs])
    expect(Math.max(...mine.map((key) => key.length))).toBeLessThan(16)
  })

  test('broken neighbours are passed over', () => {
    expect(keyBetween('???', '', 1)).not.toBe('')
    expect(keyBetween('a5', 'a1', 1) > 'a5').toBe(true)
  })
})
