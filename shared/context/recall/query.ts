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
/** As many as a bit each of 32 can tell apart. */
const mostWords = 32
/** A word that may stand in for one of the question's counts half. */
const relatedWeight = 0.5
/** A Chinese character alone says less than the word it is part of. */
const characterWeight = 0.3

/** What a question looks for. Names of speakers say who spoke, not what about; they count as words where they are all. */
export function readQuery(index: RecallIndex, question: string, context: QueryContext): RecallQuery {
  const text = question.slice(0, longestQuestion)
  const { speakers, rest } = namedSpeakers(index.documents, text, context)
  const telling = [...new Set(rest.filter((word) => !stopWords.has(word)))]
  const asked = rarest(index, telling.length > 0 ? telling : [...new Set(wordsOf(text))])
  return {
    asked,
    words: withRelated(asked, rest),
    speakers: new Set([...speakers, ...pronounSpeakers(index.documents, text, context)]),
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
function withRelated(asked: readonly string[], sequence: readonly string[]): QueryWord[] {
  const weightOf = (word: string): number => (isOneHan.test(word) ? characterWeight : 1)
  const words = new Map<string, QueryWord>(asked.map((word, place) => [word, { word, weight: weightOf(word), asked: place }]))
  const add = (word: string, place: number): void => {
    if (!words.has(word) && !stopWords.has(word)) words.set(word, { word, weight: relatedWeight, asked: place })
  }
  asked.forEach((word, place) => {
    for (const other of relatedWords.get(word) ?? []) add(other, place)
    const next = sequence[sequence.indexOf(word) + 1]
    if (next !== undefined && isLatin.test(word + next)) add(word + next, place)
  })
  return [...words.values()]
}

const isOneHan = /^\p{Script=Han}$/u
const isLatin = /^[a-z]{6,}$/

interface Named {
  readonly speakers: readonly number[]
  /** The words of the question without the names. */
  readonly rest: readonly string[]
}

function namedSpeakers(documents: DocumentTable, text: string, { asker, answerer }: QueryContext): Named {
  const everybody = documents.speakers.names.map((name, number) => ({ name, number }))
  // The two who talk are called by pronouns: their labels are ordinary words in a question.
  const others = everybody.filter(({ name }) => name !== asker && name !== answerer)
  const names = others.filter(({ number }) => documents.speakers.uses[number] !== 0)
  // Without spaces a name has to be taken out before the text is cut into pairs; one character may be part of a word.
  const unspaced = names.filter(({ name }) => isUnspacedName.test(name) && text.includes(name))
  const spaced = names.filter(({ name }) => !isUnspacedName.test(name))
  const words = wordsOf(unspaced.reduce((left, { name }) => left.replaceAll(name, ' '), text))
  const nameWords = new Set(spaced.flatMap(({ name }) => wordsOf(name)).filter((word) => !stopWords.has(word)))
  const isNamed = ({ name }: { readonly name: string }): boolean =>
    wordsOf(name).some((word) => nameWords.has(word) && words.includes(word))
  return {
    speakers: [...unspaced, ...spaced.filter(isNamed)].map(({ number }) => number),
    rest: words.filter((word) => !nameWords.has(word)),
  }
}

const isUnspacedName = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,}$/u

function pronounSpeakers(documents: DocumentTable, text: string, { asker, answerer }: QueryContext): number[] {
  const named = [...(asksAboutSelf.test(text) ? [asker] : []), ...(asksAboutAnswer.test(text) ? [answerer] : [])]
  return named.flatMap((name) => {
    const number = name === undefined ? -1 : documents.speakers.names.indexOf(name)
    return number < 0 || documents.speakers.uses[number] === 0 ? [] : [number]
  })
}

const asksAboutSelf = /\b(I|I'm|I've|my|mine|me)\b|我/i
const asksAboutAnswer = new RegExp(
  [
    "\\byou(?:'ve)? (?:say|said|tell|told|suggest|recommend|propose|explain|mention|write|wrote|advise|give|gave)",
    '你(?:之前|上次|曾经?)?(?:说|讲|推荐|建议|提到|写|给|解释)',
  ].join('|'),
  'i',
)

function spansIn(text: string, { now, timeZone }: QueryContext): InstantSpan[] {
  return datesIn(text, dayAt(now, timeZone)).map(({ from, to }) => ({ from: startOfDay(from, timeZone), to: startOfDay(to + 1, timeZone) }))
}
