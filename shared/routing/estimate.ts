import type { ModelFacts } from '../providers/model-provider'
import { costMicroUsd } from '../usage/price'
import type { TaskDescription } from './inputs'

/**
 * What a call would cost, in whole micro-USD, before it is made: everything that is sent counts as new, and the answer
 * has the length that is expected, or as much as the model can write. null where the price is not known.
 */
export function estimateMicroUsd({ price, maxOutputTokens }: ModelFacts, { promptTokens, answerTokens }: TaskDescription): number | null {
  const outputTokens = Math.min(answerTokens, maxOutputTokens ?? answerTokens)
  return costMicroUsd({ inputTokens: promptTokens, outputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: true }, price)
}
