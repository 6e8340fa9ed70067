export interface MissLimits {
  /** Per address, what was tried with (see `triedWith`), and minute. */
  readonly most: number
  /** Per address and minute, whatever it was tried with. */
  readonly mostOfAddress: number
}

/**
 * Counts wrong guesses, so that nobody can try many. One device that asks again and again with a token that is no good
 * shuts out itself: others behind the same address have tokens of their own. Who tries ever new ones is shut out as a whole.
 */
export class Misses {
  private readonly counts = new Map<string, number>()
  private startedAt: number
  private readonly limits: MissLimits
  private readonly now: () => number

  constructor(limits: MissLimits, now: () => number) {
    this.limits = limits
    this.now = now
    this.startedAt = now()
  }

  add(address: string, triedWith: string): void {
    for (const name of [address, nameOf(address, triedWith)]) this.counts.set(name, this.countOf(name) + 1)
  }

  isOver(address: string, triedWith: string): boolean {
    return this.countOf(address) >= this.limits.mostOfAddress || this.countOf(nameOf(address, triedWith)) >= this.limits.most
  }

  private countOf(name: string): number {
    // A map that grows within one minute is cleared with the minute.
    if (this.now() - this.startedAt > 60_000) {
      this.counts.clear()
      this.startedAt = this.now()
    }
    return this.counts.get(name) ?? 0
  }
}

const nameOf = (address: string, triedWith: string): string => `${address} ${triedWith}`

/** The beginning of a token: enough to tell devices apart, too little to keep in memory as a secret. */
export const triedWith = (bearer: string | null): string => (bearer ?? '').slice(0, 8)
