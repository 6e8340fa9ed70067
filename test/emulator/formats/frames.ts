/** An answer ready for the wire. */
export interface WireAnswer {
  readonly frames: readonly WireFrame[]
  /** The same answer for a request without `stream`. */
  readonly whole: string
}

/** One event of a stream; `tokens` says how long a real model would have taken for it. */
export interface WireFrame {
  readonly text: string
  readonly tokens: number
  /** Ends the answer: left out by the fault `no-terminal`. */
  readonly isTerminal: boolean
}

/** Cuts a text into pieces of about a token each, never inside a character. */
export function tokenPieces(text: string): readonly string[] {
  return text.match(/[\u3040-\u9fff\uac00-\ud7af]{1,2}|\s?[A-Za-z0-9]{1,6}|\s+|[^\sA-Za-z0-9]/gu) ?? []
}

export const dataFrame = (value: unknown, tokens = 0): WireFrame => ({
  text: `data: ${JSON.stringify(value)}\n\n`,
  tokens,
  isTerminal: false,
})

export function namedFrame(value: { readonly type: string }, tokens = 0, isTerminal = false): WireFrame {
  return { text: `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`, tokens, isTerminal }
}
