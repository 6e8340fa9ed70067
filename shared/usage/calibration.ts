import { usualFactor, type TokenFamily } from '../providers/token-families'

/** What was learned of one wire format and family of models: reported tokens by estimated ones, the newest last. */
export interface Calibration {
  readonly ratios: readonly number[]
}

export const nothingLearned: Calibration = { ratios: [] }

/** Enough for a steady middle, few enough to follow a new tokenizer within a day. */
const keptRatios = 32
/** Below it the frame around messages outweighs their text. */
const fewestTokens = 100
/** A report further off is of something else: hidden prompts, images, a count that covers several calls. */
const mostTimes = 5
const lowestFactor = 0.5
const highestFactor = 2.5
/** So many answers weigh as much as what is usual for the family. */
const priorAnswers = 2

/**
 * Learns from one answer.
 * @param estimatedTokens of the input, uncorrected.
 * @param reportedTokens of the input, cached input included.
 */
export function learnRatio(before: Calibration, estimatedTokens: number, reportedTokens: number): Calibration {
  if (estimatedTokens < fewestTokens || reportedTokens < fewestTokens) return before
  const ratio = reportedTokens / estimatedTokens
  if (ratio > mostTimes || ratio < 1 / mostTimes) return before
  return { ratios: [...before.ratios, ratio].slice(-keptRatios) }
}

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
