import type { RecallAnswer } from '@shared/context/recall/answer'
import type { RecallMessage } from '@shared/context/recall/message'
import type { RecallRequest } from '@shared/context/recall/recall'
import type { SessionId } from '@shared/ids'

/** A request without its functions, which do not cross into a worker: tokens are counted by the product's estimate. */
export type RecallQuestion = Omit<RecallRequest, 'countTokens'>

/** What is asked of the index; each is answered once. */
export type RecallCommand =
  /**
   * Brings the index up to what is in the database: of these sessions, and of no other. `changed` null looks at all of them; else
   * only sessions that have new rows are looked at. Their summaries are not in the database's rows and come along.
   */
  | {
      readonly kind: 'sync'
      readonly sessions: readonly SessionId[]
      readonly changed: readonly SessionId[] | null
      readonly summaries: readonly RecallMessage[]
    }
  /** Answered from what is in the index so far. */
  | { readonly kind: 'ask'; readonly question: RecallQuestion }

export interface RecallAnswers {
  readonly sync: { readonly size: number }
  readonly ask: RecallAnswer
}

export interface RecallEnvelope {
  readonly id: number
  readonly command: RecallCommand
}

export type RecallReply =
  | { readonly id: number; readonly isOk: true; readonly answer: RecallAnswers[RecallCommand['kind']] }
  | { readonly id: number; readonly isOk: false; readonly message: string }
