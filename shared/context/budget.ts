import type { TakenMedia } from '../providers/model-provider'
import { sumTokens } from './message-tokens'
import type { SystemPart } from './system-part'

export interface PromptTarget {
  readonly api: string
  /** Left out where the prompt is for no model in particular. */
  readonly modelId?: string | undefined
  /** null: unknown. */
  readonly contextTokens: number | null
  readonly maxOutputTokens: number | null
  readonly takes: TakenMedia
  /** Whether requests to it have a form for files of this type; left out: for all. */
  readonly canCarry?: ((mediaType: string) => boolean) | undefined
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

/** Tokens of the block around recalled passages. */
export const passagesOverhead = 20

/** What is kept free for passages whether they come or not, so that the conversation does not begin elsewhere for them. */
export const reservedFor = ({ passages }: PromptBudget): number => (passages === 0 ? 0 : passages + passagesOverhead)

/**
 * The budget in which what must be whole fits: where the window is small for it, first nothing is recalled, then the summary keeps
 * its todos only, then memory what the person insists on.
 * @param fixedTokens of what is said and asked last
 */
export function fitBudget(full: PromptBudget, fixedTokens: number, systemFor: (budget: PromptBudget) => Pick<SystemPart, 'items'>): PromptBudget {
  const over = (budget: PromptBudget): number => sumTokens(systemFor(budget).items) + reservedFor(budget) + fixedTokens - budget.total
  const withoutRecall = { ...full, passages: 0 }
  const withTodos = { ...withoutRecall, summary: 0 }
  const fitting = [full, withoutRecall, withTodos].find((budget) => over(budget) <= 0)
  if (fitting !== undefined) return fitting
  const used = sumTokens(systemFor(withTodos).items.filter(({ kind }) => kind === 'memory-entry' || kind === 'memory-section'))
  return { ...withTodos, memory: Math.max(0, used - over(withTodos)) }
}

/** Tokens kept free for the answer: what the model can write, at most a quarter of its window. */
export function outputRoom(model: Pick<PromptTarget, 'contextTokens' | 'maxOutputTokens'>): number {
  const quarter = Math.floor((model.contextTokens ?? unknownContextTokens) / 4)
  return Math.max(1, Math.min(model.maxOutputTokens ?? usualOutputTokens, quarter))
}
