import { describe, expect, test } from 'vitest'
import type { LocalDate } from '@shared/clock'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { accept, keepInstead, reject, setAcceptLevel, setScope, undecide } from '@shared/memory/decisions'
import { maintain } from '@shared/memory/maintain'
import { addEntry, deleteEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { submit, type ProposalDraft } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { notesByMessage } from '@renderer/state/session-proposals'
import { undoNote } from '@renderer/state/undo-note'
import { exchange, memoryWriter } from '../../helpers/memory'
import { proposal, proposalDay as today, said } from '../../helpers/proposals'

const editor = (writer: MemoryWriter): MemoryWriter => ({ ...writer, origin: { author: { kind: 'model', name: 'Small model' } } })
const texts = ({ doc }: MemoryWriter, ...statuses: Parameters<typeof entriesWith>[1][]) => entriesWith(readMemory(doc), ...statuses).map(({ text }) => text)
const tidy = (writer: MemoryWriter) => maintain(writer.doc, { today, clock: { now: () => Date.UTC(2026, 11, 1) }, newId: writer.newId })
const idOf = (submitted: ReturnType<typeof submit>): EntryId => {
  if (!('outcome' in submitted)) throw new Error(submitted.refusal)
  return submitted.id
}

describe('the editor runs again after the person decided', () => {
  const cats = 'I have two cats.'
  const run = (writer: MemoryWriter, fields: Partial<ProposalDraft>) => submit(editor(writer), proposal(0, cats, fields), said(cats))

  test('MEM-4 what was rejected does not come back in other words for the same words of the person', () => {
    const writer = memoryWriter()
    reject(writer, idOf(run(writer, { text: 'Has two cats', basis: 'inferred' })))
    expect(run(writer, { text: 'Owns 2 cats', basis: 'inferred' })).toMatchObject({ refusal: 'rejected-before' })
    expect(texts(writer, 'active', 'proposed')).toEqual([])
  })

  test('MEM-4 a line that was edited and then deleted does not come back as it was before the edit', () => {
    const writer = memoryWriter()
    const id = idOf(run(writer, { text: 'Has two cats' }))
    editEntryText(writer, id, 'Looks after two tigers')
    deleteEntry(writer, id)
    run(writer, { text: 'Has two cats', sectionId: 'people' as SectionId })
    run(writer, { text: 'Owns two cats' })
    expect(texts(writer, 'active', 'proposed')).toEqual([])
  })

  test('MEM-3 an accepted line that the person reworded is not joined by its former wording', () => {
    const writer = memoryWriter()
    const id = idOf(run(writer, { text: 'Has two cats', basis: 'inferred' }))
    accept(writer, id, { text: 'Shares a flat with Momo and Kiki' })
    run(writer, { text: 'Has two cats', basis: 'inferred' })
    run(writer, { text: 'Has two cats', basis: 'inferred', sectionId: 'people' as SectionId })
    expect(texts(writer, 'active', 'proposed')).toEqual(['Shares a flat with Momo and Kiki'])
  })

  test('another thing that was said in the same words is proposed all the same', () => {
    const writer = memoryWriter()
    const message = 'I live in Lyon and work at Acme.'
    const both = (fields: Partial<ProposalDraft>) => submit(editor(writer), proposal(0, message, { basis: 'inferred', ...fields }), said(message))
    reject(writer, idOf(both({ text: 'Lives in Lyon', topic: 'home city' })))
    expect(both({ text: 'Works at Acme', topic: 'employer' })).toMatchObject({ outcome: 'proposed' })
  })

  test('MEM-4 the person’s no outranks what was taken up by rule, also by another device that did not know of it', () => {
    const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
    setAcceptLevel(phone, 'identity' as SectionId, 'review-all')
    const id = idOf(run(phone, { text: 'I have two cats' }))
    reject(phone, id)
    run(laptop, { text: 'I have two cats' })
    expect(texts(laptop, 'active')).toEqual(['I have two cats'])
    exchange(laptop.doc, phone.doc)
    for (const writer of [laptop, phone]) expect([texts(writer, 'active'), texts(writer, 'rejected')]).toEqual([[], ['I have two cats']])
    accept(laptop, id)
    expect(texts(laptop, 'active')).toEqual(['I have two cats'])
  })

  test('an automatic acceptance that was taken back waits, and stays one', () => {
    const writer = memoryWriter()
    const id = idOf(run(writer, { text: 'I have two cats' }))
    undecide(writer, id)
    expect(run(writer, { text: 'I have two cats' })).toEqual({ refusal: 'known', id })
    expect(texts(writer, 'proposed')).toEqual(['I have two cats'])
    expect(texts(writer, 'active')).toEqual([])
  })
})

test('MEM-2 two devices whose editors put the same statement in different sections end with one line', () => {
  const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
  const message = 'I have two cats.'
  submit(editor(laptop), proposal(0, message, { text: 'I have two cats' }), said(message))
  submit(editor(phone), proposal(0, message, { text: 'I have two cats', sectionId: 'people' as SectionId }), said(message))
  exchange(laptop.doc, phone.doc)
  for (const writer of [laptop, phone]) tidy(writer)
  exchange(laptop.doc, phone.doc)
  for (const writer of [laptop, phone]) expect(texts(writer, 'active')).toEqual(['I have two cats'])
})

describe('what the person asks for by name', () => {
  const lyon = 'I live in Lyon.'
  const byPerson = { ...said(lyon, 'I moved to Paris.'), isByPerson: true }

  test('a line that was replaced since is there again when they ask for it, and what replaced it is not', () => {
    const writer = memoryWriter()
    const former = idOf(submit(editor(writer), proposal(0, lyon, { text: 'I live in Lyon' }), byPerson))
    idOf(submit(writer, proposal(1, 'I moved to Paris.', { text: 'I live in Paris', change: 'supersede', targets: [former] }), byPerson))
    expect(submit(writer, proposal(0, lyon, { text: 'I live in Lyon' }), byPerson)).toMatchObject({ outcome: 'accepted' })
    expect(texts(writer, 'active')).toContain('I live in Lyon')
    tidy(writer)
    expect(texts(writer, 'active')).toEqual(['I live in Lyon'])
  })

  test('taking up what waits keeps the day on which it ends', () => {
    const writer = memoryWriter()
    const trip = 'I am in Iceland until 12 December.'
    const id = idOf(submit(editor(writer), proposal(0, trip, { basis: 'inferred', expiresOn: '2026-12-12' as LocalDate }), said(trip)))
    submit(writer, proposal(0, trip), { ...said(trip), isByPerson: true })
    expect(readMemory(writer.doc).entries.get(id)).toMatchObject({ status: 'active', expiresOn: '2026-12-12' })
  })

  test('a line of one session is not known everywhere; one that holds everywhere is known in each session', () => {
    const writer = memoryWriter()
    const only = addEntry(writer, { text: 'I live in Lyon', sectionId: 'identity' as SectionId })
    setScope(writer, only, { kind: 'session', id: 'other' as SessionId })
    const everywhere = idOf(submit(writer, proposal(0, lyon), byPerson))
    expect(readMemory(writer.doc).entries.get(everywhere)).toMatchObject({ status: 'active', scope: { kind: 'everywhere' } })
    expect(submit(writer, proposal(0, lyon, { scope: { kind: 'session', id: 's2' as SessionId } }), byPerson)).toMatchObject({ refusal: 'known', id: everywhere })
  })

  test('a proposal that the person took up for one session is not proposed again for all of them', () => {
    const writer = memoryWriter()
    const id = idOf(submit(editor(writer), proposal(0, lyon, { basis: 'inferred' }), said(lyon)))
    accept(writer, id)
    setScope(writer, id, { kind: 'session', id: 's1' as SessionId })
    expect(submit(editor(writer), proposal(0, lyon, { basis: 'inferred' }), said(lyon))).toEqual({ refusal: 'known', id })
  })
})

describe('a proposal whose target changed while it waited', () => {
  const moved = 'I moved to Paris.'
  const waiting = () => {
    const writer = memoryWriter()
    const lyon = addEntry(writer, { text: 'I live in Lyon', sectionId: 'identity' as SectionId })
    const paris = idOf(submit(editor(writer), proposal(0, moved, { text: 'I live in Paris', change: 'supersede', targets: [lyon] }), said(moved)))
    return { writer, lyon, paris }
  }

  test('deleted: taking it up leaves the deleted line deleted', () => {
    const { writer, lyon, paris } = waiting()
    deleteEntry(writer, lyon)
    accept(writer, paris)
    expect(texts(writer, 'active')).toEqual(['I live in Paris'])
    reject(writer, paris)
    expect(texts(writer, 'active')).toEqual([])
  })

  test('replaced by the person meanwhile: one line holds after both', () => {
    const { writer, lyon, paris } = waiting()
    const rome = addEntry(writer, { text: 'I live in Rome', sectionId: 'identity' as SectionId })
    keepInstead(writer, rome, lyon)
    accept(writer, paris)
    tidy(writer)
    expect(texts(writer, 'active')).toHaveLength(1)
  })
})

test.each(['I take antidepressants.', 'I am a Muslim.', 'I earn 40,000 euros a year.', '我确诊了糖尿病。'])('what is said plainly and is nobody else’s business waits: %s', (message) => {
  const writer = memoryWriter()
  expect(submit(editor(writer), proposal(0, message), said(message))).toMatchObject({ outcome: 'proposed' })
})

describe('Undo of what was taken up by rule', () => {
  const message = 'I moved from tea to coffee.'
  const taken = () => {
    const writer = memoryWriter()
    setAcceptLevel(writer, 'preferences' as SectionId, 'all-but-untrusted')
    const tea = addEntry(writer, { text: 'Drinks tea', sectionId: 'preferences' as SectionId })
    const draft = proposal(0, message, { text: 'Drinks coffee', sectionId: 'preferences' as SectionId, change: 'supersede', targets: [tea] })
    const coffee = idOf(submit(editor(writer), draft, said(message)))
    const undo = () => {
      const note = notesByMessage(readMemory(writer.doc)).get('m0' as MessageId)?.[0]
      if (note === undefined) throw new Error('no note')
      undoNote(writer, note)
    }
    return { writer, draft, coffee, undo }
  }

  test('MEM-4 gives the former line back, and the editor does not bring the change again', () => {
    const { writer, draft, undo } = taken()
    undo()
    expect(texts(writer, 'active')).toEqual(['Drinks tea'])
    expect(submit(editor(writer), draft, said(message))).toMatchObject({ refusal: 'rejected-before' })
  })

  test('taken up after all, the change replaces the former line as it did', () => {
    const { writer, coffee, undo } = taken()
    undo()
    undecide(writer, coffee)
    accept(writer, coffee)
    expect(texts(writer, 'active')).toEqual(['Drinks coffee'])
  })
})
