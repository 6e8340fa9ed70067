import type { ModelRef } from '../sessions/message'
import type { AttachmentKind, TaskSign } from './inputs'
import type { Budget, Condition, Strategy, Style, ThinkingEffort } from './preferences'
import type { Role, TaskId } from './tasks'

/** Something that a request needs and a model may lack. */
export type Need =
  | { readonly kind: 'window'; readonly tokens: number }
  | { readonly kind: 'tools' }
  | { readonly kind: 'attachment'; readonly attachment: AttachmentKind }

/** Why a model was not taken. */
export type Exclusion =
  | { readonly kind: 'lacks'; readonly need: Need }
  | { readonly kind: 'not-allowed-for-sensitive' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'resting'; readonly untilMs: number }
  | { readonly kind: 'over-cap'; readonly capMicroUsd: number; readonly estimateMicroUsd: number }
  | { readonly kind: 'over-budget'; readonly budgetId: string }
  | { readonly kind: 'hidden' }
  /** Fits, but another one comes first. */
  | { readonly kind: 'not-chosen' }

/** One clause that took part in a decision; what is shown is made from these alone (RTE-5). */
export type Reason =
  | { readonly kind: 'sign'; readonly sign: TaskSign }
  | { readonly kind: 'task'; readonly task: TaskId; readonly tokens: number }
  | { readonly kind: 'rule'; readonly ruleId: string; readonly number: number; readonly name: string; readonly conditions: readonly Condition[] }
  | { readonly kind: 'override'; readonly scope: 'message' | 'session' | 'assistant' }
  | { readonly kind: 'own-row' }
  | { readonly kind: 'style'; readonly style: Style }
  | { readonly kind: 'role'; readonly role: Role; readonly isChosen: boolean }
  | { readonly kind: 'classifier'; readonly score: number; readonly threshold: number; readonly side: 'weak' | 'strong' }
  | { readonly kind: 'sensitive' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'latency'; readonly wishMs: number; readonly measuredMs: number }
  | { readonly kind: 'budget'; readonly budget: Budget; readonly leftMicroUsd: number; readonly state: 'fine' | 'near' | 'over' }
  /** The preferred one was passed over. */
  | { readonly kind: 'passed-over'; readonly model: ModelRef; readonly exclusion: Exclusion }

export interface PlannedModel {
  readonly ref: ModelRef
  readonly effort: ThinkingEffort | null
  /** null: its price is not known. */
  readonly estimateMicroUsd: number | null
}

export interface Considered {
  readonly ref: ModelRef
  readonly estimateMicroUsd: number | null
  /** null: it was taken. */
  readonly exclusion: Exclusion | null
}

interface Told {
  readonly task: TaskId
  readonly reasons: readonly Reason[]
  /** Those that were taken first, then at most 20 others, the best of the rest first. */
  readonly considered: readonly Considered[]
}

export type RoutingDecision =
  | (Told & {
      readonly kind: 'go'
      readonly strategy: Strategy
      /** single, classifier: one. cascade: from the first asked to the last. parallel: those that are asked together. */
      readonly models: readonly PlannedModel[]
      /** Asked in this order where those do not answer. */
      readonly fallback: readonly PlannedModel[]
      readonly capMicroUsd: number | null
    })
  /** To be confirmed first: a budget asks, or several are asked at once. */
  | (Told & { readonly kind: 'ask'; readonly because: 'budget' | 'parallel'; readonly estimateMicroUsd: number | null; readonly then: Strategy; readonly models: readonly PlannedModel[] })
  /** There is no network and no model on the own one: waits until there is. */
  | (Told & { readonly kind: 'queue' })
  | (Told & { readonly kind: 'stopped'; readonly budget: Budget })
  /** No model has what is needed. */
  | (Told & { readonly kind: 'none'; readonly missing: readonly Need[]; readonly help: readonly ('add-model' | 'remove-attachment' | 'shorten' | 'allow-provider' | 'raise-cap' | 'wait')[] })
