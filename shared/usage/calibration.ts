import { usualFactor, type TokenFamily } from '../providers/token-families'

/** What was learned of one wire format and family of models: reported tokens by estimated ones, the newest last. */
export interface Calibration {
  readonly ratios: readonly number[]
}

export const nothingLearned: Calibration = { ratios: [] }

const lowestFactor = 0.5
const highestFactor = 2.5
/** So many answers weigh as much as what is usual for the family. */
const priorAnswers = 2

/** By what an estimate is multiplied: the middle of what was reported, leaning on the usual while little was. */
export function factorOf({ ratios }: Calibration, family: TokenFamily): number {
  const usual = usualFactor[family]
  if (ratios.length === 0) return usual
  const trust = ratios.length / (ratios.length + priorAnswers)
  return Math.min(highestFactor, Math.max(lowestFactor, usual + (median(ratios) - usual) * trust))
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 1
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}
