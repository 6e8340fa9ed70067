import type { BudgetState } from './inputs'
import type { TaskId } from './tasks'

/** From here on a budget counts as nearly used up. */
const nearPercent = 20

/** What a budget says before a call: fine, nearly used up, or used up. */
export type BudgetLevel = 'fine' | 'near' | 'over'

/** Micro-USD that are neither spent nor held for calls under way; never below zero. */
export const leftMicroUsd = ({ budget, spentMicroUsd, heldMicroUsd }: BudgetState): number => Math.max(0, budget.limitMicroUsd - spentMicroUsd - heldMicroUsd)

/** Share of the limit that is left, 0 to 100; a limit of nothing has nothing left. */
export const leftPercent = (state: BudgetState): number => (state.budget.limitMicroUsd === 0 ? 0 : (100 * leftMicroUsd(state)) / state.budget.limitMicroUsd)

/** Those that a call counts in; `modelProviderId` null: those of every provider alone. */
export function budgetsFor(states: readonly BudgetState[], task: TaskId, modelProviderId: string | null): readonly BudgetState[] {
  return states.filter(({ budget }) => (budget.task === null || budget.task === task) && (budget.modelProviderId === null || budget.modelProviderId === modelProviderId))
}

/**
 * Where a call would leave a budget. A call of unknown cost is let through until the budget is used up, since it cannot
 * be counted; one that is free is let through always.
 */
export function levelAfter(state: BudgetState, estimateMicroUsd: number | null): BudgetLevel {
  if (estimateMicroUsd === 0) return leftPercent(state) <= nearPercent ? 'near' : 'fine'
  const left = leftMicroUsd(state) - (estimateMicroUsd ?? 0)
  if (left < 0 || leftMicroUsd(state) === 0) return 'over'
  return (100 * left) / state.budget.limitMicroUsd <= nearPercent ? 'near' : 'fine'
}

const severity: readonly BudgetLevel[] = ['fine', 'near', 'over']

/** The budget that says most against a call, the one with least left among equals; null where none counts it. */
export function tightest(states: readonly BudgetState[], estimateMicroUsd: number | null): { readonly state: BudgetState; readonly level: BudgetLevel } | null {
  const weighed = states.map((state) => ({ state, level: levelAfter(state, estimateMicroUsd) }))
  return weighed.toSorted((one, other) => severity.indexOf(other.level) - severity.indexOf(one.level) || leftMicroUsd(one.state) - leftMicroUsd(other.state))[0] ?? null
}
