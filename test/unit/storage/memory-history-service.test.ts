import { expect, test } from 'vitest'
import { createIdFactory, type DeviceId, type EntryId, type MessageId, type SectionId, type SessionId } from '@shared/ids'
import type { LocalDate } from '@shared/clock'
import { reject } from '@shared/memory/decisions'
import { findEntry } from '@shared/memory/layout'
import { addEntry, addSection, deleteEntry, editEntryText, renameSection, type MemoryWriter } from '@shared/memory/operations'
import { renderProfile } from '@shared/memory/profile-markdown'
import { seedMemory } from '@shared/memory/seed'
import { submit } from '@shared/memory/submit'
import { readMemory } from '@shared/memory/view'
import { openPersistedDoc } from '@renderer/db/doc-store'
import { recordHistory } from '@renderer/db/memory-history'
import { createMemoryHistory, entrySubject } from '@renderer/state/memory-history'
import { titles } from '../../helpers/memory'
import { openWindow } from '../../helpers/storage'

const preferences = 'preferences' as SectionId

async function openHistory() {
  let now = 1_790_000_000_000
  const clock = { now: () => (now += 61_000) }
  const window = await openWindow()
  const memory = await openPersistedDoc('memory', { ...window, windowId: 'w' })
  recordHistory(memory, { db: window.db, clock: { now: () => now }, device: 'laptop' as DeviceId })
  seedMemory(memory.doc, 'seed')
  const writer: MemoryWriter = { doc: memory.doc, origin: { author: { kind: 'person', device: 'laptop' as DeviceId } }, clock, newId: createIdFactory(clock) }
  const history = createMemoryHistory({ db: window.db, memory, writer, titles })
  const later = () => (now += 120_000)
  return { writer, history, later, now: () => now, profile: () => renderProfile(memory.doc, titles) }
}

const texts = (steps: readonly { before: unknown; after: unknown }[]) =>
  steps.map(({ before, after }) => [before, after].map((fields) => (fields as { text?: string } | null)?.text ?? null))

test('MEM-5 three changes of mind are three records of one entry, each with its text before and after', async () => {
  const { writer, history, later } = await openHistory()
  const id = addEntry(writer, { text: '- likes tea', sectionId: preferences })
  for (const text of ['- likes coffee', '- likes mate', '- likes water']) {
    later()
    editEntryText(writer, id, text)
  }
  const steps = await history.list({ subject: entrySubject(id), limit: 10 })
  expect(texts(steps)).toEqual([
    ['- likes mate', '- likes water'],
    ['- likes coffee', '- likes mate'],
    ['- likes tea', '- likes coffee'],
    [null, '- likes tea'],
  ])
})

test('the list comes by pages, newest first, and by kind and author', async () => {
  const { writer, history, later } = await openHistory()
  const model: MemoryWriter = { ...writer, origin: { author: { kind: 'model', name: 'small' } } }
  const ids: EntryId[] = []
  for (let at = 0; at < 7; at++) {
    later()
    ids.push(addEntry(at % 2 === 0 ? writer : model, { text: `- line ${at}`, sectionId: preferences }))
  }
  const section = addSection(writer, 'Garden', 1)
  renameSection(writer, section, 'Balcony')
  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const page = await history.list({ limit: 3, kinds: ['created'], author: 'person', ...(before !== undefined && { before }) })
    seen.push(...page.map(({ after }) => String(after?.['text'] ?? after?.['title'])))
    before = page.at(-1)?.record.id
    if (page.length < 3) break
  }
  expect(seen).toEqual(['Balcony', '- line 6', '- line 4', '- line 2', '- line 0'])
  expect((await history.list({ limit: 99, author: 'model' })).map(({ record }) => record.entryId)).toEqual([ids[5], ids[3], ids[1]])
})

test('an earlier profile is shown, compared with the present one, and restored as changes that can be restored from again', async () => {
  const { writer, history, later, profile } = await openHistory()
  const tea = addEntry(writer, { text: '- likes tea', sectionId: preferences })
  const coat = addEntry(writer, { text: '- owns a red coat', sectionId: preferences })
  const then = later()
  const before = profile()
  later()
  editEntryText(writer, tea, '- likes coffee')
  deleteEntry(writer, coat)
  const added = addEntry(writer, { text: '- sings', sectionId: preferences })
  const now = later()
  const present = profile()

  expect((await history.stateAt(then)).markdown).toBe(before)
  expect(await history.compare(then, null)).toEqual({ before, after: present })
  later()
  const restored = await history.restore({ at: then })
  expect(restored.ok && restored.value.changed.length).toBe(3)
  expect(profile()).toBe(before)
  expect(readMemory(writer.doc).entries.get(added)?.status).toBe('archived')
  later()
  await history.restore({ at: now })
  expect(profile()).toBe(present)
})

test('one entry is brought to what it was before a change, and the others stay', async () => {
  const { writer, history, later } = await openHistory()
  const tea = addEntry(writer, { text: '- likes tea', sectionId: preferences })
  const coat = addEntry(writer, { text: '- owns a red coat', sectionId: preferences })
  later()
  editEntryText(writer, tea, '- likes coffee')
  editEntryText(writer, coat, '- owns a blue coat')
  const [step] = await history.list({ subject: entrySubject(tea), limit: 1 })
  if (step === undefined) throw new Error('no step')
  later()
  expect((await history.restore({ before: step.record })).ok).toBe(true)
  expect([tea, coat].map((id) => findEntry(writer.doc, id)?.text)).toEqual(['- likes tea', '- owns a blue coat'])
})

test('MEM-4 restoring does not bring back what the person rejected', async () => {
  const { writer, history, later } = await openHistory()
  const source = { sessionId: 's' as SessionId, messageId: 'm' as MessageId, quote: 'I like tea', at: 1 }
  const submitted = submit(
    { ...writer, origin: { author: { kind: 'model', name: 'small' } } },
    { change: 'add', targets: [], sectionId: preferences, text: 'Likes tea', topic: null, basis: 'stated', isUntrusted: false, author: { kind: 'model', name: 'small' }, provenance: [source] },
    { sourceText: () => 'I like tea', today: '2026-11-30' as LocalDate },
  )
  if (!('outcome' in submitted)) throw new Error(submitted.refusal)
  expect(submitted.outcome).toBe('accepted')
  const then = later()
  later()
  reject(writer, submitted.id)
  expect(readMemory(writer.doc).entries.get(submitted.id)?.status).toBe('rejected')
  later()
  const restored = await history.restore({ at: then })
  expect(restored.ok && restored.value.refused.map(({ id }) => id)).toEqual([submitted.id])
  expect(readMemory(writer.doc).entries.get(submitted.id)?.status).toBe('rejected')
})
