import { sentencesOf } from '../words/sentences'
import { erasedMark, joinMarks } from './eraser'

/**
 * Two states of one JSON value of which different words were erased, on devices that did not know of each other: what
 * both still say. The same in either order, and nothing more is erased where one of them is met with the outcome.
 */
export function meetErased(a: unknown, b: unknown): unknown {
  if (isSame(a, b)) return a
  if (typeof a === 'string' && typeof b === 'string') return meetTexts(a, b)
  if (Array.isArray(a) && Array.isArray(b)) return meetLists(a, b)
  if (isPlain(a) && isPlain(b)) {
    return Object.fromEntries(Object.keys(a).flatMap((key) => (key in b ? [[key, meetErased(a[key], b[key])]] : [])))
  }
  return lesser(a, b)
}

/** Erasing takes blocks of providers out of a list, and nothing else. */
function meetLists(a: readonly unknown[], b: readonly unknown[]): unknown {
  const [ours, theirs] = a.length === b.length ? [a, b] : [withoutBlocks(a), withoutBlocks(b)]
  return ours.length === theirs.length ? ours.map((item, index) => meetErased(item, theirs[index])) : lesser(ours, theirs)
}

const withoutBlocks = (list: readonly unknown[]): unknown[] => list.filter((item) => (item as { type?: unknown } | null)?.type !== 'provider')

function meetTexts(a: string, b: string): string {
  const [ours, theirs] = [parseJson(a), parseJson(b)]
  if (ours !== undefined && theirs !== undefined) return JSON.stringify(meetErased(ours, theirs))
  return lesser(saidInBoth(a, b), saidInBoth(b, a))
}

/** What is erased is erased by the sentence: the text without those that the other one does not have. */
function saidInBoth(text: string, other: string): string {
  const said = new Set(partsOf(other).flatMap((part) => sentencesOf(part).map((sentence) => sentence.text)))
  const parts = partsOf(text).map((part) => {
    let kept = ''
    let position = 0
    for (const sentence of sentencesOf(part)) {
      kept += part.slice(position, sentence.start) + (said.has(sentence.text) ? sentence.text : erasedMark)
      position = sentence.end
    }
    return kept + part.slice(position)
  })
  return joinMarks(parts.join(erasedMark))
}

const partsOf = (text: string): string[] => text.split(erasedMark)

/** Where both are as good, all devices take the same. */
const lesser = <Value>(a: Value, b: Value): Value => (JSON.stringify(a) <= JSON.stringify(b) ? a : b)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): object | undefined {
  try {
    return /^\s*[[{]/.test(text) ? (JSON.parse(text) as object) : undefined
  } catch {
    return undefined
  }
}
