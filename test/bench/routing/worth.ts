import type { Outcome } from './outcomes'

/** What sending a share of the questions to the strong model is worth, over all shares. */
export interface Worth {
  /** Area under the gap recovered against the share of strong calls: 0.5 is chance; above 1 only where the strong model is spared its own mistakes. */
  readonly apgr: number
  /** The least share of strong calls, from 0 to 1, that recovers half and four fifths of the gap between the two models. */
  readonly cpt50: number
  readonly cpt80: number
}

/** Questions go to the strong model in the order of their scores, highest first. Those of one score count as in any order: each adds their mean. */
export function worthOf(outcomes: readonly Outcome[], scores: readonly number[]): Worth {
  const recovered = gapRecovered(outcomes, scores)
  const area = recovered.slice(1).reduce((sum, gap, index) => sum + (gap + (recovered[index] ?? 0)) / 2, 0)
  return { apgr: area / outcomes.length, cpt50: shareFor(0.5, recovered), cpt80: shareFor(0.8, recovered) }
}

/** The gap recovered after 0, 1, … all questions went to the strong model: begins with 0 and ends with 1. */
function gapRecovered(outcomes: readonly Outcome[], scores: readonly number[]): readonly number[] {
  const gains = gainsInOrder(outcomes, scores)
  const gap = gains.reduce((sum, gain) => sum + gain, 0)
  let soFar = 0
  return [0, ...gains.map((gain) => (soFar += gain) / gap)]
}

function gainsInOrder(outcomes: readonly Outcome[], scores: readonly number[]): readonly number[] {
  const byScore = new Map<number, number[]>()
  for (const [index, outcome] of outcomes.entries()) {
    const score = scores[index] ?? 0
    const gains = byScore.get(score) ?? []
    gains.push(Number(outcome.isStrongRight) - Number(outcome.isWeakRight))
    byScore.set(score, gains)
  }
  const groups = [...byScore].sort(([left], [right]) => right - left)
  return groups.flatMap(([, gains]) => gains.map(() => gains.reduce((sum, gain) => sum + gain, 0) / gains.length))
}

const shareFor = (gap: number, recovered: readonly number[]): number => recovered.findIndex((value) => value >= gap - 1e-9) / (recovered.length - 1)

/** The 2.5th and 97.5th percentile of a figure over draws with replacement. `chance` gives numbers in [0, 1). */
export function interval(outcomes: readonly Outcome[], scores: readonly number[], draws: number, chance: () => number): readonly [low: number, high: number] {
  const figures = Array.from({ length: draws }, () => {
    const drawn = outcomes.map(() => Math.floor(chance() * outcomes.length))
    return worthOf(
      drawn.flatMap((index) => outcomes[index] ?? []),
      drawn.map((index) => scores[index] ?? 0),
    ).apgr
  }).sort((left, right) => left - right)
  const at = (part: number): number => figures[Math.round(part * (draws - 1))] ?? Number.NaN
  return [at(0.025), at(0.975)]
}
