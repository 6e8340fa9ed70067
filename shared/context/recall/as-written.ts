import { wordsOf } from './words'

const runs = /[\p{L}\p{N}\p{M}'’]+/gu
const mostWords = 5

/**
 * The words of a question that a message matched, as the person wrote them: "walked" where the index knows "walk".
 * At most five; Chinese as pairs of characters.
 */
export function asWritten(question: string, matchedWords: readonly string[]): string[] {
  const matched = new Set(matchedWords)
  const found = new Map<string, string>()
  for (const [run] of question.matchAll(runs)) {
    const words = wordsOf(run)
    for (const word of words) {
      // One character says too little to be shown where a pair of them matched.
      if (matched.has(word) && !found.has(word) && (word.length > 1 || matched.size === 1)) found.set(word, words.length === 1 ? run : word)
    }
  }
  return [...found.values()].slice(0, mostWords)
}
