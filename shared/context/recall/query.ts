import { datesIn } from './dates'
import { dayAt, startOfDay } from './days'
import type { DocumentTable } from './document-table'
import type { RecallIndex } from './recall-index'
import { relatedWords } from './related-words'
import { stopWords } from './stop-words'
import { wordsOf } from './words'

export interface QueryWord {
  readonly word: string
  /** 1 for a word of the question, less for one that may stand in its place. */
  readonly weight: number
  /** The place of the question's word among `RecallQuery.asked`. */
  readonly asked: number
}

/** Instants, in milliseconds since the epoch; `to` lies outside. */
export interface InstantSpan {
  readonly from: number
  readonly to: number
}

export interface RecallQuery {
  /** The words of the question that say what is looked for. */
  readonly asked: readonly string[]
  readonly words: readonly QueryWord[]
  /** Numbers of the speakers whom the question names. */
  readonly speakers: ReadonlySet<number>
  readonly spans: readonly InstantSpan[]
}

export interface QueryContext {
  readonly now: number
  /** IANA name; the system's own zone where it is left out. */
  readonly timeZone?: string | undefined
  /** The speaker who asks: "I" and 我 mean them. */
  readonly asker?: string | undefined
  /** The speaker who is asked: "you said" and 你说 mean them. */
  readonly answerer?: string | undefined
}

/** A question is read so far; what follows is a paste. */
const longestQuestion = 4000
const mostWords = 24
/** A word that may stand in for one of the question's counts half. */
const relatedWeight = 0.5

/** What a question looks for. Words in every message, and names of speakers, say little and lead to no message. */
export function readQuery(index: RecallIndex, question: string, context: QueryContext): RecallQuery {
  const text = question.slice(0, longestQuestion)
  const found = [...new Set(wordsOf(text))]
  const names = speakersByWord(index.documents)
  const telling = found.filter((word) => !stopWords.has(word))
  const unnamed = telling.filter((word) => !names.has(word))
  const asked = rarest(index, unnamed.length > 0 ? unnamed : telling.length > 0 ? telling : found)
  return {
    asked,
    words: withRelated(asked, text),
    speakers: new Set([...telling.flatMap((word) => names.get(word) ?? []), ...pronounSpeakers(index.documents, text, context)]),
    spans: spansIn(text, context),
  }
}

function rarest(index: RecallIndex, words: readonly string[]): readonly string[] {
  if (words.length <= mostWords) return words
  const counts = new Map(words.map((word) => [word, index.countOf(word)]))
  return words
    .filter((word) => counts.get(word) !== 0)
    .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    .slice(0, mostWords)
}

/** "road trip" is also written "roadtrip"; a pet may be called a dog. */
function withRelated(asked: readonly string[], text: string): QueryWord[] {
  const words = new Map<string, QueryWord>(asked.map((word, place) => [word, { word, weight: 1, asked: place }]))
  const add = (word: string, place: number): void => {
    if (!words.has(word) && !stopWords.has(word)) words.set(word, { word, weight: relatedWeight, asked: place })
  }
  const sequence = wordsOf(text)
  asked.forEach((word, place) => {
    for (const other of relatedWords.get(word) ?? []) add(other, place)
    const next = sequence[sequence.indexOf(word) + 1]
    if (next !== undefined && isLatin.test(word + next)) add(word + next, place)
  })
  return [...words.values()]
}

const isLatin = /^[a-z]{6,}$/

function speakersByWord(documents: DocumentTable): Map<string, number[]> {
  const numbers = new Map<string, number[]>()
  documents.speakers.names.forEach((name, number) => {
    if (documents.speakers.uses[number] === 0) return
    for (const word of wordsOf(name)) numbers.set(word, [...(numbers.get(word) ?? []), number])
  })
  return numbers
}

function pronounSpeakers(documents: DocumentTable, text: string, { asker, answerer }: QueryContext): number[] {
  const named = [...(asksAboutSelf.test(text) ? [asker] : []), ...(asksAboutAnswer.test(text) ? [answerer] : [])]
  return named.flatMap((name) => {
    const number = name === undefined ? -1 : documents.speakers.names.indexOf(name)
    return number < 0 || documents.speakers.uses[number] === 0 ? [] : [number]
  })
}

const asksAboutSelf = /\b(I|I'm|I've|my|mine|me)\b|我/i
const asksAboutAnswer = /\byou(?:'ve)? (?:say|said|tell|told|suggest|recommend|propose|explain|mention|write|wrote|advise|give|gave)|你(?:之前|上次|曾经?)?(?:说|讲|推荐|建议|提到|写|给|解释)/i

function spansIn(text: string, { now, timeZone }: QueryContext): InstantSpan[] {
  return datesIn(text, dayAt(now, timeZone)).map(({ from, to }) => ({ from: startOfDay(from, timeZone), to: startOfDay(to + 1, timeZone) }))
}
