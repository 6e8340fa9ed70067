export interface PromptTarget {
  readonly api: string
  /** null: unknown. */
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takesImages: boolean | null
}

/** What the person allows each part of a prompt to take, in tokens. */
export interface PromptLimits {
  readonly memoryTokenLimit: number
  readonly conversationTokenLimit: number
  /** 0: nothing is recalled. */
  readonly recallTokenLimit: number
}

/** Tokens that each part may take; what must be whole is in whatever it takes. */
export interface PromptBudget {
  /** Of the whole prompt. */
  readonly total: number
  /** Kept free for the answer. */
  readonly output: number
  readonly memory: number
  readonly summary: number
  readonly passages: number
  readonly conversation: number
}

/** A window that nearly every model in use has; a larger one has to be known. */
const unknownContextTokens = 32_000
const usualOutputTokens = 8192
/** Estimates are off by a few percent, and every message costs a few tokens around its text. */
const safetyShare = 0.05
const mostSummaryTokens = 1000

export function budgetFor(model: PromptTarget, limits: PromptLimits): PromptBudget {
  const output = outputRoom(model)
  const total = Math.max(0, Math.floor((model.contextTokens ?? unknownContextTokens) * (1 - safetyShare)) - output)
  const share = (parts: number): number => Math.floor(total / parts)
  return {
    total,
    output,
    memory: Math.min(limits.memoryTokenLimit, share(2)),
    summary: Math.min(mostSummaryTokens, share(8)),
    passages: Math.min(limits.recallTokenLimit, share(4)),
    conversation: Math.min(limits.conversationTokenLimit, total),
  }
}

/** Tokens kept free for the answer: what the model can write, at most a quarter of its window. */
export function outputRoom(model: Pick<PromptTarget, 'contextTokens' | 'maxOutputTokens'>): number {
  const quarter = Math.floor((model.contextTokens ?? unknownContextTokens) / 4)
  return Math.max(1, Math.min(model.maxOutputTokens ?? usualOutputTokens, quarter))
}
