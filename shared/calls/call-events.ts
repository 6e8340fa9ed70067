import type { Failure, FailureCode } from '../errors'
import type { ModelRef, Usage } from '../sessions/message'
import type { Candidate } from './candidate'

/** One request that left, or is about to. */
export interface CallAttempt {
  readonly model: ModelRef
  /** The name of a key, not the key. */
  readonly credentialId: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** null until it has ended. */
  readonly durationMs: number | null
  /** How long it was held back before it left: its turn under the limits, or the pause after a failure. */
  readonly waitedMs: number
  readonly failure: Failure | null
  /** What the service reported even where it then failed; it may have its price. */
  readonly usage: Usage | null
}

/** What a person who waits is told. */
export type CallEvent =
  | { readonly type: 'waiting'; readonly at: Candidate; readonly untilMs: number; readonly reason: FailureCode }
  /** The request leaves after a wait. */
  | { readonly type: 'retrying'; readonly at: Candidate }
  | { readonly type: 'moved-on'; readonly from: Candidate; readonly to: Candidate; readonly failure: Failure }
