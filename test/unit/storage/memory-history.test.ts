import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import { mapOf, readPlainMemory, type PlainMemory } from '@shared/memory/history/plain'
import { stateAt } from '@shared/memory/history/state-at'
import { openPersistedDoc, type PersistedDoc } from '@renderer/db/doc-store'
import { readHistory, readPage, recordHistory } from '@renderer/db/memory-history'
import { restoreSnapshot } from '@renderer/db/restore'
import type { CommonplaceDb } from '@renderer/db/schema'
import { buildSnapshot } from '@renderer/db/snapshots'
import { createDisk, openWindow, type Disk } from '../../helpers/storage'

const device = 'laptop' as DeviceId
const person = { author: { kind: 'person' as const } }

let opened = 0
async function openMemory(disk: Disk, clock: { now(): number }): Promise<{ db: CommonplaceDb; memory: PersistedDoc; close(): Promise<void> }> {
  const window = await openWindow(disk)
  const memory = await openPersistedDoc('memory', { ...window, windowId: `memory-${++opened}` })
  recordHistory(memory, { db: window.db, clock, device })
  return {
    db: window.db,
    memory,
    async close() {
      await memory.close()
      await window.close()
    },
  }
}

function type(doc: Y.Doc, id: string, at: number, insert: string, origin: unknown = person): void {
  doc.transact(() => {
    const map = mapOf(doc, 'entry')
    if (!map.has(id)) map.set(id, new Y.Map<unknown>([['text', new Y.Text()]]))
    const text = map.get(id)?.get('text')
    if (text instanceof Y.Text) text.insert(Math.min(at, text.length), insert)
  }, origin)
}

const all = (db: CommonplaceDb) => readPage({ before: null, limit: 1000, matches: () => true }, db)

test('a minute of typing in one entry is one record, and another author begins another one', async () => {
  let now = 1_790_000_000_000
  const { db, memory } = await openMemory(createDisk(), { now: () => now })
  for (const letter of 'lives in Lyon') {
    now += 300
    type(memory.doc, 'e1', 1000, letter)
    await memory.flush()
  }
  now += 300
  type(memory.doc, 'e1', 0, '* ', { author: { kind: 'model', name: 'small' } })
  now += 61_000
  type(memory.doc, 'e1', 1000, '.')
  await memory.flush()
  expect((await all(db)).map(({ kind, author }) => [kind, author?.kind])).toEqual([
    ['edited', 'person'],
    ['edited', 'model'],
    ['created', 'person'],
  ])
})

test('a change is recorded once, in the window where it arose, and not again at the next start', async () => {
  const disk = createDisk()
  const clock = { now: () => Date.now() }
  const first = await openMemory(disk, clock)
  const second = await openMemory(disk, clock)
  type(first.memory.doc, 'e1', 0, 'here')
  await first.memory.flush()
  await second.memory.refresh()
  type(second.memory.doc, 'e2', 0, 'there')
  await second.memory.flush()
  await first.memory.refresh()
  await first.close()
  const third = await openMemory(disk, clock)
  expect((await all(third.db)).map(({ entryId }) => entryId).sort()).toEqual(['e1', 'e2'])
})

test('an undo is recorded as the change of the person who took it back', async () => {
  const { db, memory } = await openMemory(createDisk(), { now: () => Date.now() })
  type(memory.doc, 'e1', 0, 'one')
  const manager = new Y.UndoManager([mapOf(memory.doc, 'entry')], { trackedOrigins: new Set([person]) })
  memory.doc.transact(() => mapOf(memory.doc, 'entry').get('e1')?.set('pinned', true), person)
  await memory.flush()
  manager.undo()
  await memory.flush()
  expect((await all(db)).map(({ kind, author }) => [kind, author?.kind])).toEqual([
    ['unpinned', 'person'],
    ['pinned', 'person'],
    ['created', 'person'],
  ])
})

test('a snapshot brings the history back into an empty database, and leaves one that has gone on alone', async () => {
  const { db, memory } = await openMemory(createDisk(), { now: () => 1_790_000_000_000 })
  type(memory.doc, 'e1', 0, 'one')
  await memory.flush()
  const lines = await buildSnapshot(db, { now: () => 1_790_000_000_001 })
  const { db: empty, guard } = await openWindow(createDisk())
  expect((await restoreSnapshot(lines, empty, guard)).ok).toBe(true)
  expect(await all(empty)).toEqual(await all(db))
  await readHistory(empty, async (current) => expect(stateAt(current, await all(empty), 0).entry.size).toBe(0))

  type(memory.doc, 'e2', 0, 'two')
  await memory.flush()
  await restoreSnapshot(lines, db, guard)
  expect(await all(db)).toHaveLength(2)
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('type' as const), window: fc.nat(1), id: fc.constantFrom('e1', 'e2'), at: fc.nat(20), insert: fc.constantFrom('x', 'word ', '词') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mark' as const), window: fc.nat(1), id: fc.constantFrom('e1', 'e2'), key: fc.constantFrom('pinned', 'deletedAt'), value: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('write' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
)

test('two windows that write to the same entries at once leave one chain: every moment at rest is found again', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      let now = 1_790_000_000_000
      const disk = createDisk()
      const clock = { now: () => now }
      const windows = await Promise.all([openMemory(disk, clock), openMemory(disk, clock)])
      const [first] = windows
      for (const id of ['e1', 'e2']) type(first.memory.doc, id, 0, 'some words to begin with')
      await first.memory.flush()
      await windows[1].memory.refresh()
      const seen: { at: number; state: PlainMemory }[] = []
      for (const action of steps) {
        now += 61_000
        if (action.kind === 'write') {
          await Promise.all(windows.map(({ memory }) => memory.flush()))
        } else if (action.kind === 'look') {
          await Promise.all(windows.map(({ memory }) => memory.flush()))
          await Promise.all(windows.map(({ memory }) => memory.refresh()))
          expect(readPlainMemory(windows[1].memory.doc)).toEqual(readPlainMemory(first.memory.doc))
          seen.push({ at: now, state: readPlainMemory(first.memory.doc) })
        } else {
          const { doc } = windows[action.window === 0 ? 0 : 1].memory
          if (action.kind === 'type') type(doc, action.id, action.at, action.insert)
          else doc.transact(() => mapOf(doc, 'entry').get(action.id)?.set(action.key, action.value), person)
        }
      }
      await Promise.all(windows.map(({ memory }) => memory.flush()))
      const records = await all(first.db)
      await readHistory(first.db, async (current) => {
        for (const { at, state } of seen) expect(stateAt(current, records, at)).toEqual(state)
        compared += seen.length
        expect(stateAt(current, records, 0).entry.size).toBe(0)
      })
      await Promise.all(windows.map((window) => window.close()))
    }),
    { numRuns: 60 },
  )
  expect(compared).toBeGreaterThan(30)
})
