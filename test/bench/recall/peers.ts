import { passageLine, type RecallMessage } from '@shared/context/recall/message'
import { stopWords } from '@shared/context/recall/stop-words'
import { wordsOf } from '@shared/context/recall/words'

export type Retrieve = (question: string, budgetTokens: number) => ReadonlySet<string>

const saturation = 1.2
const lengthShare = 0.75

/** The ways of others, on the same lines and tokens: the last messages, plain BM25, BM25 with a neighbour to each side. */
export function peersFor(messages: readonly RecallMessage[], countTokens: (text: string) => number) {
  const costs = messages.map((message) => countTokens(passageLine(message)))
  const scoreOf = bm25(messages)
  const pick = (order: readonly number[], budgetTokens: number): ReadonlySet<string> => {
    let left = budgetTokens
    const picked = order.filter((index) => {
      const isFitting = (costs[index] ?? 0) <= left
      if (isFitting) left -= costs[index] ?? 0
      return isFitting
    })
    return new Set(picked.map((index) => messages[index]?.id ?? ''))
  }
  const ranked = (scores: readonly number[]): number[] => [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || b - a)
  const besideBest = (scores: readonly number[]): number[] => [...new Set(ranked(scores).flatMap((index) => [index, index - 1, index + 1]))]
  return {
    'last-n': (_: string, budget: number) => pick(messages.map((_, index) => messages.length - 1 - index), budget),
    'bm25': (question: string, budget: number) => pick(ranked(scoreOf(question)), budget),
    'bm25-neighbours': (question: string, budget: number) =>
      pick(besideBest(scoreOf(question)).filter((index) => index >= 0 && index < messages.length), budget),
  } satisfies Record<string, Retrieve>
}

function bm25(messages: readonly RecallMessage[]): (question: string) => number[] {
  const documents = messages.map(({ text }) => plainWords(text))
  const average = documents.reduce((total, { length }) => total + length, 0) / documents.length
  const lists = new Map<string, Map<number, number>>()
  documents.forEach((words, index) => {
    for (const word of words) {
      const list = lists.get(word) ?? new Map<number, number>()
      lists.set(word, list.set(index, (list.get(index) ?? 0) + 1))
    }
  })
  return (question) => {
    const scores = messages.map(() => 0)
    for (const word of new Set(plainWords(question))) {
      const list = lists.get(word) ?? new Map<number, number>()
      const rarity = Math.log(1 + (messages.length - list.size + 0.5) / (list.size + 0.5))
      for (const [index, occurrences] of list) {
        const length = saturation * (1 - lengthShare + (lengthShare * (documents[index]?.length ?? 0)) / average)
        scores[index] = (scores[index] ?? 0) + (rarity * occurrences * (saturation + 1)) / (occurrences + length)
      }
    }
    return scores
  }
}

/** The peers get stems and the list of empty words too: what differs is the ranking. */
const plainWords = (text: string): string[] => wordsOf(text).filter((word) => !stopWords.has(word))
