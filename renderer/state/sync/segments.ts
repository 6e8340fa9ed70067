import type * as Y from 'yjs'

/**
 * The journal's segments, as the inner index document tells: under `<n>` that there is one, under
 * `<n>/<chain>` how far a device's chain is in it, said once a newer one is there. By vault, since a profile may go
 * from one to another and numbers begin anew.
 */
export interface Segments {
  /** In order. */
  numbers(): number[]
  open(number: number, at: number): void
  /** Counters by chain. */
  countersOf(number: number): Record<string, number>
  sayCounter(number: number, chain: string, counter: number): void
  onChange(listener: () => void): () => void
}

export function segmentsIn(index: Y.Doc, vaultId: string): Segments {
  const map: Y.Map<unknown> = index.getMap(`journal ${vaultId}`)
  return {
    numbers: () => [...map.keys()].filter((key) => /^[1-9]\d{0,8}$/.test(key)).map(Number).sort((a, b) => a - b),
    open(number, at) {
      if (!map.has(String(number))) map.set(String(number), { openedAt: at })
    },
    countersOf(number) {
      const prefix = `${number}/`
      const counters: Record<string, number> = {}
      for (const [key, value] of map.entries()) if (key.startsWith(prefix) && typeof value === 'number') counters[key.slice(prefix.length)] = value
      return counters
    },
    sayCounter(number, chain, counter) {
      const key = `${number}/${chain}`
      const said = map.get(key)
      if (typeof said !== 'number' || said < counter) map.set(key, counter)
    },
    onChange(listener) {
      map.observe(listener)
      return () => map.unobserve(listener)
    },
  }
}
