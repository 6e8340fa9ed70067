import type { RecallMessage } from '@shared/context/recall/message'
import type { Recalled, RecallRequest } from '@shared/context/recall/recall'
import type { StoredSegment } from '@shared/context/recall/recall-index'

/** A request without its functions, which do not cross into a worker: tokens are counted by the product's estimate. */
export type RecallQuestion = Omit<RecallRequest, 'countTokens'>

/** What is asked of the index; each is answered once, in the order of asking. */
export type RecallCommand =
  /** Takes up a stored index in place of what was there. Bytes of another format leave it empty: add all messages anew. */
  | { readonly kind: 'open'; readonly segments: readonly StoredSegment[] }
  | { readonly kind: 'add'; readonly messages: readonly RecallMessage[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'ask'; readonly question: RecallQuestion }
  /** Gives the segments that changed since they were last given or opened. */
  | { readonly kind: 'store' }

export interface RecallAnswers {
  readonly open: { readonly size: number }
  readonly add: { readonly size: number }
  readonly remove: { readonly size: number }
  readonly ask: Recalled
  readonly store: readonly StoredSegment[]
}

export interface RecallEnvelope {
  readonly id: number
  readonly command: RecallCommand
}

export type RecallReply =
  | { readonly id: number; readonly isOk: true; readonly answer: RecallAnswers[RecallCommand['kind']] }
  | { readonly id: number; readonly isOk: false; readonly message: string }
