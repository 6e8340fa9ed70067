import { expect, test } from 'vitest'
import type { SectionId } from '@shared/ids'
import { accept, archive } from '@shared/memory/decisions'
import { MemoryReader } from '@shared/memory/memory-reader'
import { addEntry, editEntryText, setPinned } from '@shared/memory/operations'
import { submit } from '@shared/memory/submit'
import { readMemory } from '@shared/memory/view'
import { memoryWriter } from '../../helpers/memory'
import { proposal, said } from '../../helpers/proposals'

const identity = 'identity' as SectionId

test('what a reader remembers is what a first look gives, after every kind of change', () => {
  const writer = memoryWriter()
  const reader = new MemoryReader(writer.doc)
  const isTrue = () => expect(reader.view()).toEqual(readMemory(writer.doc))
  const city = addEntry(writer, { text: 'I live in Lyon', sectionId: identity })
  isTrue()
  editEntryText(writer, city, 'I live in Lyon, near the river')
  isTrue()
  const message = 'I moved to Paris.'
  const moved = submit(writer, proposal(0, message, { change: 'supersede', targets: [city], text: 'I live in Paris' }), said(message))
  isTrue()
  if ('outcome' in moved) accept(writer, moved.id)
  isTrue()
  setPinned(writer, city, true)
  archive(writer, city)
  isTrue()
  writer.doc.transact(() => {
    addEntry(writer, { text: 'within', sectionId: identity })
    isTrue()
  })
  isTrue()
})

test('a view is one object until something changes, and entries that stayed keep their identity', () => {
  const writer = memoryWriter()
  const reader = new MemoryReader(writer.doc)
  const tea = addEntry(writer, { text: 'tea', sectionId: identity })
  const before = reader.view()
  expect(reader.view()).toBe(before)
  addEntry(writer, { text: 'coffee', sectionId: identity })
  expect(reader.view()).not.toBe(before)
  expect(reader.view().entries.get(tea)).toBe(before.entries.get(tea))
})
