import type { Calibration } from './calibration'

/** Enough for a steady middle, few enough to follow a new tokenizer within a day. */
const keptRatios = 32
/** Below it the frame around messages outweighs their text. */
const fewestTokens = 100
/** A report further off is of something else: hidden prompts, images, a count that covers several calls. */
const mostTimes = 5

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
