import { beforeEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { LocalDate } from '@shared/clock'
import { createIdFactory, type EntryId, type SectionId } from '@shared/ids'
import { addEntry, deleteEntry, editEntryText, type MemoryWriter } from '@shared/memory/operations'
import { seedMemory } from '@shared/memory/seed'
import { submit } from '@shared/memory/submit'
import { entriesWith, readMemory } from '@shared/memory/view'
import { createMemoryActions } from '@renderer/parts/memory/memory-actions'
import { openProposals } from '@renderer/parts/memory/proposal'
import { watchView } from '@renderer/state/memory-keeper'
import { undoLastOfMemory, useMemoryUndo } from '@renderer/state/memory-undo'
import type { Services } from '@renderer/state/services'
import { runLatestToastAction, useToasts } from '@renderer/ui/toasts'
import type { proposalDay} from '../../helpers/proposals';
import { proposal, said } from '../../helpers/proposals'

const now = Date.UTC(2026, 10, 30, 12)

function setup() {
  const doc = new Y.Doc()
  seedMemory(doc, 'seed')
  const clock = { now: () => now }
  const writer: MemoryWriter = { doc, origin: { author: { kind: 'person' } }, clock, newId: createIdFactory(clock) }
  const model: MemoryWriter = { ...writer, origin: { author: { kind: 'model', name: 'Small model' } } }
  const services = { clock, memory: { doc, writer, view: watchView(doc) } } as unknown as Pick<Services, 'memory' | 'clock'>
  const propose = (...statements: string[]): EntryId[] =>
    statements.map((words, index) => {
      const done = submit(model, proposal(index, words, { basis: 'inferred' }), said(...statements))
      if (!('outcome' in done)) throw new Error(done.refusal)
      return done.id
    })
  const line = (text: string, sectionId = 'identity') => addEntry(writer, { text, sectionId: sectionId as SectionId })
  const statusOf = (id: EntryId | undefined) => readMemory(doc).entries.get(id as EntryId)?.status
  return { doc, writer, model, actions: createMemoryActions(services, 'en'), propose, line, statusOf }
}

beforeEach(() => {
  useMemoryUndo.setState({ steps: [] })
  useToasts.setState({ toasts: [] })
})

test('a proposal is accepted in the person’s own words, and waits again after Undo', () => {
  const { actions, propose, statusOf, doc } = setup()
  const [id = '' as EntryId] = propose('I take the slow train')
  actions.accept(id, 'Takes slow trains')
  expect([statusOf(id), readMemory(doc).entries.get(id)?.text]).toEqual(['active', 'Takes slow trains'])
  expect(runLatestToastAction()).toBe(true)
  expect([statusOf(id), readMemory(doc).entries.get(id)?.text]).toEqual(['proposed', 'I take the slow train'])
})

test('a proposal that contradicts a line names it, and takes its place when it is used', () => {
  const { actions, propose, line, statusOf, doc } = setup()
  const old = line('I live in Lyon')
  const [id = '' as EntryId] = propose('I live in Paris')
  const waiting = () => openProposals(readMemory(doc)).map(({ contradicted }) => contradicted.map((entry) => entry.id))
  expect(waiting()).toEqual([[old]])
  actions.acceptInstead(id, [old])
  expect([statusOf(id), statusOf(old)]).toEqual(['active', 'superseded'])
  runLatestToastAction()
  expect([statusOf(id), statusOf(old), waiting()]).toEqual(['proposed', 'active', [[old]]])
})

test('a proposal and what it contradicts are kept as history, whichever of them holds today', () => {
  const { actions, propose, line, statusOf, doc } = setup()
  const old = line('I live in Lyon')
  const [id = '' as EntryId] = propose('I live in Paris')
  actions.acceptAsHistory(id, old, [id], '2026-11-01' as LocalDate)
  expect([statusOf(id), statusOf(old)]).toEqual(['superseded', 'active'])
  expect(readMemory(doc).entries.get(id)?.validTo).toBe('2026-11-01')
  runLatestToastAction()
  actions.acceptAsHistory(id, id, [old], '2026-11-01' as LocalDate)
  expect([statusOf(id), statusOf(old)]).toEqual(['active', 'superseded'])
})

test('a proposal beside lines about other things, or that says the same, contradicts nothing', () => {
  const { propose, line, doc } = setup()
  line('I work at Globex')
  propose('I live in Paris', 'I like tea')
  expect(openProposals(readMemory(doc)).flatMap(({ contradicted }) => contradicted)).toEqual([])
})

test('Undo takes back this one change and nothing that another author wrote since', () => {
  const { actions, propose, line, statusOf, doc, model } = setup()
  const other = line('Lives in Lyon')
  const [id = '' as EntryId] = propose('I take the slow train')
  actions.reject(id)
  editEntryText(model, other, 'Lives in Lyon, near the river')
  expect(undoLastOfMemory()).toBe(true)
  expect([statusOf(id), readMemory(doc).entries.get(other)?.text]).toEqual(['proposed', 'Lives in Lyon, near the river'])
  expect(undoLastOfMemory()).toBe(false)
})

test('steps are taken back newest first, or each by its own button, once', () => {
  const { actions, line, statusOf } = setup()
  const [a, b] = [line('One'), line('Two')]
  actions.letGo([a])
  const undoA = useToasts.getState().toasts[0]?.action
  actions.remove([b])
  undoA?.run()
  undoA?.run()
  expect([statusOf(a), statusOf(b)]).toEqual(['active', 'deleted'])
  undoLastOfMemory()
  expect(statusOf(b)).toBe('active')
})

test('"never about this" adds a rule, rejects what waits and is about it, and one Undo takes both back', () => {
  const { actions, propose, statusOf, doc } = setup()
  const [first = '' as EntryId, second, third] = propose('I play chess on Mondays', 'My chess club meets in town', 'I take the slow train')
  actions.never('chess', first)
  expect([statusOf(first), statusOf(second), statusOf(third)]).toEqual(['rejected', 'rejected', 'proposed'])
  expect(readMemory(doc).rules.map(({ text }) => text)).toEqual(['chess'])
  const again = submit({ ...setup().model, doc }, proposal(0, 'I love chess'), said('I love chess'))
  expect(again).toEqual({ refusal: 'excluded' })
  undoLastOfMemory()
  expect([statusOf(first), statusOf(second), readMemory(doc).rules.length]).toEqual(['proposed', 'proposed', 0])
})

test('more time is counted from the last day, or from today where that has passed', () => {
  const { actions, line, doc } = setup()
  const id = line('Visa appointment', 'tasks')
  const ends = () => readMemory(doc).entries.get(id)?.effectiveExpiry
  actions.extend(id, '2026-12-03' as typeof proposalDay)
  actions.extendByDays(id)
  expect(ends()).toBe('2027-01-02')
  actions.keep(id)
  expect(ends()).toBe('2026-12-14')
})

test('whatever took a line out, it comes back', () => {
  const { actions, line, propose, statusOf, writer } = setup()
  const [deleted, archived, former] = [line('One'), line('Two'), line('Lives in Lyon')]
  const present = line('Lives in Paris')
  const [rejected = '' as EntryId] = propose('I take the slow train')
  deleteEntry(writer, deleted)
  actions.letGo([archived])
  actions.reject(rejected)
  actions.keepInstead(present, [former])
  actions.bringBack([deleted, archived, rejected, former])
  expect([deleted, archived, rejected, former, present].map(statusOf)).toEqual(['active', 'active', 'proposed', 'active', 'superseded'])
  undoLastOfMemory()
  expect([deleted, archived, rejected, former, present].map(statusOf)).toEqual(['deleted', 'archived', 'rejected', 'superseded', 'active'])
})

test('a contradiction is settled for one side, as history, or in new words', () => {
  const { actions, line, statusOf, doc } = setup()
  const [lyon, paris] = [line('Lives in Lyon'), line('Lives in Paris')]
  actions.keepBothAsHistory(paris, [lyon], '2026-11-01' as typeof proposalDay)
  const entries = readMemory(doc).entries
  expect([statusOf(lyon), entries.get(lyon)?.validTo, entries.get(paris)?.validFrom]).toEqual(['superseded', '2026-11-01', '2026-11-01'])
  undoLastOfMemory()
  actions.settleWith(lyon, [paris], 'Lives in Turin')
  expect(entriesWith(readMemory(doc), 'active').map(({ text }) => text)).toEqual(['Lives in Turin'])
})

test('a list of decisions leaves one message and not a pile of them', () => {
  const { actions, propose } = setup()
  for (const id of propose('I sing', 'I paint', 'I sew')) actions.accept(id)
  expect(useToasts.getState().toasts).toHaveLength(1)
})
