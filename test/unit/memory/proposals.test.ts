import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { LocalDate } from '@shared/clock'
import type { EntryId, MessageId, SectionId } from '@shared/ids'
import { renderActiveMemory } from '@shared/memory/active-memory'
import { findConflicts } from '@shared/memory/conflicts'
import { accept, keepBoth, keepBothAsHistory, keepInstead, reject, setAcceptLevel, setLifetime, undecide } from '@shared/memory/decisions'
import { dueForReview, expiringSoon, maintain } from '@shared/memory/maintain'
import { addEntry, deleteEntry, editEntryText, restoreEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { addRule, removeRule } from '@shared/memory/rules'
import { submit } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { extend } from '@shared/memory/decisions'
import { exchange, memoryWriter, titles } from '../../helpers/memory'
import { proposal, proposalDay as today, said } from '../../helpers/proposals'

const editor = (writer: MemoryWriter): MemoryWriter => ({ ...writer, origin: { author: { kind: 'model', name: 'Small model' } } })
const texts = ({ doc }: MemoryWriter, ...statuses: Parameters<typeof entriesWith>[1][]) => entriesWith(readMemory(doc), ...statuses).map(({ text }) => text)
const statusOf = ({ doc }: MemoryWriter, id: EntryId | undefined) => (id === undefined ? undefined : readMemory(doc).entries.get(id)?.status)
const tidy = (writer: MemoryWriter, day: LocalDate = today) => maintain(writer.doc, { today: day, clock: { now: () => Date.UTC(2026, 11, 1) }, newId: writer.newId })
const promptOf = ({ doc }: MemoryWriter, day: LocalDate = today) =>
  renderActiveMemory(doc, { titles, today: day, scope: { assistant: null, session: null }, tokenLimit: 10_000, estimateTokens: (text) => text.length }).text
const idOf = (submitted: ReturnType<typeof submit>): EntryId => {
  if (!('outcome' in submitted)) throw new Error(submitted.refusal)
  return submitted.id
}

describe('what comes in', () => {
  const lyon = 'I live in Lyon.'

  test('a plain statement about oneself is taken up with its quote; a conclusion waits', () => {
    const writer = memoryWriter()
    const stated = submit(editor(writer), proposal(0, lyon, { text: 'I live in Lyon' }), said(lyon))
    const inferred = submit(editor(writer), proposal(0, lyon, { text: 'Likes French food', basis: 'inferred' }), said(lyon))
    expect(stated).toMatchObject({ outcome: 'accepted' })
    expect(inferred).toMatchObject({ outcome: 'proposed' })
    expect(readMemory(writer.doc).entries.get(idOf(stated))).toMatchObject({ acceptedBy: 'rule', provenance: [{ messageId: 'm0', quote: lyon }], author: { kind: 'model' } })
    expect(promptOf(writer)).toBe('# About me\n- I live in Lyon')
  })

  test('MEM-6 without a source, or with a quote that is not in it, nothing comes in', () => {
    const writer = memoryWriter()
    expect(submit(editor(writer), proposal(0, lyon, { provenance: [] }), said(lyon))).toEqual({ refusal: 'no-provenance' })
    expect(submit(editor(writer), proposal(0, 'I live in Rome.'), said(lyon))).toEqual({ refusal: 'quote-not-in-source' })
    expect(submit(editor(writer), proposal(7, lyon), said(lyon))).toEqual({ refusal: 'quote-not-in-source' })
    const fromAnswer = { ...said(), otherText: () => lyon }
    expect(submit(editor(writer), proposal(0, lyon), fromAnswer)).toEqual({ refusal: 'quote-not-in-source' })
    expect(submit(editor(writer), proposal(0, lyon, { isUntrusted: true }), fromAnswer)).toMatchObject({ outcome: 'proposed' })
    for (const { provenance } of readMemory(writer.doc).entries.values()) expect(provenance.length).toBeGreaterThan(0)
  })

  test('MEM-11 a secret is refused, wherever in the proposal it stands', () => {
    const writer = memoryWriter()
    const message = 'My password is hunter2-Blue!'
    expect(submit(editor(writer), proposal(0, message), said(message))).toEqual({ refusal: 'secret' })
    expect(submit(editor(writer), proposal(0, lyon, { text: 'API key sk-proj-abcdefghijklmnopqrstuvwxyz012345' }), said(lyon))).toEqual({ refusal: 'secret' })
    expect(submit(editor(writer), proposal(0, message), { ...said(message), isByPerson: true })).toEqual({ refusal: 'secret' })
    expect(readMemory(writer.doc).entries.size).toBe(0)
  })

  test('what is never to be stored is not, until the rule is taken away', () => {
    const writer = memoryWriter()
    const message = 'My salary is fine, thanks.'
    const rule = addRule(writer, 'topic', 'salary')
    expect(submit(editor(writer), proposal(0, message), said(message))).toEqual({ refusal: 'excluded' })
    removeRule(writer, rule)
    expect(submit(editor(writer), proposal(0, message), said(message))).toMatchObject({ outcome: expect.any(String) })
  })

  test('a statement that says more than its quote waits for the person', () => {
    const writer = memoryWriter()
    expect(submit(editor(writer), proposal(0, lyon, { text: 'I live in Lyon with my wife and 3 children' }), said(lyon))).toMatchObject({ outcome: 'proposed' })
  })

  test('the level of the section decides what is asked', () => {
    const identity = 'identity' as SectionId
    const writer = memoryWriter()
    setAcceptLevel(writer, identity, 'review-all')
    expect(submit(editor(writer), proposal(0, lyon), said(lyon))).toMatchObject({ outcome: 'proposed' })
    setAcceptLevel(writer, identity, 'all-but-untrusted')
    const cats = 'We have two cats at home.'
    expect(submit(editor(writer), proposal(1, cats, { basis: 'inferred', text: 'Likes animals' }), said(lyon, cats))).toMatchObject({ outcome: 'accepted' })
    expect(submit(editor(writer), proposal(1, cats, { isUntrusted: true }), said(lyon, cats))).toMatchObject({ outcome: 'proposed' })
    expect(submit(editor(writer), proposal(1, cats, { author: { kind: 'import', name: 'file' }, text: 'Has cats' }), said(lyon, cats))).toMatchObject({ outcome: 'proposed' })
  })

  test('the most open level takes up a conclusion in the place of another one, never in that of a line that was typed or pinned', () => {
    const writer = memoryWriter()
    setAcceptLevel(writer, 'identity' as SectionId, 'all-but-untrusted')
    const cats = 'We have two cats at home.'
    const concluded = (targets: readonly EntryId[], text: string) =>
      submit(editor(writer), proposal(0, cats, { basis: 'inferred', change: targets.length === 0 ? 'add' : 'supersede', targets, text }), said(cats))
    const typed = addEntry(writer, { text: 'Likes dogs', sectionId: 'identity' as SectionId })
    expect(concluded([typed], 'Likes cats')).toMatchObject({ outcome: 'proposed' })
    const first = idOf(concluded([], 'Likes animals'))
    expect(concluded([first], 'Likes pets')).toMatchObject({ outcome: 'accepted' })
    const pinned = idOf(concluded([], 'Lives with animals'))
    setPinned(writer, pinned, true)
    expect(concluded([pinned], 'Lives with pets')).toMatchObject({ outcome: 'proposed' })
  })

  test('MEM-3 the same proposal a second time changes not one byte', () => {
    const writer = memoryWriter()
    const messages = [lyon, 'I work at Acme.']
    const all = () => messages.map((message, index) => submit(editor(writer), proposal(index, message), said(...messages)))
    all()
    const before = Y.encodeStateAsUpdate(writer.doc)
    expect(all()).toMatchObject([{ refusal: 'known' }, { refusal: 'known' }])
    expect(Y.encodeStateAsUpdate(writer.doc)).toEqual(before)
  })

  test('said again in another message, it is confirmed and its lifetime begins anew', () => {
    const writer = memoryWriter()
    const id = idOf(submit(editor(writer), proposal(0, lyon), said(lyon, '', lyon)))
    expect(submit(editor(writer), proposal(2, lyon), said(lyon, '', lyon))).toEqual({ refusal: 'known', id })
    const entry = readMemory(writer.doc).entries.get(id)
    expect(entry?.provenance).toHaveLength(2)
    expect(entry?.confirmedAt).toBeGreaterThan(entry?.createdAt ?? 0)
  })
})

describe('decisions', () => {
  test('MEM-4 rejected stays rejected and deleted stays deleted: run again, in other words, from a stale device', () => {
    const messages = ['I live in Lyon.', 'I have two cats.']
    const context = said(...messages)
    const [writer, stale] = [memoryWriter(1), memoryWriter(2)]
    const lyon = idOf(submit(editor(writer), proposal(0, 'I live in Lyon.', { text: 'Lives in Lyon', topic: 'home city' }), context))
    const cats = idOf(submit(editor(writer), proposal(1, 'I have two cats.', { basis: 'inferred' }), context))
    exchange(writer.doc, stale.doc)
    deleteEntry(writer, lyon)
    reject(writer, cats)
    for (const device of [writer, stale]) {
      submit(editor(device), proposal(0, 'I live in Lyon.', { text: 'Lives in Lyon', topic: 'home city' }), context)
      submit(editor(device), proposal(0, 'I live in Lyon.', { text: 'Resident of Lyon, France', topic: 'home city' }), context)
      submit(editor(device), proposal(1, 'I have two cats.', { basis: 'inferred' }), context)
      maintain(device.doc, { today: '2027-11-30' as LocalDate, clock: device.clock, newId: device.newId })
    }
    exchange(writer.doc, stale.doc)
    for (const device of [writer, stale]) {
      expect(statusOf(device, lyon)).toBe('deleted')
      expect(statusOf(device, cats)).toBe('rejected')
      tidy(device)
    }
    expect(submit(editor(writer), proposal(0, 'I live in Lyon.', { text: 'Resident of Lyon', topic: 'home city' }), context)).toMatchObject({ refusal: 'deleted-before' })
    expect(texts(writer, 'active')).toEqual([])
  })

  test('the person may have it again all the same', () => {
    const writer = memoryWriter()
    const message = 'I have two cats.'
    reject(writer, idOf(submit(editor(writer), proposal(0, message, { basis: 'inferred' }), said(message))))
    expect(submit(writer, proposal(0, message, { basis: 'explicit', author: { kind: 'person' } }), { ...said(message), isByPerson: true })).toMatchObject({ outcome: 'accepted' })
    expect(texts(writer, 'active')).toEqual([message])
  })

  test('accepting on two devices, with an edit on one, doubles nothing; a yes of the person outranks a no', () => {
    const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
    const message = 'I have two cats.'
    const id = idOf(submit(editor(laptop), proposal(0, message, { basis: 'inferred' }), said(message)))
    submit(editor(phone), proposal(0, message, { basis: 'inferred' }), said(message))
    accept(laptop, id, { text: 'I have two black cats.' })
    accept(phone, id)
    exchange(laptop.doc, phone.doc)
    expect(texts(phone, 'active')).toEqual(['I have two black cats.'])
    reject(phone, id)
    accept(laptop, id)
    exchange(laptop.doc, phone.doc)
    expect(statusOf(phone, id)).toBe(statusOf(laptop, id))
    undecide(phone, id)
    expect(statusOf(phone, id)).toBe('proposed')
  })

  test('MEM-5 three changes of mind within minutes leave one live entry and a history of three', () => {
    const messages = ['Remember that I live in Lyon', 'no, I live in Paris', 'no, I live in Kyoto', 'no, I live in Oslo']
    const writer = memoryWriter()
    const context = { ...said(...messages), isByPerson: true }
    let id = idOf(submit(writer, proposal(0, messages[0] ?? '', { text: 'I live in Lyon', basis: 'explicit', topic: 'home city' }), context))
    for (const [index, text] of [[1, 'I live in Paris'], [2, 'I live in Kyoto'], [3, 'I live in Oslo']] as const) {
      id = idOf(submit(writer, proposal(index, messages[index] ?? '', { change: 'supersede', targets: [id], text, basis: 'explicit', topic: 'home city' }), context))
    }
    tidy(writer)
    expect(texts(writer, 'active')).toEqual(['I live in Oslo'])
    expect(texts(writer, 'superseded')).toEqual(['I live in Lyon', 'I live in Paris', 'I live in Kyoto'])
    expect(entriesWith(readMemory(writer.doc), 'superseded').every(({ validTo }) => validTo === today)).toBe(true)
    expect(promptOf(writer)).toBe('# About me\n- I live in Oslo')
  })

  test('a replacement keeps the place and the pin of the line that it replaces, and gives it back when it is undone', () => {
    const writer = memoryWriter()
    const identity = 'identity' as SectionId
    addEntry(writer, { text: 'first', sectionId: identity })
    const city = addEntry(writer, { text: 'I live in Lyon', sectionId: identity, isPinned: true })
    addEntry(writer, { text: 'last', sectionId: identity })
    const message = 'I moved to Paris.'
    const id = idOf(submit(editor(writer), proposal(0, message, { change: 'supersede', targets: [city], text: 'I live in Paris' }), said(message)))
    expect(statusOf(writer, id)).toBe('proposed')
    accept(writer, id)
    expect(texts(writer, 'active')).toEqual(['first', 'I live in Paris', 'last'])
    expect(readMemory(writer.doc).entries.get(id)?.isPinned).toBe(true)
    undecide(writer, id)
    expect(texts(writer, 'active')).toEqual(['first', 'I live in Lyon', 'last'])
  })

  test('a proposal to remove or expire does so once accepted, and what was removed can be given back', () => {
    const writer = memoryWriter()
    const cats = addEntry(writer, { text: 'I have two cats', sectionId: 'identity' as SectionId })
    const message = 'The cats live with my sister now.'
    const remove = idOf(submit(editor(writer), proposal(0, message, { change: 'remove', targets: [cats], text: '' }), said(message)))
    expect(statusOf(writer, cats)).toBe('active')
    accept(writer, remove)
    expect(statusOf(writer, cats)).toBe('deleted')
    restoreEntry(writer, cats)
    expect(texts(writer, 'active')).toEqual(['I have two cats'])
    expect(submit(editor(writer), proposal(0, message, { change: 'remove', targets: ['nowhere' as EntryId], text: '' }), said(message))).toEqual({ refusal: 'unknown-target' })
  })
})

describe('contradictions', () => {
  const identity = 'identity' as SectionId
  const apart = () => {
    const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
    const messages = ['Remember that I live in Lyon', 'Remember that I live in Paris']
    const context = { ...said(...messages), isByPerson: true }
    const lyon = idOf(submit(laptop, proposal(0, messages[0] ?? '', { text: 'I live in Lyon', basis: 'explicit' }), context))
    const paris = idOf(submit(phone, proposal(1, messages[1] ?? '', { text: 'I live in Paris', basis: 'explicit' }), context))
    exchange(laptop.doc, phone.doc)
    return { laptop, phone, lyon, paris }
  }

  test('two devices that say different cities: both statements are shown, and the newer one counts meanwhile', () => {
    const { laptop, phone, lyon, paris } = apart()
    expect(findConflicts(readMemory(laptop.doc))).toMatchObject([{ kind: 'same-topic', winner: paris, isSettled: false }])
    tidy(laptop)
    tidy(phone)
    exchange(laptop.doc, phone.doc)
    for (const device of [laptop, phone]) {
      const [conflict] = findConflicts(readMemory(device.doc))
      expect(conflict).toMatchObject({ kind: 'same-topic', winner: paris, isSettled: true })
      expect(conflict?.entries.map(({ id }) => id)).toEqual([paris, lyon])
      expect(promptOf(device)).not.toContain('Lyon')
    }
  })

  test('the person keeps the other one, or both as history, and it is settled', () => {
    const { laptop, lyon, paris } = apart()
    tidy(laptop)
    keepInstead(laptop, lyon, paris)
    tidy(laptop)
    expect(findConflicts(readMemory(laptop.doc))).toEqual([])
    expect(promptOf(laptop)).toContain('Lyon')
    expect(promptOf(laptop)).not.toContain('Paris')
    keepBothAsHistory(laptop, paris, lyon, '2026-11-01' as LocalDate)
    expect(readMemory(laptop.doc).entries.get(lyon)).toMatchObject({ status: 'superseded', validTo: '2026-11-01' })
    expect(readMemory(laptop.doc).entries.get(paris)).toMatchObject({ status: 'active', validFrom: '2026-11-01' })
    expect(findConflicts(readMemory(laptop.doc))).toEqual([])
  })

  test('said beats inferred, pinned beats unpinned; both may be kept side by side', () => {
    const writer = memoryWriter()
    const pinned = addEntry(writer, { text: 'I live in Lyon', sectionId: identity, isPinned: true })
    const typed = addEntry(writer, { text: 'I live in Paris', sectionId: identity })
    const message = 'Oslo is where my flat is.'
    const inferred = idOf(submit(editor(writer), proposal(0, message, { text: 'Lives in Oslo', basis: 'inferred' }), said(message)))
    accept(writer, inferred)
    tidy(writer)
    expect([pinned, typed, inferred].map((id) => statusOf(writer, id))).toEqual(['active', 'superseded', 'superseded'])
    keepBoth(writer, pinned, typed)
    tidy(writer)
    expect([pinned, typed].map((id) => statusOf(writer, id))).toEqual(['active', 'active'])
  })

  test('what is being typed is not taken away under the hands', () => {
    const writer = memoryWriter()
    addEntry(writer, { text: 'I live in Lyon', sectionId: identity })
    addEntry(writer, { text: 'I live in Par', sectionId: identity })
    maintain(writer.doc, { today, clock: writer.clock, newId: writer.newId })
    expect(texts(writer, 'active')).toHaveLength(2)
  })

  test('a line that was edited on one device while the other one replaced it is shown as such', () => {
    const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
    const id = addEntry(laptop, { text: 'I work at Acme', sectionId: identity })
    exchange(laptop.doc, phone.doc)
    editEntryText(phone, id, 'I work at Acme, as a lead')
    const message = 'I started at Globex.'
    const next = idOf(submit(editor(laptop), proposal(0, message, { change: 'supersede', targets: [id], text: 'I work at Globex' }), said(message)))
    accept(laptop, next)
    exchange(laptop.doc, phone.doc)
    for (const { doc } of [laptop, phone]) expect(findConflicts(readMemory(doc))).toMatchObject([{ kind: 'edited-while-replaced', winner: next }])
    keepInstead(phone, next, id)
    expect(findConflicts(readMemory(phone.doc))).toEqual([])
  })

  test('two devices that decide against each other: one line stays, and it is said', () => {
    const { laptop, phone, lyon, paris } = apart()
    keepInstead(laptop, lyon, paris)
    keepInstead(phone, paris, lyon)
    exchange(laptop.doc, phone.doc)
    expect(texts(laptop, 'active')).toHaveLength(1)
    expect(texts(phone, 'active')).toEqual(texts(laptop, 'active'))
    expect(findConflicts(readMemory(laptop.doc))).toMatchObject([{ kind: 'both-replaced' }])
  })
})

describe('lifetimes', () => {
  test('MEM-7 the last day counts, the day after it is hidden and can be restored; a date that cannot be read is none', () => {
    const writer = memoryWriter()
    const visa = addEntry(writer, { text: 'Visa appointment', sectionId: 'identity' as SectionId })
    const odd = addEntry(writer, { text: 'Something else', sectionId: 'identity' as SectionId })
    extend(writer, visa, '2026-12-03' as LocalDate)
    extend(writer, odd, '2026-13-77x' as LocalDate)
    expect(tidy(writer, '2026-12-03' as LocalDate)).toBe(false)
    expect(promptOf(writer, '2026-12-03' as LocalDate)).toContain('Visa')
    // Not in a prompt of the next day, whether or not maintenance ran before it.
    expect(promptOf(writer, '2026-12-04' as LocalDate)).not.toContain('Visa')
    tidy(writer, '2026-12-04' as LocalDate)
    expect(statusOf(writer, visa)).toBe('expired')
    expect(promptOf(writer, '2027-12-04' as LocalDate)).toContain('Something else')
    extend(writer, visa, '2026-12-20' as LocalDate)
    expect(statusOf(writer, visa)).toBe('active')
    expect(promptOf(writer, '2026-12-20' as LocalDate)).toContain('Visa')
  })

  test('sections have lifetimes of their own, which pinned lines do not end with', () => {
    const writer = memoryWriter()
    const tasks = 'tasks' as SectionId
    const call = addEntry(writer, { text: 'Call the bank', sectionId: tasks })
    addEntry(writer, { text: 'Water the plants', sectionId: tasks, isPinned: true })
    addEntry(writer, { text: 'Prefers tea', sectionId: 'preferences' as SectionId })
    const soon = expiringSoon(readMemory(writer.doc), today, 14)
    expect(soon.map(({ id, effectiveExpiry }) => [id, effectiveExpiry])).toEqual([[call, '2026-12-14']])
    tidy(writer, '2026-12-15' as LocalDate)
    expect(texts(writer, 'expired')).toEqual(['Call the bank'])
    setLifetime(writer, tasks, 0, 'expire')
    expect(texts(writer, 'expired')).toEqual([])
    expect(dueForReview(readMemory(writer.doc), '2027-11-30' as LocalDate)).toEqual([])
    expect(dueForReview(readMemory(writer.doc), '2027-12-01' as LocalDate).map(({ text }) => text)).toEqual(['Prefers tea'])
  })

  test('more time given on one device outlasts the mark that another one set meanwhile', () => {
    const [laptop, phone] = [memoryWriter(1), memoryWriter(2)]
    const id = addEntry(laptop, { text: 'Visa appointment', sectionId: 'identity' as SectionId })
    extend(laptop, id, '2026-12-03' as LocalDate)
    exchange(laptop.doc, phone.doc)
    extend(phone, id, '2026-12-31' as LocalDate)
    tidy(laptop, '2026-12-04' as LocalDate)
    exchange(laptop.doc, phone.doc)
    expect([statusOf(laptop, id), statusOf(phone, id)]).toEqual(['active', 'active'])
  })

  test('MEM-6 an entry keeps its source when the message is gone', () => {
    const writer = memoryWriter()
    const message = 'I live in Lyon.'
    const id = idOf(submit(editor(writer), proposal(0, message), said(message)))
    expect(submit(editor(writer), proposal(0, message), said())).toMatchObject({ refusal: 'quote-not-in-source' })
    expect(readMemory(writer.doc).entries.get(id)?.provenance).toMatchObject([{ messageId: 'm0' as MessageId, quote: message }])
  })
})

test('pinning is kept beside everything else', () => {
  const writer = memoryWriter()
  const id = addEntry(writer, { text: 'tea', sectionId: 'identity' as SectionId })
  setPinned(writer, id, true)
  expect(readMemory(writer.doc).entries.get(id)).toMatchObject({ isPinned: true, status: 'active' })
})
