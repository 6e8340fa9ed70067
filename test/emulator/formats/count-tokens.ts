import { estimateTokens } from '../../../shared/providers/estimate-tokens'
import type { ScriptedAnswer, UnderstoodRequest } from '../types'

export interface Counts {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly reasoningTokens: number
}

const tokensPerImage = 800

export function countTokens(request: UnderstoodRequest, answer: ScriptedAnswer): Counts {
  const said = request.turns.reduce(
    (sum, turn) => sum + 4 + estimateTokens(turn.text) + turn.images * tokensPerImage,
    0,
  )
  const calls = (answer.toolCalls ?? []).reduce((sum, call) => sum + 8 + estimateTokens(call.argumentsText), 0)
  const reasoningTokens = answer.usage?.reasoningTokens ?? estimateTokens(answer.reasoning ?? '')
  return {
    inputTokens: answer.usage?.inputTokens ?? 3 + estimateTokens(request.system) + said,
    outputTokens:
      answer.usage?.outputTokens ?? Math.max(1, estimateTokens(answer.text ?? '') + calls + reasoningTokens),
    cacheReadTokens: answer.usage?.cacheReadTokens ?? 0,
    reasoningTokens,
  }
}
