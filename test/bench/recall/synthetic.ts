import type { RecallMessage } from '@shared/context/recall/message'

/** Random numbers from 0 to 1 that are the same on every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

export interface Corpus {
  readonly messages: readonly RecallMessage[]
  /** Questions of ten words of the corpus' own, frequent and rare ones. */
  readonly questions: readonly string[]
}

const sessionLength = 50
const hourMs = 3_600_000

/**
 * Messages of 5 to 60 words out of a vocabulary in which the n-th word is used 1/n as often as the first, as in real
 * text; every other session is in Chinese.
 */
export function syntheticCorpus(count: number, questionCount: number): Corpus {
  const random = seeded(7)
  const english = pickerOf(Array.from({ length: 40_000 }, () => madeWord(random)), random)
  const chinese = pickerOf(Array.from({ length: 15_000 }, () => madeChineseWord(random)), random)
  const isChinese = (session: number): boolean => session % 2 === 1
  const messages = Array.from({ length: count }, (_, index): RecallMessage => {
    const session = Math.floor(index / sessionLength)
    const length = 5 + Math.floor(random() ** 2 * 55)
    const words = Array.from({ length }, isChinese(session) ? chinese : english)
    return {
      id: `01J${String(index).padStart(23, '0')}`,
      sessionId: `session-${session}`,
      speaker: index % 2 === 0 ? 'You' : 'Assistant',
      text: isChinese(session) ? `${words.join('')}。` : `${words.join(' ')}.`,
      createdAt: Date.UTC(2023, 0, 1) + session * 12 * hourMs + (index % sessionLength) * 60_000,
    }
  })
  const questions = Array.from({ length: questionCount }, (_, index) =>
    Array.from({ length: 10 }, isChinese(index) ? chinese : english).join(isChinese(index) ? '' : ' '),
  )
  return { messages, questions }
}

function pickerOf(words: readonly string[], random: () => number): () => string {
  return () => words[Math.floor(words.length ** random()) - 1] ?? ''
}

const syllables = ['ba', 'den', 'ri', 'tol', 'mas', 'ke', 'lin', 'or', 'ves', 'un', 'da', 'per', 'shi', 'gra', 'tem', 'col', 'fin', 'wal']
const endings = ['', '', '', 's', 'ed', 'ing', 'er', 'ly', 'ness']

function madeWord(random: () => number): string {
  const count = 1 + Math.floor(random() * 4)
  return Array.from({ length: count }, () => choose(syllables, random)).join('') + choose(endings, random)
}

/** One to three characters out of some 2,500. */
const madeChineseWord = (random: () => number): string =>
  Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 2500))).join('')

const choose = (from: readonly string[], random: () => number): string => from[Math.floor(random() * from.length)] ?? ''
