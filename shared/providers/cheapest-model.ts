import { costMicroUsd } from '../usage/price'
import { isChatModel } from './chat-models'
import type { ModelFacts } from './model-provider'

/** About how large one call of a task is, in tokens. */
export interface CallSize {
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * The cheapest model for calls of this size, the first of equals. A window that is known must hold the call; a model
 * whose price is not known is taken only where none is known, since unknown is not free. null where there is none.
 */
export function cheapestModel<Model extends { readonly facts: ModelFacts }>(models: readonly Model[], size: CallSize): Model | null {
  const fitting = models.filter(({ facts }) => isChatModel(facts.modelId) && fits(facts, size))
  let best: Model | null = null
  for (const model of fitting) if (best === null || costOfCall(model.facts, size) < costOfCall(best.facts, size)) best = model
  return best
}

const fits = ({ contextTokens }: ModelFacts, { inputTokens, outputTokens }: CallSize): boolean =>
  contextTokens === null || contextTokens >= inputTokens + outputTokens

/** Without a limit to what it may cost, where it is not known. */
function costOfCall({ price }: ModelFacts, size: CallSize): number {
  const nothingSpecial = { cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: true }
  return costMicroUsd({ ...size, ...nothingSpecial }, price) ?? Number.POSITIVE_INFINITY
}
