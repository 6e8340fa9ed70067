import fc from 'fast-check'
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import { chooseEnd, joinEndsAgain, readChosenEnds, withoutPassedOver } from '@shared/sessions/chosen-ends'
import { putEntry, readEntry } from '@shared/sessions/index-doc'

const session = 's' as SessionId
const ends = ['m1', 'm2', 'm3'] as MessageId[]

type Step =
  | { readonly kind: 'choose' | 'undo'; readonly on: number; readonly kept: number; readonly other: number }
  | { readonly kind: 'meet'; readonly on: number; readonly other: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('choose', 'undo'), on: fc.nat(2), kept: fc.nat(2), other: fc.nat(1) }).map(({ other, ...rest }) => ({ ...rest, other: (rest.kept + 1 + other) % 3 })) as fc.Arbitrary<Step>,
  fc.record({ kind: fc.constant('meet'), on: fc.nat(2), other: fc.nat(2) }) as fc.Arbitrary<Step>,
)

const pairOf = (a: number, b: number): string => [ends[a], ends[b]].sort().join()
const pairsIn = (doc: Y.Doc): string[] => readChosenEnds(doc, session).map((pair) => pair.join()).sort()
const give = (from: Y.Doc, to: Y.Doc): void => Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)))

test('SYN-9 choices between joined continuations converge, and none is taken back by a device that did not know of it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const docs = [0, 1, 2].map(() => new Y.Doc())
      const [first] = docs
      if (first === undefined) throw new Error('three were made')
      putEntry(first, session, { title: 'Shared', tip: ends[0] ?? null })
      for (const doc of docs) give(first, doc)
      /** Choices that each device knows of, and those that it knows to have been taken back. */
      const made = docs.map(() => new Map<number, string>())
      const undone = docs.map(() => new Set<number>())
      let count = 0
      const at = (index: number) => ({ doc: docs[index] ?? first, made: made[index] ?? new Map<number, string>(), undone: undone[index] ?? new Set<number>() })
      for (const each of steps) {
        const on = at(each.on)
        if (each.kind === 'meet') {
          const from = at(each.other)
          give(from.doc, on.doc)
          for (const [id, pair] of from.made) on.made.set(id, pair)
          for (const id of from.undone) on.undone.add(id)
        } else if (each.kind === 'choose') {
          chooseEnd(on.doc, session, ends[each.kept] ?? ('' as MessageId), [ends[each.other] ?? ('' as MessageId)])
          on.made.set(count++, pairOf(each.kept, each.other))
        } else {
          joinEndsAgain(on.doc, session, ends[each.kept] ?? ('' as MessageId), [ends[each.other] ?? ('' as MessageId)])
          for (const [id, pair] of on.made) if (pair === pairOf(each.kept, each.other)) on.undone.add(id)
        }
        const living = [...on.made].filter(([id]) => !on.undone.has(id)).map(([, pair]) => pair)
        expect(pairsIn(on.doc)).toEqual([...new Set(living)].sort())
      }
      for (const from of docs) for (const to of docs) give(from, to)
      expect(new Set(docs.map((doc) => JSON.stringify([pairsIn(doc), readEntry(doc, session)?.tip]))).size).toBe(1)
    }),
  )
})

test('an end that was chosen against stays away whichever is shown, and what is said after it without knowing is joined', () => {
  const doc = new Y.Doc()
  putEntry(doc, session, { title: 'Shared' })
  chooseEnd(doc, session, 'm2' as MessageId, ['m1' as MessageId])
  const chosen = readChosenEnds(doc, session)
  expect(withoutPassedOver(['m1' as MessageId], new Set(['m0', 'm2', 'm5'] as MessageId[]), chosen)).toEqual([])
  expect(withoutPassedOver(['m2' as MessageId], new Set(['m0', 'm1'] as MessageId[]), chosen)).toEqual([])
  expect(withoutPassedOver(['m4' as MessageId], new Set(['m0', 'm2'] as MessageId[]), chosen)).toEqual(['m4'])
})
