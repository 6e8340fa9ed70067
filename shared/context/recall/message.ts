/** One message as the index takes it. Its text is not kept: only its words, its length and its cost. */
export interface RecallMessage {
  readonly id: string
  readonly sessionId: string
  /** Who said it, as the prompt names them. */
  readonly speaker: string
  readonly text: string
  /** Milliseconds since the epoch; orders the messages of a session. */
  readonly createdAt: number
}

/** What a message costs in the prompt is its line there. */
export const passageLine = ({ speaker, text }: Pick<RecallMessage, 'speaker' | 'text'>): string => `${speaker}: ${text}\n`
