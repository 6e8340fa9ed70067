import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { ClockIndex } from '../../../sync-server/src/wire/clock-index'
import { planMerge, writePlan } from '../../../sync-server/src/wire/merge'
import { splitPlan } from '../../../sync-server/src/wire/split'
import { scanUpdate, type ScannedUpdate } from '../../../sync-server/src/wire/scan-update'
import { randomUpdates, type Edit, editArbitrary } from '../../helpers/sync-updates'

const scan = (update: Uint8Array): ScannedUpdate => {
  const scanned = scanUpdate(update, 1000)
  if (scanned === null) throw new Error('an update of Yjs was refused')
  return scanned
}
const docOf = (updates: readonly Uint8Array[]): Y.Doc => {
  const doc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(doc, update)
  return doc
}
const contentOf = (doc: Y.Doc) => ({ list: doc.getArray('entries').toJSON(), text: doc.getText('text').toDelta() as unknown, map: doc.getMap('map').toJSON() })
const isWaiting = ({ store }: Y.Doc): boolean => store.pendingStructs !== null || store.pendingDs !== null
const edits = fc.array(editArbitrary, { minLength: 1, maxLength: 25 })

describe('the structure check', () => {
  test('takes every update that Yjs writes, and finds its clocks', () => {
    fc.assert(
      fc.property(edits, (list: Edit[]) => {
        const { updates, states } = randomUpdates(list)
        const index = new ClockIndex()
        for (const update of updates) index.add(scan(update))
        for (const update of updates) expect(index.isNews(scan(update))).toBe(false)
        // A device may have deleted what lost against another one's value: nobody sent that yet.
        for (const state of states) expect(index.isNews({ ...scan(state), deletes: [] })).toBe(false)
        const all = docOf(updates)
        expect([...Y.decodeStateVector(index.stateVector())].sort()).toEqual([...Y.decodeStateVector(Y.encodeStateVector(all))].sort())
        expect(scanUpdate(Y.encodeStateAsUpdate(all), 1000)).not.toBeNull()
        expect(scanUpdate(Y.mergeUpdates(updates), 1000)).not.toBeNull()
      }),
      { numRuns: 150 },
    )
  })

  test('SYN-6 what it takes Yjs can read, whatever was done to the bytes', () => {
    fc.assert(
      fc.property(edits, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }), (list, flips) => {
        const bytes = Y.mergeUpdates(randomUpdates(list).updates).slice()
        for (const [at, value] of flips) bytes[at % bytes.length] = value
        if (scanUpdate(bytes, 1000) !== null) expect(() => Y.decodeUpdate(bytes)).not.toThrow()
      }),
      { numRuns: 600 },
    )
  })

  test('SYN-6 a cut update and random bytes are refused without a throw', () => {
    fc.assert(
      fc.property(edits, fc.nat(), (list, at) => {
        const whole = Y.mergeUpdates(randomUpdates(list).updates)
        expect(scanUpdate(whole.slice(0, at % whole.length), 1000)).toBeNull()
        expect(scanUpdate(new Uint8Array([...whole, 0]), 1000)).toBeNull()
      }),
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void scanUpdate(bytes, 1000)), { numRuns: 500 })
  })

  test.each<[string, number[]]>([
    ['a count of clients beyond the bytes', [255, 255, 255, 255, 15]],
    ['a count of structs beyond the bytes', [1, 255, 255, 255, 255, 15, 1, 0]],
    ['a varint without an end', [128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 0]],
    ['a number above 2^53', [1, 1, 255, 255, 255, 255, 255, 255, 255, 127, 0, 0, 1, 0]],
    ['a section without structs', [1, 0, 1, 0, 0]],
    ['the same client twice', [2, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0]],
    ['a struct of length 0', [1, 1, 1, 0, 0, 0, 0]],
    ['an origin in the struct itself', [1, 1, 1, 5, 0x84, 1, 5, 1, 97, 0]],
    ['a parent behind the struct', [1, 1, 1, 5, 4, 0, 1, 9, 1, 97, 0]],
    ['text that is no UTF-8', [1, 1, 1, 0, 4, 1, 1, 97, 1, 0xff, 0]],
    ['a surrogate', [1, 1, 1, 0, 4, 1, 1, 97, 3, 0xed, 0xa0, 0x80, 0]],
    ['an embed that is no JSON', [1, 1, 1, 0, 5, 1, 1, 97, 2, 0x7b, 0x7b, 0]],
    ['an unknown type', [1, 1, 1, 0, 7, 1, 1, 97, 7, 0]],
    ['an unknown content', [1, 1, 1, 0, 11, 1, 1, 97, 1, 0]],
    ['a skip with flags', [1, 1, 1, 0, 0x8a, 1, 0]],
    ['a list that says it is long', [1, 1, 1, 0, 8, 1, 1, 97, 1, 117, 255, 255, 255, 255, 15, 0]],
    ['a document with options that are none', [1, 1, 1, 0, 9, 1, 1, 97, 1, 98, 126, 0]],
    ['an empty deletion', [0, 1, 1, 1, 5, 0]],
    ['deletions out of order', [0, 1, 1, 2, 5, 1, 2, 1]],
    ['nothing', []],
  ])('SYN-6 refuses %s', (_what, bytes) => {
    expect(scanUpdate(new Uint8Array(bytes), 1000)).toBeNull()
  })

  test('SYN-6 nests no deeper than a parser can follow', () => {
    const nested = (depth: number) => new Uint8Array([1, 1, 1, 0, 8, 1, 1, 97, 1, ...Array.from({ length: depth }, () => [117, 1]).flat(), 126, 0])
    expect(scanUpdate(nested(50), 10)).not.toBeNull()
    expect(scanUpdate(nested(100_000), 10)).toBeNull()
    const json = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    const embed = (text: string) => new Uint8Array([1, 1, 1, 0, 5, 1, 1, 97, ...lengthOf(text.length), ...new TextEncoder().encode(text), 0])
    expect(scanUpdate(embed(json(50)), 10)).not.toBeNull()
    expect(scanUpdate(embed(json(50_000)), 10)).toBeNull()
  })

  test('an update with more clients than allowed is refused', () => {
    const updates = Array.from({ length: 5 }, (_, index) => {
      const doc = new Y.Doc()
      doc.getText('text').insert(0, String(index))
      return Y.encodeStateAsUpdate(doc)
    })
    expect(scanUpdate(Y.mergeUpdates(updates), 5)).not.toBeNull()
    expect(scanUpdate(Y.mergeUpdates(updates), 4)).toBeNull()
  })
})

