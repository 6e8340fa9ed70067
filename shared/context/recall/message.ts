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

/**
 * A message in the prompt, which is also what it costs there. Further lines are indented: where a line begins with a
 * name, that speaker said it, whatever a text pretends to be.
 */
export const passageLine = ({ speaker, text }: Pick<RecallMessage, 'speaker' | 'text'>): string =>
  `${speaker}: ${text.replace(/\r\n?|[\n\u2028\u2029]/g, '\n  ')}\n`
