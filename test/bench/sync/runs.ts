import { median } from '../figure'
import type { Contender } from './contenders'

/** What each server reached in each run, by its name. */
export type Values = ReadonlyMap<string, readonly number[]>

/** All servers in turn, run by run, so that each of them sees the same machine. The first run of each only warms it up. */
export async function inTurns<T>(servers: readonly Contender[], runs: number, measure: (server: Contender, run: number) => Promise<T>): Promise<ReadonlyMap<string, readonly T[]>> {
  const results = new Map<string, T[]>(servers.map(({ name }) => [name, []]))
  for (let run = 0; run <= runs; run++) {
    for (const server of servers) {
      const result = await measure(server, run)
      if (run > 0) results.get(server.name)?.push(result)
    }
  }
  return results
}

export function valuesOf<T>(results: ReadonlyMap<string, readonly T[]>, value: (result: T) => number): Values {
  return new Map([...results].map(([name, list]) => [name, list.map(value)]))
}

export const medianOf = (values: Values, name: string): number => median(values.get(name) ?? [])

/** Ours beside another, run by run. */
export function ratios(values: Values, ours: string, theirs: string): number[] {
  return (values.get(ours) ?? []).map((value, run) => value / (values.get(theirs)?.[run] ?? Number.NaN))
}

/** For the `peers` of a figure: every server's median. */
export function medians(values: Values, unit: string): Record<string, number> {
  return Object.fromEntries([...values.keys()].map((name) => [`${name}, ${unit}`, medianOf(values, name)]))
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function inGroupsOf<T>(size: number, items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) => items.slice(group * size, (group + 1) * size))
}
