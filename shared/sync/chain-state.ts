import { toHex, type RandomBytes } from './bytes'

/** What is known of one device's chain in a room. */
export interface SeenChain {
  /** The highest counter seen. */
  counter: number
  /** Hash of the entry with that counter, hex. */
  hash: string
  /** Counters up to it that were not seen and are not made up for by a fold: [first, last] each. */
  missing: [number, number][]
}

/** How far chains were seen, by device tag and stream (24 hex characters). */
export type SeenChains = Record<string, SeenChain>

/**
 * This device's place in one room; plain data that survives a structured clone. A device that was restored from a
 * snapshot of the app begins with a new one.
 */
export interface ChainState {
  /** 4 random bytes, hex: which chain of this device it is. */
  stream: string
  /** Counter of this device's last entry, 0 where there is none. */
  counter: number
  /** Hash of that entry, hex. */
  hash: string
  seen: SeenChains
  /** Which entries of the outer document were taken: all up to a clock, by client, except those named. */
  taken: { upTo: Record<string, number>; except: string[] }
  /** Digests of both documents when everything of each was in the other; null where never, and in a journal. */
  settled: { outer: string; inner: string } | null
}

export function createChain(random: RandomBytes): ChainState {
  return { ...freshStream(random), seen: {}, taken: { upTo: {}, except: [] }, settled: null }
}

/** After somebody else went on with this device's chain (a copy of its storage), it begins another. */
export function beginStream(chain: ChainState, random: RandomBytes): void {
  Object.assign(chain, freshStream(random))
}

const freshStream = (random: RandomBytes) => ({ stream: toHex(random(4)), counter: 0, hash: '' })

/** What an entry of a chain is to the ones before: the one that was expected, an earlier one, or one of another history. */
export type ChainStep = 'next' | 'late' | 'known' | 'forked'

/** Takes note of an entry, and says what it is. */
export function noteEntry(seen: SeenChains, key: string, entry: { counter: number; hash: string; previous: string }): ChainStep {
  const chain = (seen[key] ??= { counter: 0, hash: '', missing: [] })
  const { counter } = entry
  if (counter > chain.counter) {
    const isFork = counter === chain.counter + 1 && chain.counter > 0 && entry.previous !== chain.hash
    if (counter > chain.counter + 1) chain.missing.push([chain.counter + 1, counter - 1])
    chain.counter = counter
    chain.hash = entry.hash
    return isFork ? 'forked' : 'next'
  }
  if (!isMissing(chain, counter)) return 'known'
  chain.missing = withoutRange(chain.missing, counter, counter)
  return 'late'
}

export function isSeen(seen: SeenChains, key: string, counter: number): boolean {
  const chain = seen[key]
  return chain !== undefined && counter <= chain.counter && !isMissing(chain, counter)
}

/** What the author of a fold had seen is in the fold: it is not missing here either. */
export function noteCovers(seen: SeenChains, covers: SeenChains): void {
  for (const [key, cover] of Object.entries(covers)) {
    const chain = (seen[key] ??= { counter: 0, hash: '', missing: [] })
    if (cover.counter > chain.counter) chain.missing.push([chain.counter + 1, cover.counter])
    const stillMissing = chain.missing.flatMap(([first, last]) => [
      ...cover.missing.flatMap(([from, to]) => overlap(first, last, from, to)),
      ...overlap(first, last, cover.counter + 1, Infinity),
    ])
    chain.missing = stillMissing
    if (cover.counter > chain.counter) Object.assign(chain, { counter: cover.counter, hash: cover.hash })
  }
}

/** How many entries are missing, by chain. */
export function missingIn(seen: SeenChains): { readonly key: string; readonly missing: number }[] {
  return Object.entries(seen).flatMap(([key, { missing }]) => {
    const count = missing.reduce((sum, [first, last]) => sum + last - first + 1, 0)
    return count === 0 ? [] : [{ key, missing: count }]
  })
}

/** How far each chain is known: what a pairing payload carries. */
export const countersOf = (seen: SeenChains): Record<string, number> =>
  Object.fromEntries(Object.entries(seen).map(([key, { counter }]) => [key, counter]))

/** SYN-4: chains of which another device had seen more than is here now, after a sync. */
export function behindOf(seen: SeenChains, counters: Readonly<Record<string, number>>): { readonly key: string; readonly missing: number }[] {
  return Object.entries(counters).flatMap(([key, counter]) => {
    const here = seen[key]?.counter ?? 0
    return here < counter ? [{ key, missing: counter - here }] : []
  })
}

const isMissing = (chain: SeenChain, counter: number): boolean => chain.missing.some(([first, last]) => first <= counter && counter <= last)

const overlap = (first: number, last: number, from: number, to: number): [number, number][] => {
  const start = Math.max(first, from)
  const end = Math.min(last, to)
  return start <= end ? [[start, end]] : []
}

const withoutRange = (ranges: readonly [number, number][], from: number, to: number): [number, number][] =>
  ranges.flatMap(([first, last]) => [...overlap(first, last, -Infinity, from - 1), ...overlap(first, last, to + 1, Infinity)])
