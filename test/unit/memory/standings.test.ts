import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import * as Y from 'yjs'
import type { EntryId } from '@shared/ids'
import { entriesOf } from '@shared/memory/layout'
import { readStandings } from '@shared/memory/status'

interface Claim {
  readonly winner: number
  readonly loser: number
  readonly at: number
}

function documentOf(count: number, claims: readonly Claim[]): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (let index = 0; index < count; index += 1) {
      const fields = new Y.Map<unknown>()
      fields.set('text', new Y.Text(`line ${index}`))
      for (const { winner, loser, at } of claims) if (winner === index) fields.set(`supersedes/e${loser}`, { by: 'person', at })
      entriesOf(doc).set(`e${index}`, fields)
    }
  })
  return doc
}

const claims = fc.array(fc.record({ winner: fc.nat(9), loser: fc.nat(9), at: fc.nat(5) }), { maxLength: 30 })

test('however claims go round, each line that is claimed has one successor or stays as the heaviest claim of its circle, and nobody is hidden for good', () => {
  fc.assert(
    fc.property(claims, (list) => {
      const { statuses, successors } = readStandings(documentOf(10, list))
      for (const [loser] of successors) {
        expect(statuses.get(loser)).toBe('superseded')
        const seen = new Set<EntryId>()
        for (let id: EntryId | undefined = loser; id !== undefined; id = successors.get(id)) {
          expect(seen.has(id)).toBe(false)
          seen.add(id)
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test('circles that touch come to one end', () => {
  const list = [[7, 1, 0], [1, 7, 0], [0, 1, 0], [7, 0, 0], [2, 0, 0], [0, 2, 1]].map(([winner = 0, loser = 0, at = 0]) => ({ winner, loser, at }))
  const { statuses, successors } = readStandings(documentOf(10, list))
  expect([1, 2, 7].map((index) => successors.get(`e${index}` as EntryId))).toEqual(['e0', 'e0', 'e0'])
  expect(statuses.get('e0' as EntryId)).toBe('active')
})

test('a circle of many thousand lines, and thousands of small ones, are looked at once', () => {
  const count = 20_000
  const ring = Array.from({ length: count }, (_, index) => ({ winner: index, loser: (index + 1) % count, at: index }))
  const pairs = Array.from({ length: count / 2 }, (_, index) => [
    { winner: 2 * index, loser: 2 * index + 1, at: 1 },
    { winner: 2 * index + 1, loser: 2 * index, at: 2 },
  ]).flat()
  const build = (list: readonly Claim[]): Y.Doc => {
    const doc = new Y.Doc()
    const entries = entriesOf(doc)
    doc.transact(() => {
      for (let index = 0; index < count; index += 1) entries.set(`e${index}`, new Y.Map([['text', new Y.Text('line')]] as [string, unknown][]))
      for (const { winner, loser, at } of list) entries.get(`e${winner}`)?.set(`supersedes/e${loser}`, { by: 'person', at })
    })
    return doc
  }
  const inRing = readStandings(build(ring))
  expect([...inRing.statuses.values()].filter((status) => status === 'active')).toHaveLength(1)
  expect(inRing.statuses.get(`e${count - 1}` as EntryId)).toBe('active')
  const inPairs = readStandings(build(pairs))
  expect([...inPairs.statuses].filter(([, status]) => status === 'active').map(([id]) => Number(id.slice(1)) % 2)).toEqual(Array.from({ length: count / 2 }, () => 1))
}, 20_000)
