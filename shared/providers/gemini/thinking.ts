import type { ModelCall } from '../model-call'

export interface ThinkingConfig {
  readonly includeThoughts: true
  readonly thinkingLevel?: 'low' | 'medium' | 'high'
  readonly thinkingBudget?: number
}

// https://ai.google.dev/gemini-api/docs/thinking: levels from Gemini 3 on, a budget in tokens before.
const withLevel = /^(?:models\/)?gemini-(?:[3-9]|\d\d)/
const withBudget = /^(?:models\/)?gemini-2\.5-(?:pro|flash)/
/** They know a low and a high one only. */
const withTwoLevels = /^(?:models\/)?gemini-3-pro/
/** Their answers are no text, or they never think. */
const withoutThinking = /image|tts|audio|live|embedding|robotics|computer-use/

const budgets = { low: 1024, medium: 8192, high: 24_576 } as const

/** How much a model should think, and that its thoughts are wanted; null for models that refuse to be told. */
export function thinkingConfig(modelId: string, effort: ModelCall['effort']): ThinkingConfig | null {
  const id = modelId.toLowerCase()
  if (withoutThinking.test(id)) return null
  if (withLevel.test(id)) {
    const level = effort === 'medium' && withTwoLevels.test(id) ? 'high' : effort
    return { includeThoughts: true, ...(level === null ? {} : { thinkingLevel: level }) }
  }
  if (!withBudget.test(id)) return null
  return { includeThoughts: true, ...(effort === null ? {} : { thinkingBudget: budgets[effort] }) }
}
