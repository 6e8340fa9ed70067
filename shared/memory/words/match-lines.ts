import { stopWords } from '../../context/recall/stop-words'
import { wordsOf } from '../../context/recall/words'
import { comparable } from './normal'
import { wholeWordIndex } from './quote'
import type { CorrectRequest } from './request-correct'
import { sameStatement } from './same-statement'
import { topicOf } from './topic'
import { topicsNamed } from './topic-names'

export interface Line<Id extends string = string> {
  readonly id: Id
  readonly text: string
}

const everything = /^(?:everything|it all|all|all of it|all (?:of )?(?:your|my|the) memor(?:y|ies)|(?:your|my) (?:whole |entire )?memory|me|一切|所有.{0,4}|全部.{0,4}|我)$/i
const mostLines = 8

/**
 * The lines that a request to forget means: those that say it, else those about the topic it names, else those with
 * all of its words. "Everything" and what fits too many lines means none: that is not settled in passing.
 */
export function matchForget<Id extends string>(about: string, lines: readonly Line<Id>[]): Id[] {
  const plain = comparable(about)
  if (plain === '' || everything.test(plain)) return []
  const same = lines.filter(({ text }) => sameStatement(text, about))
  const found = same.length > 0 ? same : relatedLines(about, lines)
  return found.length > mostLines ? [] : found.map(({ id }) => id)
}

function relatedLines<Id extends string>(about: string, lines: readonly Line<Id>[]): Line<Id>[] {
  const topics = topicsNamed(about)
  const onTopic = lines.filter(({ text }) => topics.includes(topicOf(text) ?? ''))
  if (onTopic.length > 0) return onTopic
  const wanted = tellingWords(about)
  return wanted.length === 0 ? [] : lines.filter(({ text }) => hasAll(text, wanted) && isNegative(text) === isNegative(about))
}

/**
 * The one line that a correction replaces: where the old value is told, the only line with it; else the only line on
 * the same topic; else the one that has most words in common. None rather than the wrong one.
 */
export function matchCorrection<Id extends string>(request: Pick<CorrectRequest, 'from' | 'to'>, lines: readonly Line<Id>[]): Line<Id> | null {
  const open = lines.filter(({ text }) => !sameStatement(text, request.to))
  const topic = topicOf(request.to)
  if (request.from !== null) return only(withOldValue(request.from, open), topic)
  if (topic !== null) return only(open.filter(({ text }) => topicOf(text) === topic), topic)
  return closest(request.to, open)
}

function withOldValue<Id extends string>(from: string, lines: readonly Line<Id>[]): Line<Id>[] {
  const same = lines.filter(({ text }) => sameStatement(text, from))
  if (same.length > 0) return same
  const value = comparable(from).replace(/^(?:an?|the|in|at|on|for|with) /, '')
  const verbatim = lines.filter(({ text }) => wholeWordIndex(comparable(text), value) !== -1)
  if (verbatim.length > 0) return verbatim
  const words = tellingWords(from)
  return words.length < 2 ? [] : lines.filter(({ text }) => hasAll(text, words))
}

function only<Id extends string>(lines: readonly Line<Id>[], topic: string | null): Line<Id> | null {
  const onTopic = lines.length > 1 && topic !== null ? lines.filter(({ text }) => topicOf(text) === topic) : lines
  return onTopic.length === 1 ? (onTopic[0] ?? null) : null
}

/** Lines that share less than half of their words are about something else. */
const leastLikeness = 0.5

function closest<Id extends string>(statement: string, lines: readonly Line<Id>[]): Line<Id> | null {
  const ranked = lines
    .map((line) => ({ line, likeness: likenessOf(tellingWords(statement), tellingWords(line.text)) }))
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness)
  const [best, next] = ranked
  return best === undefined || best.likeness === next?.likeness ? null : best.line
}

function likenessOf(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)]
  const common = [...first].filter((word) => second.has(word)).length
  const all = first.size + second.size - common
  return all === 0 ? 0 : common / all
}

const fillers = /的事情?$|这件事|那件事|这条|那条|关于|有关|我的|我们的|我/g
const idle: ReadonlySet<string> = new Set(wordsOf('user fact thing things stuff information memory entry note anything everything said told know'))

/** The words that say what a text is about: stems, and pairs of Han characters. */
function tellingWords(text: string): string[] {
  const words = wordsOf(comparable(text).replace(fillers, ' ').replace(/\bthe user('s)?\b/g, ' '))
  const telling = words.filter((word) => !stopWords.has(word) && !idle.has(word))
  const pairs = telling.filter((word) => !/^\p{Script=Han}$/u.test(word))
  return pairs.length > 0 ? pairs : telling
}

function hasAll(text: string, wanted: readonly string[]): boolean {
  const there = new Set(wordsOf(text))
  return wanted.every((word) => there.has(word))
}

const isNegative = (text: string): boolean => /\b(?:not|never|no longer|don'?t|doesn'?t|isn'?t)\b|不|没/i.test(text.replace(/[’]/g, "'"))
