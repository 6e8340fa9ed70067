import { expect, test } from 'vitest'
import { localDateAt } from '@shared/clock'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { accept, reject } from '@shared/memory/decisions'
import { addEntry } from '@shared/memory/operations'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { isNoteRecent, notesByMessage, waitingProposals } from '@renderer/state/session-proposals'
import { undoNote } from '@renderer/state/undo-note'
import { memoryWriter } from '../../helpers/memory'

const session = 's1' as SessionId
const message = 'm1' as MessageId

function said(writer: ReturnType<typeof memoryWriter>, text: string, change: Partial<ProposalDraft> = {}, options: { isByPerson?: boolean } = {}): EntryId {
  const at = writer.clock.now()
  const submitted = submit(
    writer,
    {
      change: 'add', targets: [], sectionId: 'preferences' as SectionId, text, topic: null, basis: 'stated', isUntrusted: false,
      author: { kind: 'model', name: 'small' }, provenance: [{ sessionId: session, messageId: message, quote: text, at }], ...change,
    },
    { sourceText: () => text, today: localDateAt(at, 'UTC'), ...options },
  )
  if ('refusal' in submitted) throw new Error(submitted.refusal)
  return submitted.id
}

test('what was taken up by rule is noted below the message that it came from; what was asked for is said to be remembered', () => {
  const writer = memoryWriter()
  said(writer, 'I like slow trains')
  said(writer, 'I like green tea', { basis: 'explicit' }, { isByPerson: true })
  const notes = notesByMessage(readMemory(writer.doc)).get(message) ?? []
  expect(notes.map(({ kind, entry }) => `${kind}: ${entry.text}`).sort()).toEqual(['noted: I like slow trains', 'remembered: I like green tea'])
})

test('what waits, was rejected, or was accepted on the review screen has no note', () => {
  const writer = memoryWriter()
  said(writer, 'It seems that tea is liked', { basis: 'inferred' })
  const accepted = said(writer, 'It seems that rain is liked', { basis: 'inferred' })
  accept(writer, accepted)
  reject(writer, said(writer, 'It seems that snow is liked', { basis: 'inferred' }))
  addEntry(writer, { text: 'Typed by hand', sectionId: 'preferences' as SectionId })
  expect(notesByMessage(readMemory(writer.doc)).size).toBe(0)
})

test('a note is quiet after a week', () => {
  const writer = memoryWriter()
  said(writer, 'I like slow trains')
  const [note] = notesByMessage(readMemory(writer.doc)).get(message) ?? []
  if (note === undefined) throw new Error('no note')
  const at = note.entry.acceptedAt ?? 0
  expect([isNoteRecent(note, at + 6 * 86_400_000), isNoteRecent(note, at + 7 * 86_400_000)]).toEqual([true, false])
})

test('Undo of a note rejects the entry for good and gives back what it replaced', () => {
  const writer = memoryWriter()
  const former = addEntry(writer, { text: 'I live in Lyon', sectionId: 'identity' as SectionId })
  said(writer, 'I live in Paris', { change: 'supersede', targets: [former], basis: 'explicit', topic: 'home city' }, { isByPerson: true })
  const [note] = notesByMessage(readMemory(writer.doc)).get(message) ?? []
  if (note === undefined) throw new Error('no note')
  undoNote(writer, note)
  const view = readMemory(writer.doc)
  expect(entriesWith(view, 'active').map(({ text, validTo }) => [text, validTo])).toEqual([['I live in Lyon', null]])
  expect(entriesWith(view, 'rejected').map(({ text }) => text)).toEqual(['I live in Paris'])
})

test('the proposals of the session on the screen are told apart from all others', () => {
  const writer = memoryWriter()
  said(writer, 'It seems that tea is liked', { basis: 'inferred' })
  const elsewhere = { sessionId: 's2' as SessionId, messageId: 'm2' as MessageId, quote: 'It seems that rain is liked', at: 1 }
  said(writer, 'It seems that rain is liked', { basis: 'inferred', provenance: [elsewhere] })
  const waiting = waitingProposals(readMemory(writer.doc), session)
  expect([waiting.ofSession.map(({ text }) => text), waiting.elsewhere]).toEqual([['It seems that tea is liked'], 1])
  expect(waitingProposals(readMemory(writer.doc), null).elsewhere).toBe(2)
})
