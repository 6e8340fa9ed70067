import type { ProfileLine } from './profile-markdown'
import { diffText } from './text-diff'

/** A replacement in the text of the profile, offsets in the text before the change. Lists are sorted and disjoint. */
export interface LineEdit {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Neighbouring lines that a change touches, and the lines that stand there after it. */
export interface Region {
  readonly first: number
  /** Exclusive. */
  readonly end: number
  readonly texts: readonly string[]
  /** Edits inside the one line of the region, offsets from its beginning; null where line breaks came or went. */
  readonly inLine: readonly LineEdit[] | null
}

/** Cuts a change of the text into regions of whole lines. */
export function regionsOf(lines: readonly ProfileLine[], edits: readonly LineEdit[]): Region[] {
  if (lines.length === 0) return regionOfEmpty(edits)
  const starts = lineStarts(lines)
  const groups: { first: number; last: number; edits: LineEdit[] }[] = []
  for (const edit of edits) {
    const first = lineAt(starts, edit.from)
    const last = lineAt(starts, edit.to)
    const group = groups.at(-1)
    if (group !== undefined && first <= group.last) {
      group.last = Math.max(group.last, last)
      group.edits.push(edit)
    } else groups.push({ first, last, edits: [edit] })
  }
  return groups.map((group) => toRegion(lines, starts, group))
}

function regionOfEmpty(edits: readonly LineEdit[]): Region[] {
  const text = edits.map((edit) => edit.insert).join('')
  return text === '' ? [] : [{ first: 0, end: 0, texts: text.split('\n'), inLine: null }]
}

function toRegion(lines: readonly ProfileLine[], starts: readonly number[], group: { first: number; last: number; edits: LineEdit[] }): Region {
  const start = starts[group.first] ?? 0
  const before = lines.slice(group.first, group.last + 1).map((line) => line.text).join('\n')
  const local = group.edits.map((edit) => ({ from: edit.from - start, to: edit.to - start, insert: edit.insert }))
  const texts = applyEdits(before, local).split('\n')
  const isInLine = group.first === group.last && texts.length === 1
  return { first: group.first, end: group.last + 1, texts, inLine: isInLine ? local : null }
}

export function applyEdits(text: string, edits: readonly LineEdit[]): string {
  let result = ''
  let position = 0
  for (const edit of edits) {
    result += text.slice(position, edit.from) + edit.insert
    position = edit.to
  }
  return result + text.slice(position)
}

function lineStarts(lines: readonly ProfileLine[]): number[] {
  let position = 0
  return lines.map((line) => {
    const start = position
    position += line.text.length + 1
    return start
  })
}

/** Index of the last line that starts at or before the offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The edits that turn what is shown into what is stored, line by line: a line that is in both is changed inside
 * only, so that a cursor in it (and in every other line) stays where it is.
 */
export function diffLines(shown: readonly ProfileLine[], stored: readonly ProfileLine[]): LineEdit[] {
  const pairs = commonLines(shown, stored)
  const starts = lineStarts(shown)
  const edits: LineEdit[] = []
  let previous: { shown: number; stored: number } | null = null
  for (const pair of [...pairs, { shown: shown.length, stored: stored.length }]) {
    pushGap(edits, shown, stored, starts, previous, pair)
    const before = shown[pair.shown]
    const after = stored[pair.stored]
    const start = starts[pair.shown] ?? 0
    if (before !== undefined && after !== undefined) pushDiff(edits, start, before.text, after.text)
    previous = pair
  }
  return edits
}

/** Replaces the lines between two common ones, with the line breaks that belong to them. */
function pushGap(
  edits: LineEdit[],
  shown: readonly ProfileLine[],
  stored: readonly ProfileLine[],
  starts: readonly number[],
  previous: { shown: number; stored: number } | null,
  next: { shown: number; stored: number },
): void {
  const before = shown.slice(previous === null ? 0 : previous.shown + 1, next.shown).map((line) => line.text)
  const after = stored.slice(previous === null ? 0 : previous.stored + 1, next.stored).map((line) => line.text)
  if (before.length === 0 && after.length === 0) return
  if (previous !== null) {
    const end = (starts[previous.shown] ?? 0) + (shown[previous.shown]?.text.length ?? 0)
    pushDiff(edits, end, before.map((text) => `\n${text}`).join(''), after.map((text) => `\n${text}`).join(''))
  } else if (next.shown < shown.length) {
    pushDiff(edits, 0, before.map((text) => `${text}\n`).join(''), after.map((text) => `${text}\n`).join(''))
  } else pushDiff(edits, 0, before.join('\n'), after.join('\n'))
}

function pushDiff(edits: LineEdit[], start: number, before: string, after: string): void {
  const change = diffText(before, after)
  if (change === null) return
  const from = start + change.from
  edits.push({ from, to: from + change.removed, insert: change.inserted })
}

const keyOf = (line: ProfileLine): string => `${line.kind} ${line.id}`

/** Lines of both lists in the longest order that they share. */
function commonLines(shown: readonly ProfileLine[], stored: readonly ProfileLine[]): { shown: number; stored: number }[] {
  const shownAt = new Map(shown.map((line, index) => [keyOf(line), index]))
  const pairs = stored.flatMap((line, index) => {
    const at = shownAt.get(keyOf(line))
    return at === undefined ? [] : [{ shown: at, stored: index }]
  })
  return longestIncreasing(pairs, (pair) => pair.shown)
}

/** The longest subsequence whose values increase (patience sorting, n log n). */
export function longestIncreasing<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item[] {
  const tails: number[] = []
  const previous: number[] = []
  items.forEach((item, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      const tail = items[tails[middle] ?? 0]
      if (tail !== undefined && valueOf(tail) < valueOf(item)) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : (tails[low - 1] ?? -1))
    tails[low] = index
  })
  const chosen: Item[] = []
  for (let index = tails.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const item = items[index]
    if (item !== undefined) chosen.push(item)
  }
  return chosen.reverse()
}
