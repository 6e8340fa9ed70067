import * as fc from 'fast-check'
import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { Coverage } from '@shared/sync/coverage'
import { decodeBody, encodeBody } from '@shared/sync/entry-body'
import { mergeInTree } from '@shared/sync/merge-in-tree'
import { splitUpdate } from '@shared/sync/split-update'

const edit = fc.record({ client: fc.nat(2), kind: fc.constantFrom('insert' as const, 'delete' as const, 'set' as const, 'nest' as const, 'meet' as const), at: fc.nat(60), text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) })

/** A document written by three at once, and every update that was made on the way. */
function written(edits: readonly (typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never)[]): { doc: Y.Doc; updates: Uint8Array[] } {
  const docs = [new Y.Doc(), new Y.Doc(), new Y.Doc()]
  const updates: Uint8Array[] = []
  for (const doc of docs) doc.on('update', (update: Uint8Array, origin: unknown) => origin === 'wire' || updates.push(update))
  for (const { client, kind, at, text } of edits) {
    const doc = docs[client] ?? new Y.Doc()
    const type = doc.getText('text')
    if (kind === 'insert') type.insert(at % (type.length + 1), text)
    if (kind === 'delete' && type.length > 0) type.delete(at % type.length, Math.min(3, type.length - (at % type.length)))
    if (kind === 'set') doc.getMap('map').set(text.slice(0, 2), [text, at])
    if (kind === 'nest') doc.getArray<Y.Map<string>>('list').push([new Y.Map([['text', text]])])
    if (kind === 'meet') for (const other of docs) if (other !== doc) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'wire')
  }
  const doc = new Y.Doc()
  for (const each of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(each))
  return { doc, updates }
}

const stateOf = (doc: Y.Doc) => ({ text: doc.getText('text').toString(), map: doc.getMap('map').toJSON(), list: doc.getArray('list').toJSON() })

describe('updates', () => {
  test('SYN-1 the parts of a split update come to the whole, whatever the size of the parts', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 40 }), fc.integer({ min: 20, max: 400 }), (edits, maxBytes) => {
        const { doc } = written(edits)
        const update = Y.encodeStateAsUpdate(doc)
        const parts = splitUpdate(update, maxBytes)
        for (const order of [parts, [...parts].reverse()]) {
          const copy = new Y.Doc()
          for (const part of order) Y.applyUpdate(copy, part)
          expect(stateOf(copy)).toEqual(stateOf(doc))
          expect(Y.encodeStateVector(copy)).toEqual(Y.encodeStateVector(doc))
          expect(Y.equalSnapshots(Y.snapshot(copy), Y.snapshot(doc))).toBe(true)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('SYN-1 what some updates lack of a document is found: with them it is whole, and then nothing is lacking', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 40 }), fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (edits, isKept) => {
        const { doc, updates } = written(edits)
        const kept = updates.filter((_, index) => isKept[index] === true)
        const coverage = new Coverage()
        for (const update of kept) coverage.add(update)
        const missing = coverage.missingFrom(doc)
        const copy = new Y.Doc()
        for (const update of kept) Y.applyUpdate(copy, update)
        if (missing !== null) Y.applyUpdate(copy, missing)
        expect(stateOf(copy)).toEqual(stateOf(doc))
        expect(Y.equalSnapshots(Y.snapshot(copy), Y.snapshot(doc))).toBe(true)
        if (missing !== null) coverage.add(missing)
        expect(coverage.missingFrom(doc)).toBeNull()
      }),
      { numRuns: 150 },
    )
  })

  test('merging in a tree comes to the same', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 33, maxLength: 120 }), (edits) => {
        const { doc, updates } = written(edits)
        if (updates.length === 0) return
        const copy = new Y.Doc()
        Y.applyUpdate(copy, mergeInTree(updates))
        expect(stateOf(copy)).toEqual(stateOf(doc))
      }),
      { numRuns: 30 },
    )
  })

  test('SYN-4 a body is read back as it was written; damaged ones are refused or harmless, never larger than they say', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.boolean(), fc.nat(600), fc.integer({ min: 1, max: 255 }), (update, isFold, at, flip) => {
        const covers = { ['ab'.repeat(12)]: { counter: 7, hash: 'cd'.repeat(16), missing: [[2, 3]] as [number, number][] } }
        const body = isFold
          ? ({ kind: 'fold', part: 1, parts: 2, isWhole: true, covers, update } as const)
          : ({ kind: 'update', edits: 3, update } as const)
        const bytes = encodeBody(body)
        expect(decodeBody(bytes)).toEqual(body)
        decodeBody(bytes.map((byte, index) => (index === at % bytes.length ? byte ^ flip : byte)))
        decodeBody(bytes.subarray(0, at % bytes.length))
      }),
      { numRuns: 300 },
    )
  })
})
