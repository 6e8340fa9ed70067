import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../bench/routing/outcomes'
import { interval, worthOf } from '../../bench/routing/worth'

const helps: Outcome = { question: 'hard', isWeakRight: false, isStrongRight: true }
const same: Outcome = { question: 'easy', isWeakRight: true, isStrongRight: true }
const harms: Outcome = { question: 'odd', isWeakRight: true, isStrongRight: false }

test('routing figures: a score that finds the questions worth it first is worth most, the reverse least', () => {
  expect(worthOf([helps, same, same, same], [1, 0, 0, 0])).toEqual({ apgr: 0.875, cpt50: 0.25, cpt80: 0.25 })
  expect(worthOf([helps, same, same, same], [0, 1, 1, 1])).toEqual({ apgr: 0.125, cpt50: 1, cpt80: 1 })
})

test('routing figures: a score that says the same of all is chance, in whatever order the questions stand', () => {
  const outcomes = fc.array(fc.constantFrom(helps, same, harms), { minLength: 1, maxLength: 40 }).map((some) => [...some, ...some.map(() => helps)])
  fc.assert(
    fc.property(outcomes.filter((some) => some.filter((one) => one === helps).length > some.filter((one) => one === harms).length), (some) => {
      expect(worthOf(some, some.map(() => 0.3)).apgr).toBeCloseTo(0.5)
    }),
  )
})

test('routing figures: only the order of scores counts', () => {
  const outcomes = [same, helps, same, helps, harms, same, helps]
  const scores = [0.1, 0.9, 0.4, 0.2, 0.3, 0.3, 0.8]
  expect(worthOf(outcomes, scores)).toEqual(
    worthOf(
      outcomes,
      scores.map((score) => 100 * score - 7),
    ),
  )
})

test('routing figures: an interval holds the figure, and is a point where nothing varies', () => {
  let state = 7
  const chance = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const outcomes = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? helps : same))
  const scores = outcomes.map((_, index) => (index * 37) % 60)
  const { apgr } = worthOf(outcomes, scores)
  const [low, high] = interval(outcomes, scores, 200, chance)
  expect(low).toBeLessThan(apgr)
  expect(high).toBeGreaterThan(apgr)
  expect(interval([helps, helps], [1, 1], 20, chance)).toEqual([0.5, 0.5])
})
