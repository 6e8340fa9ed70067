import type { ChainRun } from './statement'

/** An entry as a link of its chain. */
export interface ChainLink {
  readonly stream: string
  readonly counter: number
  readonly hash: string
  readonly previous: string
}

/** The unbroken runs in a set of links: one per end, since a fork has two. */
export function runsOf(links: readonly ChainLink[]): ChainRun[] {
  const byHash = new Map(links.map((link) => [link.hash, link]))
  const followed = new Set(links.map(({ previous }) => previous))
  const ends = links.filter(({ hash }) => !followed.has(hash))
  return ends.map((end) => ({ stream: end.stream, from: firstOf(end, byHash).counter, to: end.counter, hash: end.hash }))
}

/**
 * SYN-7: which of a removed device's entries count. A counter alone would not do: the device could write other entries
 * under the old counters. An entry counts when the hash of a run's end leads to it.
 */
export function hashesInRuns(links: readonly ChainLink[], runs: readonly ChainRun[]): Set<string> {
  const byHash = new Map(links.map((link) => [link.hash, link]))
  const counted = new Set<string>()
  for (const run of runs) {
    let link = byHash.get(run.hash)
    while (link !== undefined && link.counter >= run.from && link.stream === run.stream) {
      counted.add(link.hash)
      link = byHash.get(link.previous)
    }
  }
  return counted
}

function firstOf(end: ChainLink, byHash: ReadonlyMap<string, ChainLink>): ChainLink {
  let first = end
  for (let before = byHash.get(first.previous); before !== undefined; before = byHash.get(first.previous)) {
    if (before.stream !== first.stream || before.counter !== first.counter - 1) break
    first = before
  }
  return first
}
