import type { EntryId, MessageId } from '../ids'
import type { PromptMessage } from '../providers/model-call'

/** What goes to the model, before any provider's words. */
export interface Prompt {
  readonly system: string
  readonly messages: readonly PromptMessage[]
}

export type ManifestReason =
  | 'rules'
  | 'today'
  | 'active-memory'
  | 'last-user-message'
  | 'recent'
  /** The stored message was mended for the model (SES-6); the row stays as it is. */
  | 'repaired'

export type ManifestOmission = 'over-budget' | 'empty' | 'not-readable-by-model'

/** One piece of the prompt: what it is, how many tokens it takes (an estimate), why it is in. */
export interface ManifestItem {
  readonly kind: 'rules' | 'memory-section' | 'memory-entry' | 'message'
  readonly id: EntryId | MessageId | string
  readonly tokens: number
  readonly reason: ManifestReason
}

export interface ManifestOmittedItem {
  readonly kind: ManifestItem['kind']
  readonly id: EntryId | MessageId | string
  readonly tokens: number
  readonly omission: ManifestOmission
  /** Set where one item stands for many messages: so many, the newest of which has this id. */
  readonly count?: number
}

/** The receipt of a prompt: everything that is in it and everything that was left out. */
export interface PromptManifest {
  readonly items: readonly ManifestItem[]
  readonly omitted: readonly ManifestOmittedItem[]
  readonly totalTokens: number
  /** The budget that `totalTokens` had to fit, after room for the answer was taken off. */
  readonly budgetTokens: number
}
