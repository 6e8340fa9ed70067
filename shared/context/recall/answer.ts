import type { Passage } from './passages'
import type { RecalledMessage } from './recall'

/** What recall gives for a prompt. */
export interface RecallAnswer {
  /** By session and time, as they stand in the prompt. */
  readonly passages: readonly Passage[]
  /** The best of what did not fit, best first. */
  readonly omitted: readonly RecalledMessage[]
}
