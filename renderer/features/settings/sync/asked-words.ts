import { splitPhrase } from '@shared/sync/phrase'

const askedCount = 3

/** Positions from 1, in order: one of each third, so that no part of the paper goes unread. */
export function askedPositions(length: number, randomBelow: (limit: number) => number): readonly number[] {
  const third = Math.floor(length / askedCount)
  return Array.from({ length: askedCount }, (_, part) => part * third + randomBelow(third) + 1)
}

/** A number before the word, capitals and spaces do not matter. */
export function isWordAt(typed: string, position: number, words: readonly string[]): boolean {
  const [word, ...more] = splitPhrase(typed)
  return word !== undefined && more.length === 0 && word === words[position - 1]
}

/** Several words pasted at once: the asked ones out of a whole phrase, or exactly the asked ones. null for one word. */
export function spreadPasted(value: string, positions: readonly number[], length: number): readonly string[] | null {
  const pasted = splitPhrase(value)
  if (pasted.length === length) return positions.map((position) => pasted[position - 1] ?? '')
  return pasted.length === positions.length ? pasted : null
}
