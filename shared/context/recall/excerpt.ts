import { passageLine, type RecallMessage } from './message'
import { wordsOf } from './words'

export interface ExcerptLimits {
  /** Words as `wordsOf` gives them; the excerpt is cut around where most of them stand. */
  readonly matchedWords: readonly string[]
  /** Of the message's line in the prompt, marks included. */
  readonly tokenLimit: number
  readonly countTokens: (text: string) => number
}

const mark = '…'
/** Text without an end of a sentence is cut after so many characters. */
const longestPiece = 200
/** A sentence or a line with what ends it; a long one in pieces. */
const pieces = new RegExp(`[^.!?。！？\\n]{1,${longestPiece}}[.!?。！？\\n]*\\s*|[.!?。！？\\n]+\\s*`, 'gu')

/** The text of a message, or the part of it that fits, with … where something was left out. Whole sentences where they fit. */
export function excerptOf(message: Pick<RecallMessage, 'speaker' | 'text'>, limits: ExcerptLimits): string {
  const { speaker, text } = message
  const costOf = (part: string): number => limits.countTokens(passageLine({ speaker, text: part }))
  if (costOf(text) <= limits.tokenLimit) return text
  const parts = text.match(pieces) ?? []
  const shown = (from: number, to: number): string =>
    `${from > 0 ? mark : ''}${parts.slice(from, to).join('').trim()}${to < parts.length ? mark : ''}`
  let [from, to] = startingPiece(parts, limits.matchedWords)
  if (costOf(shown(from, to)) > limits.tokenLimit) return ''
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false
    // What follows a hit says more about it than what stands before.
    if (to < parts.length && costOf(shown(from, to + 1)) <= limits.tokenLimit) [to, hasGrown] = [to + 1, true]
    if (from > 0 && costOf(shown(from - 1, to)) <= limits.tokenLimit) [from, hasGrown] = [from - 1, true]
  }
  return shown(from, to)
}

/** The piece with most of the words; the first of equals, so the beginning where none of them stands. */
function startingPiece(parts: readonly string[], matchedWords: readonly string[]): [number, number] {
  const wanted = new Set(matchedWords)
  const counts = parts.map((part) => new Set(wordsOf(part).filter((word) => wanted.has(word))).size)
  const best = counts.indexOf(Math.max(0, ...counts))
  return [Math.max(0, best), Math.max(0, best) + 1]
}
