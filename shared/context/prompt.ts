import type { EntryId, MessageId, SessionId } from '../ids'
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
  /** In whatever the limit is: an entry that the person pinned, and one of the section of rules. */
  | 'pinned'
  | 'constraint'
  | 'session-summary'
  /** A passage of earlier conversation; `why` says which words led to it. */
  | 'recalled'
  | 'last-user-message'
  | 'recent'
  /** The stored message was mended for the model (SES-6); the row stays as it is. */
  | 'repaired'

export type ManifestOmission =
  | 'over-budget'
  | 'empty'
  | 'not-readable-by-model'
  /** Of a message that is sent: a tool's call without its result, and a result whose call is not there (SES-6). */
  | 'tool-unanswered'
  | 'tool-unasked'
  /** Of a message that is sent: thoughts that only the model which wrote them reads. */
  | 'other-model'
  /** It states what does not hold any more (MEM-17). */
  | 'superseded'
  /** The session uses no memory. */
  | 'private'
  /** Nothing was found that has to do with the question. */
  | 'not-relevant'
  /** Recall could not be had, or did not answer in time. */
  | 'unavailable'

export type ManifestKind = 'rules' | 'memory-section' | 'memory-entry' | 'summary' | 'passage' | 'message'

/** One piece of the prompt: what it is, how many tokens it takes (an estimate), why it is in. */
export interface ManifestItem {
  readonly kind: ManifestKind
  /** Of a passage: the message that it is taken from. */
  readonly id: EntryId | MessageId | string
  readonly tokens: number
  readonly reason: ManifestReason
  /** Passages only: where it was said. */
  readonly sessionId?: SessionId
  /** Passages only: words of the question that it has, as the person wrote them; empty where it stands beside such a message. */
  readonly why?: readonly string[]
}

export interface ManifestOmittedItem {
  readonly kind: ManifestKind
  readonly id: EntryId | MessageId | string
  readonly tokens: number
  readonly omission: ManifestOmission
  /** Set where one item stands for many, the first of which has this id; 0 where it stands for a part of the prompt that was not looked for. */
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
