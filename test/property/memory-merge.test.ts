import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '@shared/clock'
import type { EntryId, MessageId, SectionId, SessionId } from '@shared/ids'
import { renderActiveMemory } from '@shared/memory/active-memory'
import { findConflicts } from '@shared/memory/conflicts'
import { accept, archive, confirm, extend, keepBothAsHistory, keepInstead, reject, undecide } from '@shared/memory/decisions'
import { maintain } from '@shared/memory/maintain'
import { addEntry, deleteEntry, editEntryText, restoreEntry, setPinned, type MemoryWriter } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { submit, type ProposalDraft, type SubmitContext } from '@shared/memory/submit'
import { entriesWith, readMemory, type EntryView } from '@shared/memory/view'
import { exchange, memoryWriter, titles } from '../helpers/memory'

const today = '2026-11-30' as LocalDate
const identity = 'identity' as SectionId
const session = 's1' as SessionId
const at = Date.UTC(2026, 10, 30, 9)

/** What the person said, message by message; the editor proposes from it on whatever device it runs. */
const messages = [
  'I live in Lyon.', 'I live in Paris now.', 'I moved to Kyoto last week.', 'I work at Acme as a designer.', 'I prefer concise answers.',
  'Please explain in more detail from now on.', 'I have two cats.', '我住在上海。', 'I travel in April.',
]
const texts = ['Lives in Lyon', 'Lives in Paris', 'Lives in Kyoto', 'Works at Acme as a designer', 'Prefers concise answers', 'Prefers detailed answers', 'Has two cats', '住在上海', 'Travels in April']

const context: SubmitContext = {
  sourceText: (id) => messages[Number(id.slice(1))] ?? null,
  today,
}

function draftOf(said: number, change: ProposalDraft['change'], targets: readonly EntryId[], isInferred: boolean): ProposalDraft {
  const quote = messages[said] ?? ''
  return {
    change,
    targets,
    sectionId: identity,
    text: change === 'expire' || change === 'remove' ? '' : (texts[said] ?? ''),
    topic: null,
    basis: isInferred ? 'inferred' : 'stated',
    isUntrusted: false,
    author: { kind: 'model', name: 'Editor' },
    provenance: [{ sessionId: session, messageId: `m${said}` as MessageId, quote, at: at + said * 1000 }],
  }
}

const number = fc.nat(1000)
const said = fc.nat(messages.length - 1)
const device = fc.nat(2)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), device, said, isInferred: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('supersede' as const, 'revise' as const, 'merge' as const, 'expire' as const, 'remove' as const), device, said, target: number, other: number }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'reject' as const, 'undecide' as const), device, target: number }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const, 'archive' as const, 'confirm' as const, 'expire-date' as const, 'pin' as const, 'edit' as const), device, target: number }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constantFrom('keep' as const, 'history' as const), device, target: number, other: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('type' as const), device, said }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('maintain' as const), device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('exchange' as const), device, other: device }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Devices = readonly [MemoryWriter, MemoryWriter, MemoryWriter]

/** What the person did against an entry, on any device: only then may it not be there in the end. */
interface Log {
  readonly accepted: Set<EntryId>
  readonly against: Set<EntryId>
}

const pick = (writer: MemoryWriter, index: number): EntryView | undefined => {
  const all = [...readMemory(writer.doc).entries.values()].filter(({ text, change }) => text !== '' || change !== null).sort((a, b) => (a.id < b.id ? -1 : 1))
  return all[index % Math.max(1, all.length)]
}

function run(devices: Devices, action: Step, log: Log): void {
  const writer = devices[action.device] ?? devices[0]
  switch (action.kind) {
    case 'add':
      return void submit(writer, draftOf(action.said, 'add', [], action.isInferred), context)
    case 'supersede':
    case 'revise':
    case 'merge':
    case 'expire':
    case 'remove': {
      const targets = [pick(writer, action.target), ...(action.kind === 'merge' ? [pick(writer, action.other)] : [])].flatMap((entry) => entry?.id ?? [])
      return void submit(writer, draftOf(action.said, action.kind, [...new Set(targets)], false), context)
    }
    case 'type':
      return void addEntry(writer, { text: `- ${texts[action.said] ?? ''}`, sectionId: identity })
    case 'maintain':
      return void maintain(writer.doc, { today, ...writer })
    case 'exchange':
      return action.other === action.device ? undefined : exchange(writer.doc, (devices[action.other] ?? devices[0]).doc)
    default:
      return decide(writer, action, log)
  }
}

