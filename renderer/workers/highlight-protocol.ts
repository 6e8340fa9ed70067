/** A piece of code and what it is (`keyword`, `string`, …); '' for plain text. */
export type HighlightedToken = readonly [text: string, kind: string]
export type HighlightedLine = readonly HighlightedToken[]

export interface HighlightRequest {
  readonly id: number
  readonly code: string
  readonly grammar: string
}

export interface HighlightReply {
  readonly id: number
  /** null where the grammar gave up: the code stays plain. */
  readonly lines: readonly HighlightedLine[] | null
}
