import { statementOf } from '../profile-markdown'
import { comparable } from '../words/normal'
import { sentencesOf, type Sentence } from '../words/sentences'

/** What stands in the place of a sentence that was erased, in every language. */
export const erasedMark = '[…]'

/** Several marks beside each other are one. */
export const joinMarks = (text: string): string => text.replace(/\[…\](?:\s*\[…\])+/g, erasedMark)

/** Finds and erases what was to be forgotten, wherever it is said in words that are near enough. */
export interface Eraser {
  occursIn(text: string): boolean
  /** The sentences of the text that say it. */
  sentencesIn(text: string): string[]
  /** The text with the mark in the place of these sentences; the same string where there are none. */
  erase(text: string): string
  /** The same for everything in a JSON value; what a provider's own block says of it goes with the block. */
  eraseDeep<Value>(value: Value): Value
}

/** So much in a row has to be the same, and half of what is to be forgotten. */
const fewestLetters = 12
const fewestIdeographs = 5

/** @param phrases statements and quotes, whole. */
export function createEraser(phrases: readonly string[]): Eraser {
  const runs = runsOf(phrases, (length, fewest) => Math.max(fewest, Math.ceil(length / 2)))
  const shorter = runsOf(phrases, (_length, fewest) => fewest)
  const saysIt = (text: string): boolean => containsRun(plainWords(text), runs)
  const saysSomeOfIt = (text: string): boolean => containsRun(plainWords(text), shorter)
  const occursIn = (text: string): boolean => text.length > 1 && saysIt(text)

  const sentencesIn = (text: string): string[] => (occursIn(text) ? hitsIn(text, saysIt, saysSomeOfIt).map((hit) => hit.text) : [])

  function erase(text: string): string {
    if (!occursIn(text)) return text
    const hits = hitsIn(text, saysIt, saysSomeOfIt)
    let erased = ''
    let position = 0
    for (const { start, end } of hits) {
      erased += text.slice(position, start) + erasedMark
      position = end
    }
    return joinMarks(erased + text.slice(position))
  }

  function eraseText(text: string): string {
    const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
    if (parsed === undefined || parsed === null) return erase(text)
    const erased = eraseDeep(parsed)
    return erased === parsed ? text : JSON.stringify(erased)
  }

  function eraseDeep<Value>(value: Value): Value {
    if (typeof value === 'string') return eraseText(value) as Value
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value
    if (Array.isArray(value)) {
      const kept: unknown[] = value.filter((item) => !isProviderBlock(item) || eraseText(item.json) === item.json)
      const items = kept.map((item) => eraseDeep(item))
      return (items.length === value.length && items.every((item, index) => item === value[index]) ? value : items) as Value
    }
    const entries = Object.entries(value).map(([key, item]) => [erase(key), eraseDeep(item as unknown)] as const)
    const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key])
    return isSame ? value : (Object.fromEntries(entries) as Value)
  }

  return { occursIn, sentencesIn, erase, eraseDeep }
}

const isProviderBlock = (item: unknown): item is { readonly type: 'provider'; readonly json: string } =>
  (item as { type?: unknown } | null)?.type === 'provider' && typeof (item as { json?: unknown }).json === 'string'

type Says = (text: string) => boolean

/** Sentences that say it, with those beside them that say some of it; or, where it is spread over several, all of these. */
function hitsIn(text: string, saysIt: Says, saysSomeOfIt: Says): Sentence[] {
  const sentences = sentencesOf(text)
  const isHit = sentences.map((sentence) => saysIt(sentence.text))
  if (!isHit.includes(true)) return [spread(text, sentences, saysIt)]
  return sentences.filter((sentence, index) => isHit[index] || ((isHit[index - 1] || isHit[index + 1]) && saysSomeOfIt(sentence.text)))
}

function spread(text: string, sentences: readonly Sentence[], saysIt: Says): Sentence {
  const between = (first: number, last: number): Sentence => {
    const start = sentences[first]?.start ?? 0
    const end = sentences[last]?.end ?? text.length
    return { text: text.slice(start, end), start, end }
  }
  let first = 0
  let last = Math.max(0, sentences.length - 1)
  while (first < last && saysIt(between(first + 1, last).text)) first += 1
  while (first < last && saysIt(between(first, last - 1).text)) last -= 1
  return between(first, last)
}

/** Words with one space around each; neither punctuation nor case makes a difference. */
const plainWords = (text: string): string => ` ${comparable(text).replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim()} `

/** Pieces of one length each; a text that has one of them says it. */
type Runs = ReadonlyMap<number, ReadonlySet<string>>

function runsOf(phrases: readonly string[], lengthFor: (length: number, fewest: number) => number): Runs {
  const runs = new Map<number, Set<string>>()
  for (const piece of piecesOf(phrases)) {
    const isChinese = /\p{Script=Han}/u.test(piece)
    const fewest = isChinese ? fewestIdeographs : fewestLetters
    const isShort = piece.length <= fewest
    // A word or two letters stands in too many sentences that say something else.
    if (piece.length < (isChinese ? 2 : 4)) continue
    // A short one has to stand by itself, as a word does; ideographs have no spaces between them.
    const text = isShort && !isChinese ? ` ${piece} ` : piece
    const length = isShort ? text.length : lengthFor(piece.length, fewest)
    const known = runs.get(length) ?? new Set()
    runs.set(length, known)
    for (let at = 0; at + length <= text.length; at += 1) known.add(text.slice(at, at + length))
  }
  return runs
}

/** The phrases, and those of their sentences that say enough to be looked for by themselves. */
function piecesOf(phrases: readonly string[]): Set<string> {
  const whole = phrases.map((phrase) => plainWords(statementOf(phrase)).trim())
  const parts = phrases.flatMap((phrase) => sentencesOf(statementOf(phrase)).map(({ text }) => plainWords(text).trim()))
  return new Set([...whole.filter((phrase) => phrase !== ''), ...parts.filter((part) => part.length > fewestLetters)])
}

function containsRun(text: string, runs: Runs): boolean {
  for (const [length, known] of runs) {
    for (let at = 0; at + length <= text.length; at += 1) if (known.has(text.slice(at, at + length))) return true
  }
  return false
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
