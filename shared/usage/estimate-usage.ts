import type { PromptManifest } from '../context/prompt'
import { estimateTokens } from '../providers/estimate-tokens'
import type { Part, Usage } from '../sessions/message'

/**
 * What a call has used as far as we can tell, for a provider that reported nothing; marked as an estimate.
 * @param factor what the tokens of the answer are multiplied by for this model; those of the manifest are already.
 */
export function estimateUsage(manifest: Pick<PromptManifest, 'totalTokens'>, parts: readonly Part[], factor = 1): Usage {
  const tokensOf = (type: 'text' | 'reasoning'): number =>
    Math.ceil(factor * parts.reduce((sum, part) => (part.type === type ? sum + estimateTokens(part.text) : sum), 0))
  const reasoningTokens = tokensOf('reasoning')
  return {
    inputTokens: manifest.totalTokens,
    outputTokens: tokensOf('text') + reasoningTokens,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens,
    isEstimate: true,
  }
}
