import { describe, expect, test } from 'vitest'
import type { SectionId, SessionId } from '@shared/ids'
import { findConflicts } from '@shared/memory/conflicts'
import { keepBoth, setScope } from '@shared/memory/decisions'
import { maintain } from '@shared/memory/maintain'
import { addEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { submit } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { exchange, memoryWriter } from '../../helpers/memory'
import { proposal, proposalDay as today, said } from '../../helpers/proposals'

const identity = 'identity' as SectionId
const editor = (writer: MemoryWriter): MemoryWriter => ({ ...writer, origin: { author: { kind: 'model', name: 'Small model' } } })
const texts = ({ doc }: MemoryWriter, ...statuses: Parameters<typeof entriesWith>[1][]) => entriesWith(readMemory(doc), ...statuses).map(({ text }) => text)
const settle = (writer: MemoryWriter) => maintain(writer.doc, { today, clock: { now: () => Date.UTC(2026, 11, 1) }, newId: writer.newId })

describe('what a line is about, where a model calls it by another name', () => {
  const paris = 'I live in Paris.'

  test.each(['residence', 'location', 'city', 'HOME CITY'])('a statement that a model files under %s contradicts what the person typed, and waits', (topic) => {
    const writer = memoryWriter()
    addEntry(writer, { text: '- I live in Lyon', sectionId: identity })
    expect(submit(editor(writer), proposal(0, paris, { topic }), said(paris))).toMatchObject({ outcome: 'proposed' })
  })

  test('two names for one thing on two lines are one contradiction, and the newer line holds', () => {
    const writer = memoryWriter()
    const lyon = 'I live in Lyon.'
    const byPerson = { ...said(lyon, paris), isByPerson: true }
    submit(writer, proposal(0, lyon, { topic: 'residence' }), byPerson)
    submit(writer, proposal(1, paris, { topic: 'home city' }), byPerson)
    expect(findConflicts(readMemory(writer.doc))).toMatchObject([{ kind: 'same-topic', isSettled: false }])
    settle(writer)
    expect(texts(writer, 'active')).toEqual([paris])
  })

  test('where no rule knows the topic, the name that was given counts', () => {
    const writer = memoryWriter()
    const [sax, oboe] = ['My first instrument was the sax.', 'My first instrument was the oboe.']
    submit(editor(writer), proposal(0, sax, { topic: 'first instrument' }), said(sax, oboe))
    expect(submit(editor(writer), proposal(1, oboe, { topic: 'first instrument' }), said(sax, oboe))).toMatchObject({ outcome: 'proposed' })
  })
})

test('what was settled by policy is shown as that; a loser that is edited elsewhere meanwhile is shown as edited', () => {
  const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
  const lyon = addEntry(laptop, { text: 'I live in Lyon', sectionId: identity })
  addEntry(laptop, { text: 'I live in Paris', sectionId: identity })
  exchange(laptop.doc, phone.doc)
  settle(laptop)
  const kinds = () => findConflicts(readMemory(laptop.doc)).map(({ kind, isSettled }) => [kind, isSettled])
  expect(kinds()).toEqual([['same-topic', true]])
  editEntryText(phone, lyon, 'I live in Villeurbanne')
  exchange(laptop.doc, phone.doc)
  expect(kinds()).toContainEqual(['edited-while-replaced', true])
})

test('MEM-8 what a page says again makes no line of the person last longer', () => {
  const writer = memoryWriter()
  const lyon = 'I live in Lyon.'
  submit(editor(writer), proposal(0, lyon), said(lyon, ''))
  const before = entriesWith(readMemory(writer.doc), 'active')
  const foreign = { ...said(), otherText: () => lyon }
  expect(submit(editor(writer), proposal(1, lyon, { isUntrusted: true }), foreign)).toMatchObject({ refusal: 'known' })
  expect(entriesWith(readMemory(writer.doc), 'active')[0]).toMatchObject({ confirmedAt: before[0]?.confirmedAt, provenance: before[0]?.provenance })
})

describe('lines that stand beside others', () => {
  test('what the person keeps side by side is not settled, and is no obstacle to a third', () => {
    const writer = memoryWriter()
    const [lyon, paris] = ['I live in Lyon', 'I live in Paris'].map((text) => addEntry(writer, { text, sectionId: identity }))
    if (lyon === undefined || paris === undefined) throw new Error('no lines')
    keepBoth(writer, lyon, paris)
    settle(writer)
    expect(texts(writer, 'active')).toHaveLength(2)
    expect(findConflicts(readMemory(writer.doc))).toEqual([])
    const rome = 'I live in Rome.'
    expect(submit(editor(writer), proposal(0, rome), said(rome))).toMatchObject({ outcome: 'accepted' })
    settle(writer)
    expect(texts(writer, 'active')).toHaveLength(3)
  })

  test('a line of one session and one that holds everywhere do not replace each other', () => {
    const writer = memoryWriter()
    const lyon = addEntry(writer, { text: 'I live in Lyon', sectionId: identity })
    addEntry(writer, { text: 'I live in Paris', sectionId: identity })
    setScope(writer, lyon, { kind: 'session', id: 's1' as SessionId })
    settle(writer)
    expect(texts(writer, 'active')).toHaveLength(2)
  })
})

test('a line whose instant lies in the future, by a wrong clock, is not taken for one that is being typed for years', () => {
  const writer = memoryWriter()
  addEntry(writer, { text: 'I live in Lyon', sectionId: identity })
  addEntry({ ...writer, clock: { now: () => Date.UTC(2031, 0, 1) } }, { text: 'I live in Paris', sectionId: identity })
  settle(writer)
  expect(texts(writer, 'active')).toEqual(['I live in Paris'])
})
