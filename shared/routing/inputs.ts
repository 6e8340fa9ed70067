import type { ModelFacts } from '../providers/model-provider'
import type { ModelRef } from '../sessions/message'
import type { attachmentKinds, Budget, ModelChoice, RoutingPreferences } from './preferences'
import type { TaskId } from './tasks'

export type AttachmentKind = (typeof attachmentKinds)[number]

/**
 * What is asked, as far as a decision needs it: deterministic features, found without a call. Recorded with the call, so
 * that the decision can be made again (RTE-1). It holds no words of the question but those that a rule looks for.
 */
export interface TaskDescription {
  /** Of a question: found by `describe`. Of side work: what it is. */
  readonly task: TaskId
  /** ISO 639-1 of most of the question's own words. */
  readonly language: string
  /** Of the whole prompt, by estimate, and of the answer that is expected. */
  readonly promptTokens: number
  readonly answerTokens: number
  readonly hasCode: boolean
  readonly attachments: readonly AttachmentKind[]
  /** Tools go with the request. */
  readonly usesTools: boolean
  /** The answer must follow a schema. */
  readonly isStructured: boolean
  /** Marked by the person. */
  readonly isImportant: boolean
  /** Those keywords of the rules that stand in the question. */
  readonly keywords: readonly string[]
  readonly assistantId: string | null
  /** In [0, 1]: how likely a weak model fails where a strong one does not. null: not asked, or switched off. */
  readonly classifierScore: number | null
  /** The parts of the text by which `task` was found, for the reason that is shown. */
  readonly signs: readonly TaskSign[]
}

export type TaskSign =
  | { readonly kind: 'code'; readonly found: 'fence' | 'syntax' | 'words' }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'long'; readonly tokens: number }
  | { readonly kind: 'attachment'; readonly attachment: AttachmentKind }
  | { readonly kind: 'hard'; readonly found: 'mathematics' | 'proof' | 'steps' | 'asked-to-think' }
  | { readonly kind: 'extraction'; readonly found: 'classify' | 'extract' | 'format' }
  | { readonly kind: 'tools' }

/** One model that could be asked, as it is known now. */
export interface PoolModel {
  readonly ref: ModelRef
  readonly facts: ModelFacts
  readonly preset: string
  /** Served from this computer or the network around it. */
  readonly isOnOwnNetwork: boolean
  /** Left out of the choices by the person; asked only where named. */
  readonly isHidden: boolean
  /** Rests after failures, until this instant; null: does not. */
  readonly restsUntil: number | null
  /** Milliseconds to the first words, as measured lately; null: not measured. */
  readonly firstTokenMs: number | null
}

/** A budget with what was spent in its present period, calls under way included at their estimate. */
export interface BudgetState {
  readonly budget: Budget
  readonly spentMicroUsd: number
  readonly heldMicroUsd: number
  /** Calls of the period whose cost is not known. */
  readonly unknownCalls: number
}

export interface Override {
  readonly scope: 'message' | 'session' | 'assistant'
  readonly choice: ModelChoice
}

/** Everything that a decision rests on. */
export interface RoutingInputs {
  readonly description: TaskDescription
  readonly preferences: RoutingPreferences
  readonly pool: readonly PoolModel[]
  readonly budgets: readonly BudgetState[]
  /** The narrowest one that was set: message before session before assistant. */
  readonly override: Override | null
  /** Only providers that the person allows for it (RTE-4). */
  readonly isSensitive: boolean
  readonly isOffline: boolean
  /** Milliseconds since the epoch, and the person's own minute of the day and weekday. */
  readonly now: number
  readonly minuteOfDay: number
  readonly weekday: number
  /** The person has seen what a budget asks, or what parallel calls cost, and said yes. */
  readonly isConfirmed: boolean
}
