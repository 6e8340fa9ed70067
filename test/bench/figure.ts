/** One measured figure; a line of the benchmark's output is this as JSON. */
export interface Figure {
  readonly figure: string
  /** The median of all runs. */
  readonly value: number
  readonly unit: 'ms' | 's' | 'fps' | 'count' | 'KB' | 'ratio' | 'percent' | 'messages/s' | 'tokens' | 'MB/s'
  readonly runs: number
  /** As a person reads it: `<= 600`. */
  readonly target: string
  readonly ok: boolean
  /** What others need for the same, measured in the same run. */
  readonly peers: Readonly<Record<string, number>>
}

interface Measured {
  readonly figure: string
  readonly unit: Figure['unit']
  readonly values: readonly number[]
  readonly peers?: Readonly<Record<string, number>>
}

export const atMost = (limit: number, measured: Measured): Figure => judged(measured, `<= ${limit}`, (value) => value <= limit)

export const atLeast = (limit: number, measured: Measured): Figure => judged(measured, `>= ${limit}`, (value) => value >= limit)

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

function judged({ figure, unit, values, peers = {} }: Measured, target: string, holds: (value: number) => boolean): Figure {
  const value = rounded(median(values))
  const roundedPeers = Object.fromEntries(Object.entries(peers).map(([name, peer]) => [name, rounded(peer)]))
  return { figure, value, unit, runs: values.length, target, ok: holds(value), peers: roundedPeers }
}

const rounded = (value: number): number => Math.round(value * 100) / 100
