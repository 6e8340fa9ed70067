import { defaultPreferences, type Budget } from '@shared/routing/preferences'
import type { BudgetState, RoutingInputs, TaskDescription } from '@shared/routing/inputs'

/** A short everyday question in English. */
export const plainDescription: TaskDescription = {
  task: 'everyday', language: 'en', promptTokens: 400, answerTokens: 600, hasCode: false, attachments: [], usesTools: false, isStructured: false,
  isImportant: false, keywords: [], assistantId: null, classifierScore: null, signs: [],
}

/** Monday at noon, online, without budgets. */
export const plainInputs: RoutingInputs = {
  description: plainDescription, preferences: defaultPreferences, pool: [], budgets: [], override: null, isSensitive: false, isOffline: false,
  now: Date.UTC(2026, 10, 30, 12), minuteOfDay: 12 * 60, weekday: 1, isConfirmed: false,
}

export function budgetState(change: Partial<Budget> = {}, spentMicroUsd = 0, heldMicroUsd = 0): BudgetState {
  const budget: Budget = { id: 'b', per: 'month', limitMicroUsd: 1_000_000, task: null, modelProviderId: null, atLimit: 'stop', ...change }
  return { budget, spentMicroUsd, heldMicroUsd, unknownCalls: 0 }
}