function decide(writer: MemoryWriter, action: Extract<Step, { target: number }>, log: Log): void {
  const entry = pick(writer, action.target)
  const other = 'other' in action ? pick(writer, action.other) : undefined
  if (entry === undefined) return
  const against = (...ids: readonly EntryId[]) => ids.forEach((id) => log.against.add(id))
  switch (action.kind) {
    case 'accept':
      log.accepted.add(entry.id)
      against(...entry.targets, ...entry.supersedes.map(({ id }) => id))
      return accept(writer, entry.id)
    case 'reject':
      return against(entry.id), reject(writer, entry.id)
    case 'undecide':
      return against(entry.id), undecide(writer, entry.id)
    case 'delete':
      return against(entry.id), deleteEntry(writer, entry.id)
    case 'restore':
      return restoreEntry(writer, entry.id)
    case 'archive':
      return against(entry.id), archive(writer, entry.id)
    case 'confirm':
      return confirm(writer, entry.id)
    case 'expire-date':
      return against(entry.id), extend(writer, entry.id, '2026-11-01' as LocalDate)
    case 'pin':
      return setPinned(writer, entry.id, !entry.isPinned)
    case 'edit':
      return editEntryText(writer, entry.id, `${entry.text} indeed`)
    case 'keep':
    case 'history':
      if (other === undefined || other.id === entry.id) return
      against(other.id, ...entry.targets)
      return action.kind === 'keep' ? keepInstead(writer, entry.id, other.id) : keepBothAsHistory(writer, entry.id, other.id, today)
  }
}

/** Everybody meets everybody, and each puts its memory in order, until nothing changes any more. */
function comeTogether(devices: Devices): void {
  const [a, b, c] = devices
  for (let round = 0; round < 4; round++) {
    exchange(a.doc, b.doc)
    exchange(b.doc, c.doc)
    exchange(a.doc, b.doc)
    for (const writer of devices) maintain(writer.doc, { today, clock: { now: () => Date.UTC(2026, 11, 1) }, newId: writer.newId })
  }
  exchange(a.doc, b.doc)
  exchange(b.doc, c.doc)
  exchange(a.doc, b.doc)
}

const snapshot = ({ doc }: MemoryWriter) => JSON.stringify([...readMemory(doc).entries.values()].sort((x, y) => (x.id < y.id ? -1 : 1)))

const promptOf = ({ doc }: MemoryWriter): string =>
  renderActiveMemory(doc, { titles, today, scope: { assistant: null, session: null }, tokenLimit: 100_000, estimateTokens: (text) => text.length }).text

function threeDevices(): Devices {
  return [memoryWriter(1), memoryWriter(2), memoryWriter(3)]
}

function play(steps: readonly Step[]): { devices: Devices; log: Log } {
  const devices = threeDevices()
  const log: Log = { accepted: new Set(), against: new Set() }
  for (const action of steps) run(devices, action, log)
  comeTogether(devices)
  return { devices, log }
}

const histories = fc.array(step, { minLength: 5, maxLength: 60 })

describe('three devices, offline and together', () => {
  test('MEM-2 any interleaving comes to one state, and putting it in order again changes nothing', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { devices } = play(steps)
        expect(snapshot(devices[1])).toBe(snapshot(devices[0]))
        expect(snapshot(devices[2])).toBe(snapshot(devices[0]))
        for (const { doc, newId } of devices) {
          expect(maintain(doc, { today, clock: { now: () => Date.UTC(2026, 11, 1) }, newId })).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  }, 120_000)

  test('MEM-2 what one proposal says stands once at most, and what was accepted and never decided against is there', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { devices, log } = play(steps)
        const view = readMemory(devices[0].doc)
        const derived = entriesWith(view, 'active').filter(({ change }) => change !== null)
        const said = derived.map(({ text, sectionId }) => `${sectionId} ${text}`)
        expect(new Set(said).size).toBe(said.length)
        for (const id of log.accepted) {
          if (log.against.has(id)) continue
          const entry = view.entries.get(id)
          if (entry?.change === 'expire' || entry?.change === 'remove' || entry?.status === 'active') continue
          // Not lost: something stands in its place, and says so, or is about the same topic.
          expect(entry?.status).toBe('superseded')
          expect(entry?.supersededBy).not.toBeNull()
        }
      }),
      { numRuns: 200 },
    )
  }, 120_000)

  test('MEM-1 the memory part of a prompt holds active entries and no others, on every device at every moment', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const devices = threeDevices()
        const log: Log = { accepted: new Set(), against: new Set() }
        for (const action of steps) {
          run(devices, action, log)
          const writer = devices[action.device] ?? devices[0]
          const view = readMemory(writer.doc)
          const active = new Set(entriesWith(view, 'active').map(({ text }) => statementOf(text)))
          const lines = promptOf(writer).split('\n').filter((line) => line.startsWith('- ')).map((line) => line.slice(2))
          for (const line of lines) expect(active).toContain(line)
        }
      }),
      { numRuns: 100 },
    )
  }, 120_000)

  test('a contradiction leaves one line that counts, and never hides both sides', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const { devices } = play(steps)
        const view = readMemory(devices[0].doc)
        for (const entry of view.entries.values()) {
          if (entry.status !== 'superseded') continue
          expect(entry.supersededBy).not.toBeNull()
          const seen = new Set<EntryId>([entry.id])
          let next = view.entries.get(entry.supersededBy ?? ('' as EntryId))
          while (next?.supersededBy) {
            expect(seen.has(next.id)).toBe(false)
            seen.add(next.id)
            next = view.entries.get(next.supersededBy)
          }
          expect(next).toBeDefined()
        }
        for (const conflict of findConflicts(view)) expect(conflict.isSettled).toBe(true)
      }),
      { numRuns: 200 },
    )
  }, 120_000)
})
