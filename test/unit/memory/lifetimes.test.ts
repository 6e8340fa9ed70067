import { describe, expect, test } from 'vitest'
import type { LocalDate } from '@shared/clock'
import type { EntryId, SectionId } from '@shared/ids'
import { renderActiveMemory } from '@shared/memory/active-memory'
import { accept, confirm } from '@shared/memory/decisions'
import { editEntry, addEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { maintain } from '@shared/memory/maintain'
import { submit } from '@shared/memory/submit'
import { readMemory } from '@shared/memory/view'
import { memoryWriter, titles } from '../../helpers/memory'
import { proposal, said } from '../../helpers/proposals'

const tasks = 'tasks' as SectionId
const day = (text: string): LocalDate => text as LocalDate
const at = (text: string): number => Date.parse(`${text}T12:00:00Z`)
const on = (writer: MemoryWriter, date: string): MemoryWriter => ({ ...writer, clock: { now: () => at(date) } })
const tidy = (writer: MemoryWriter, date: string) => maintain(writer.doc, { today: day(date), clock: { now: () => at(date) }, newId: writer.newId })
const entryOf = ({ doc }: MemoryWriter, id: EntryId) => readMemory(doc).entries.get(id)
const promptOf = ({ doc }: MemoryWriter, today: string) =>
  renderActiveMemory(doc, { titles, today: day(today), scope: { assistant: null, session: null }, tokenLimit: 10_000, estimateTokens: (text) => text.length }).text

describe('a lifetime begins with the last thing that the person did about a line', () => {
  test('MEM-7 a proposal that is taken up after weeks does not end on the day it is taken up', () => {
    const writer = memoryWriter()
    const message = 'I have to renew my passport.'
    const submitted = submit(writer, proposal(0, message, { sectionId: tasks, basis: 'inferred' }), said(message))
    const id = (submitted as { id: EntryId }).id
    accept(on(writer, '2026-12-24'), id)
    tidy(writer, '2026-12-24')
    expect(entryOf(writer, id)).toMatchObject({ status: 'active', effectiveExpiry: '2027-01-07' })
    tidy(writer, '2027-01-08')
    expect(entryOf(writer, id)?.status).toBe('expired')
  })

  test('MEM-7 a line that was confirmed once and edited later counts from the edit', () => {
    const writer = memoryWriter()
    const id = addEntry(writer, { text: 'Call the bank', sectionId: tasks })
    confirm(on(writer, '2026-12-02'), id)
    editEntryText(on(writer, '2026-12-12'), id, 'Call the other bank')
    expect(entryOf(writer, id)?.effectiveExpiry).toBe('2026-12-26')
  })

  test('MEM-7 an instant that cannot be read is passed over, and the others count', () => {
    const writer = memoryWriter()
    const id = addEntry(writer, { text: 'Call the bank', sectionId: tasks })
    editEntry(writer, id, (fields) => fields.set('confirmedAt', 'yesterday'))
    expect(entryOf(writer, id)?.effectiveExpiry).toBe('2026-12-14')
    editEntry(writer, id, (fields) => fields.set('createdAt', null))
    expect(entryOf(writer, id)?.effectiveExpiry).toBeNull()
  })
})

test.each(['0000-00-00', '2026-02-30', '2026-00-12', '2026-11-31', '1899-13-01'])('MEM-7 %s is no day: the line stays', (expiresOn) => {
  const writer = memoryWriter()
  const id = addEntry(writer, { text: 'Visa appointment', sectionId: 'identity' as SectionId })
  editEntry(writer, id, (fields) => fields.set('expiresOn', expiresOn))
  tidy(writer, '2027-06-01')
  expect(entryOf(writer, id)).toMatchObject({ status: 'active', effectiveExpiry: null })
  expect(promptOf(writer, '2027-06-01')).toContain('Visa')
})

describe('MEM-7 a day on which a statement ends', () => {
  const end = '2026-12-20' as LocalDate
  const outcome = (message: string, expiresOn: LocalDate | undefined = end) => submit(memoryWriter(), proposal(0, message, { expiresOn }), said(message))

  test.each(['I am vegan.', 'I live in Lyon with my dog.', '我吃素。'])('MEM-7 that nobody spoke of waits for the person: %s', (message) => {
    expect(outcome(message)).toMatchObject({ outcome: 'proposed' })
  })

  test.each(['I am in Iceland until 20 December.', 'I am on holiday this week.', 'I work from home until Friday.', '我这周在家办公。', '我12月20日前在冰岛。', '我下周五去上海出差。'])('MEM-7 that was spoken of is taken up: %s', (message) => {
    expect(outcome(message)).toMatchObject({ outcome: 'accepted' })
  })
})
