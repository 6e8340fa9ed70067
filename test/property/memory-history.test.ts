import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import type { Author } from '@shared/memory/layout'
import { isSameValue, mapOf, readPlainMemory, subjectKey, subjectKinds, type PlainMemory, type SubjectKind } from '@shared/memory/history/plain'
import { subjectOf } from '@shared/memory/history/record'
import { stateAt } from '@shared/memory/history/state-at'
import { exchange, memoryWriter, seededRandom } from '../helpers/memory'
import { MemoryLog } from '../helpers/memory-log'

const authors: readonly Author[] = [{ kind: 'person' }, { kind: 'model', name: 'small' }, { kind: 'app' }]
const keys = ['pinned', 'accepted/person', 'accepted/rule', 'rejectedAt', 'deletedAt', 'sectionId', 'order', 'supersedes/e1', 'from/m1', 'updatedAt', 'title']
const values = [true, 1, 2, 'a', 'b', { by: 'rule', at: 3 }, { quote: 'q', at: 1 }, undefined]

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      device: fc.nat(1),
      author: fc.nat(2),
      map: fc.constantFrom<SubjectKind>('entry', 'entry', 'entry', 'section'),
      id: fc.constantFrom('e1', 'e2', 'e3'),
      key: fc.constantFrom(...keys),
      value: fc.constantFrom(...values),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      device: fc.nat(1),
      author: fc.nat(2),
      id: fc.constantFrom('e1', 'e2', 'e3'),
      at: fc.nat(40),
      remove: fc.nat(6),
      insert: fc.constantFrom('', 'x', 'word ', '词语', '😀'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), device: fc.nat(1), id: fc.constantFrom('e1', 'e2', 'e3') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), device: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('exchange' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('store' as const), device: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 900, 70_000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function createDevice(number: number, clock: { now(): number }) {
  const { doc } = memoryWriter(number)
  const origins = authors.map((author) => ({ author }))
  const undo = new Y.UndoManager([mapOf(doc, 'entry'), mapOf(doc, 'section')], { trackedOrigins: new Set([origins[0]]), captureTimeout: 0 })
  const log = new MemoryLog(doc, clock, `device-${number}` as DeviceId, seededRandom(number))
  return { doc, origins, undo, log, seen: [] as { at: number; state: PlainMemory }[] }
}
type Device = ReturnType<typeof createDevice>

function subjectFor(device: Device, kind: SubjectKind, id: string): Y.Map<unknown> {
  const map = mapOf(device.doc, kind)
  const known = map.get(id)
  if (known !== undefined) return known
  const fields = new Y.Map<unknown>()
  map.set(id, fields)
  return fields
}

function run(devices: readonly [Device, Device], action: Step): void {
  if (action.kind === 'exchange') return exchange(devices[0].doc, devices[1].doc)
  if (action.kind === 'wait') return
  const device = devices[action.device] ?? devices[0]
  if (action.kind === 'store') return device.log.store()
  if (action.kind === 'undo') return void device.undo.undo()
  const origin = device.origins['author' in action ? action.author : 0]
  device.doc.transact(() => {
    if (action.kind === 'drop') mapOf(device.doc, 'entry').delete(action.id)
    else if (action.kind === 'write') {
      const fields = subjectFor(device, action.map, action.id)
      if (action.value === undefined) fields.delete(action.key)
      else fields.set(action.key, action.value)
    } else type(subjectFor(device, 'entry', action.id), action)
  }, origin)
}

function type(fields: Y.Map<unknown>, { at, remove, insert }: Extract<Step, { kind: 'type' }>): void {
  const known = fields.get('text')
  const text = known instanceof Y.Text ? known : new Y.Text()
  if (text !== known) fields.set('text', text)
  const from = Math.min(at, text.length)
  const removed = Math.min(remove, text.length - from)
  if (removed > 0) text.delete(from, removed)
  if (insert !== '') text.insert(from, insert)
}

const plain = (state: PlainMemory) => ({ entry: sorted(state.entry), section: sorted(state.section) })
const sorted = (map: ReadonlyMap<string, unknown>) => Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))

test('every state that memory had is found again, going back from the present, on each of two devices', () => {
  let compared = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      let now = 1_790_000_000_000
      const clock = { now: () => now }
      const devices = [createDevice(1, clock), createDevice(2, clock)] as const
      const initial = readPlainMemory(devices[0].doc)
      for (const action of steps) {
        now += action.kind === 'wait' ? action.ms : 1
        run(devices, action)
        for (const { doc, seen } of devices) {
          const state = readPlainMemory(doc)
          if (JSON.stringify(plain(state)) !== JSON.stringify(plain(seen.at(-1)?.state ?? { entry: new Map(), section: new Map() }))) seen.push({ at: now, state })
        }
      }
      for (const { doc, log, seen } of devices) {
        log.store()
        const records = log.all()
        const recorded = new Set(records.map((record) => `${subjectKey(subjectOf(record))} ${record.at}`))
        const changedAt = new Map<string, number>()
        let last: PlainMemory = initial
        for (const { at, state } of seen) {
          for (const key of changedSubjects(last, state)) changedAt.set(key, at)
          last = state
          // Typing that goes on in one entry is one record: what stood there in between is not kept.
          const inTyping = new Set([...changedAt].filter(([key, since]) => !recorded.has(`${key} ${since}`)).map(([key]) => key))
          if (inTyping.size === 0) compared += 1
          const found = without(stateAt(readPlainMemory(doc), records, at), inTyping)
          expect(plain(found)).toEqual(plain(without(state, inTyping)))
        }
      }
    }),
    { numRuns: 300 },
  )
  expect(compared).toBeGreaterThan(1000)
})

const without = (state: PlainMemory, keys: ReadonlySet<string>): PlainMemory => ({
  entry: new Map([...state.entry].filter(([id]) => !keys.has(subjectKey({ kind: 'entry', id })))),
  section: new Map([...state.section].filter(([id]) => !keys.has(subjectKey({ kind: 'section', id })))),
})

function changedSubjects(before: PlainMemory, after: PlainMemory): string[] {
  return subjectKinds.flatMap((kind) =>
    [...new Set([...before[kind].keys(), ...after[kind].keys()])]
      .filter((id) => !isSameValue(before[kind].get(id), after[kind].get(id)))
      .map((id) => subjectKey({ kind, id })),
  )
}