describe('merging by copying', () => {
  test('the merge says what all updates say, in any order and with repetitions', () => {
    fc.assert(
      fc.property(edits, fc.array(fc.nat(), { maxLength: 30 }), (list, picks) => {
        const { updates, states } = randomUpdates(list)
        const all = [...updates, ...states]
        const shuffled = [...picks.map((pick) => all[pick % all.length] ?? new Uint8Array([0, 0])), ...updates]
        const merged = planMerge(shuffled.map(scan)).map(writePlan)
        for (const one of merged) expect(scanUpdate(one, 1000)).not.toBeNull()
        expect(contentOf(docOf(merged))).toEqual(contentOf(docOf(updates)))
        expect(contentOf(docOf([Y.mergeUpdates([...merged])]))).toEqual(contentOf(docOf(updates)))
      }),
      { numRuns: 200 },
    )
  })

  /**
   * Of an update with gaps Yjs notes only the last clock that is missing of a client, also where a struct of another
   * client needs an earlier one of it. What comes meanwhile and needs that struct waits as well, and nothing moves any
   * more, whoever merged (Y.mergeUpdates too): until the reader asks by its state vector, as it does with each connection.
   */
  const readInParts = (merged: readonly Uint8Array[], rest: readonly Uint8Array[], all: readonly Uint8Array[]): Y.Doc => {
    const reader = docOf([...merged, ...rest])
    const vector = Y.decodeStateVector(Y.encodeStateVector(reader))
    for (const plan of planMerge(all.map(scan), vector)) Y.applyUpdate(reader, writePlan(plan))
    return reader
  }

  test('a part with gaps, the rest one by one and the answer to a state vector are all of it, and nothing waits', () => {
    fc.assert(
      fc.property(edits, fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }), (list, isThere) => {
        const { updates } = randomUpdates(list)
        const some = updates.filter((_, index) => isThere[index])
        const rest = updates.filter((_, index) => !isThere[index])
        const reader = readInParts(planMerge(some.map(scan)).map(writePlan), rest, updates)
        expect(contentOf(reader)).toEqual(contentOf(docOf(updates)))
        expect(isWaiting(reader)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('where a part with gaps makes Yjs wait for good, its own merge does so too, and an answer ends it', () => {
    const edit = (device: number, kind: Edit['kind']): Edit => ({ device, kind, at: 0, text: 'a' })
    const { updates } = randomUpdates([edit(0, 'embed'), edit(2, 'sync'), edit(2, 'format'), edit(0, 'sync'), edit(0, 'push'), edit(0, 'embed'), edit(0, 'push'), edit(0, 'push')])
    const some = updates.filter((_, index) => index === 1 || index === 6)
    const rest = updates.filter((_, index) => index !== 1 && index !== 6)
    const ours = planMerge(some.map(scan)).map(writePlan)
    expect(isWaiting(docOf([...ours, ...rest]))).toBe(isWaiting(docOf([Y.mergeUpdates(some), ...rest])))
    const reader = readInParts(ours, rest, updates)
    expect(contentOf(reader)).toEqual(contentOf(docOf(updates)))
    expect(isWaiting(reader)).toBe(false)
  })

  test('an answer to a state vector holds exactly what the asker lacks', () => {
    fc.assert(
      fc.property(edits, fc.nat(), (list, cut) => {
        const { updates } = randomUpdates(list)
        const asker = docOf(updates.slice(0, cut % updates.length))
        const vector = Y.decodeStateVector(Y.encodeStateVector(asker))
        const answer = planMerge(updates.map(scan), vector).map(writePlan)
        for (const update of answer) Y.applyUpdate(asker, update)
        expect(contentOf(asker)).toEqual(contentOf(docOf(updates)))
        expect(asker.store.pendingStructs).toBeNull()
        const known = Y.decodeStateVector(Y.encodeStateVector(asker))
        expect(planMerge(updates.map(scan), known).flatMap((plan) => scan(writePlan(plan)).runs)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })
})

test('SYN-8 a long answer comes in parts that never have to wait for each other', () => {
  fc.assert(
    fc.property(fc.array(editArbitrary, { minLength: 20, maxLength: 60 }), fc.integer({ min: 20, max: 300 }), (list, maxBytes) => {
      const { updates } = randomUpdates(list)
      const whole = Y.mergeUpdates(updates)
      const parts = planMerge([scan(whole)]).flatMap((plan) => splitPlan(plan, maxBytes))
      const doc = new Y.Doc()
      for (const part of parts) {
        Y.applyUpdate(doc, writePlan(part))
        expect(doc.store.pendingStructs).toBeNull()
      }
      expect(contentOf(doc)).toEqual(contentOf(docOf(updates)))
      if (whole.byteLength > maxBytes) expect(parts.length).toBeGreaterThan(1)
    }),
  )
})

const lengthOf = (value: number): number[] => (value < 128 ? [value] : [128 | value % 128, ...lengthOf(Math.floor(value / 128))])
