import { longestIncreasing, type Region } from './line-edits'
import { parseHeading, statementOf, type ProfileLine } from './profile-markdown'

/** A line of the profile after a change: one that was there (in its place, or moved), or a new one. */
export type Slot =
  | { readonly kind: 'kept' | 'moved'; readonly line: ProfileLine; readonly text: string }
  | { readonly kind: 'new'; readonly text: string }

export interface MatchedRegion {
  readonly slots: readonly Slot[]
  /** Lines that are gone, each with the index of the slot that took its text over, if one did. */
  readonly removed: readonly { readonly line: ProfileLine; readonly takenBy: number | null }[]
}

/**
 * Decides which lines of a region live on. A line keeps its identity (origin, age, history) where its text is
 * still there, also elsewhere in the region; of what is left, the first half of a split line and the first of
 * joined lines keep theirs. A line emptied at one stroke is a deleted entry, to be given back later.
 */
export function matchRegion(lines: readonly ProfileLine[], region: Region): MatchedRegion {
  const before = lines.slice(region.first, region.end)
  const pairs = equalPairs(before, region.texts)
  const anchors = chooseAnchors(before, pairs)
  const slotOf = new Map<number, Slot>()
  for (const pair of pairs) {
    const line = before[pair.before]
    const text = region.texts[pair.after]
    if (line !== undefined && text !== undefined) slotOf.set(pair.after, { kind: anchors.has(pair) ? 'kept' : 'moved', line, text })
  }
  const used = new Set(pairs.map((pair) => pair.before))
  for (const gap of gapsBetween([...anchors], before.length, region.texts.length)) {
    pairGap(before, region.texts, gap, used, slotOf)
  }
  const slots = region.texts.map((text, index): Slot => slotOf.get(index) ?? { kind: 'new', text })
  const removed = before.flatMap((line, index) => (used.has(index) ? [] : [{ line, takenBy: takerOf(line, slots) }]))
  return { slots, removed }
}

interface Pair {
  readonly before: number
  readonly after: number
}

function equalPairs(before: readonly ProfileLine[], texts: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  const take = (from: number, to: number): boolean => {
    if (before[from]?.text !== texts[to]) return false
    pairs.push({ before: from, after: to })
    return true
  }
  const shorter = Math.min(before.length, texts.length)
  let head = 0
  while (head < shorter && take(head, head)) head += 1
  let tail = 0
  while (tail < shorter - head && take(before.length - 1 - tail, texts.length - 1 - tail)) tail += 1
  const free = new Map<string, number[]>()
  before.slice(head, before.length - tail).forEach((line, index) => {
    if (line.text.trim() !== '') free.set(line.text, [...(free.get(line.text) ?? []), head + index])
  })
  texts.slice(head, texts.length - tail).forEach((text, index) => {
    const from = free.get(text)?.shift()
    if (from !== undefined) pairs.push({ before: from, after: head + index })
  })
  return pairs.sort((a, b) => a.after - b.after)
}

/** Pairs that stay in place. Headings first: a line that changes places with a heading is the one that moves. */
function chooseAnchors(before: readonly ProfileLine[], pairs: readonly Pair[]): ReadonlySet<Pair> {
  const headings = longestIncreasing(pairs.filter((pair) => before[pair.before]?.kind === 'heading'), (pair) => pair.before)
  const crosses = (pair: Pair) => headings.some((heading) => heading.before < pair.before !== heading.after < pair.after)
  const entries = pairs.filter((pair) => before[pair.before]?.kind === 'entry' && !crosses(pair))
  return new Set([...longestIncreasing(entries, (pair) => pair.before), ...headings].sort((a, b) => a.after - b.after))
}

interface Gap {
  readonly before: readonly [number, number]
  readonly after: readonly [number, number]
}

function gapsBetween(anchors: readonly Pair[], beforeLength: number, afterLength: number): Gap[] {
  let previous: Pair = { before: -1, after: -1 }
  return [...anchors, { before: beforeLength, after: afterLength }].map((pair) => {
    const gap: Gap = { before: [previous.before + 1, pair.before], after: [previous.after + 1, pair.after] }
    previous = pair
    return gap
  })
}

/** Pairs edited lines inside a gap: one by one where there are as many, else first with first and last with last. */
function pairGap(before: readonly ProfileLine[], texts: readonly string[], gap: Gap, used: Set<number>, slotOf: Map<number, Slot>): void {
  const old = range(...gap.before).filter((index) => !used.has(index))
  const fresh = range(...gap.after).filter((index) => !slotOf.has(index))
  const isSameLength = old.length === fresh.length
  const pairs = isSameLength ? old.map((index, at) => [index, fresh[at]] as const) : endsOf(old, fresh)
  for (const [from, to] of pairs) {
    const line = before[from ?? -1]
    const text = texts[to ?? -1]
    if (line === undefined || text === undefined || from === undefined || to === undefined || !canBecome(line, text)) continue
    used.add(from)
    slotOf.set(to, { kind: 'kept', line, text })
  }
}

function endsOf(old: readonly number[], fresh: readonly number[]): (readonly [number | undefined, number | undefined])[] {
  if (old.length === 0 || fresh.length === 0) return []
  const first = [old[0], fresh[0]] as const
  return old.length > 1 && fresh.length > 1 ? [first, [old.at(-1), fresh.at(-1)]] : [first]
}

const range = (start: number, end: number): number[] => Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)

function canBecome(line: ProfileLine, text: string): boolean {
  const becomesHeading = parseHeading(text) !== null
  if (line.kind === 'heading') return becomesHeading
  const isEmptiedAtOnce = line.text.trim().length > 1 && text.trim() === ''
  return !becomesHeading && !isEmptiedAtOnce
}

/** The changed line whose text holds a removed line's text: joined lines, or an entry that became a heading. */
function takerOf(line: ProfileLine, slots: readonly Slot[]): number | null {
  const statement = statementOf(line.text.replace(/^#+/, ''))
  if (statement === '') return null
  const taker = slots.findIndex((slot) => (slot.kind === 'new' || slot.text !== slot.line.text) && slot.text.includes(statement))
  return taker === -1 ? null : taker
}
