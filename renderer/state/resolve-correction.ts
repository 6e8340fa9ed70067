import type { EntryId } from '@shared/ids'
import { matchCorrection, type CorrectRequest, type Line } from '@shared/memory/words'

/** The last question and its answer: what a bare "no, it is X" speaks of. */
export interface LastTalk {
  readonly question: string
  readonly answer: string
  /** Lines that the question itself had noted. */
  readonly noted: readonly EntryId[]
}

/**
 * The line that a correction replaces, with what it says from now on. null where that is not certain: a wrong line
 * that is replaced is worse than a correction that is only talked about.
 */
export function resolveCorrection(
  request: CorrectRequest,
  lines: readonly Line<EntryId>[],
  talk: LastTalk | null,
): Line<EntryId> | null {
  const { from, to } = request
  const line = matchCorrection(request, lines)
  if (isStatement(to)) return line === null ? null : { id: line.id, text: to }
  if (from !== null) return line === null ? null : withValue(line, from, to)
  return talk === null ? null : (valueOfAnswer(to, lines, talk) ?? valueJustNoted(to, lines, talk))
}

const isStatement = (to: string): boolean => /^(?:i|i['’]m|i['’]ve|my|our|we)\b|^[我咱]/iu.test(to)

const article = /^(?:an?|the|in|at|on|for|with) /i

function withValue({ id, text }: Line<EntryId>, from: string, to: string): Line<EntryId> | null {
  const [former, next] = text.toLowerCase().includes(from.toLowerCase()) ? [from, to] : [from.replace(article, ''), to.replace(article, '')]
  const at = text.toLowerCase().indexOf(former.toLowerCase())
  return at === -1 || former === '' ? null : { id, text: text.slice(0, at) + next + text.slice(at + former.length) }
}

/** The answer told a value out of one line of memory, which the question had not: that is the one that is wrong. */
function valueOfAnswer(to: string, lines: readonly Line<EntryId>[], { question, answer }: LastTalk): Line<EntryId> | null {
  const answered = new Set(wordsIn(answer))
  const asked = new Set(wordsIn(question))
  const told = lines.flatMap((line) => {
    const values = wordsIn(line.text).filter((word) => isValue(word) && answered.has(word) && !asked.has(word))
    return values.map((value) => ({ line, value }))
  })
  const [only, ...others] = told
  return only === undefined || others.length > 0 ? null : withValue(only.line, only.value, to)
}

/** "Remember that I live in Lyon", and then "no, it's Paris": the one value of the line that was just noted. */
function valueJustNoted(to: string, lines: readonly Line<EntryId>[], { noted }: LastTalk): Line<EntryId> | null {
  const [line, ...others] = lines.filter(({ id }) => noted.includes(id))
  if (line === undefined || others.length > 0) return null
  const values = wordsIn(line.text).filter(isValue)
  // In Chinese many words are two characters long: of them the one that looks like the new value, else the last one.
  const alike = values.filter((value) => [...to].some((character) => /\p{Script=Han}/u.test(character) && value.includes(character)))
  const isChinese = values.some((value) => /\p{Script=Han}/u.test(value))
  const value = isChinese ? (alike.at(-1) ?? values.at(-1)) : values.length === 1 ? values[0] : undefined
  return value === undefined ? null : withValue(line, value, to)
}

const wordsIn = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : []))

/** A name or a number; in Chinese, which has no capitals, a word of at least two characters. */
const isValue = (word: string): boolean => (/\p{Script=Han}/u.test(word) ? word.length >= 2 : /^[\p{Lu}\d]/u.test(word) && word !== 'I')
