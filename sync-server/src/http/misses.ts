/** Counts wrong guesses per address, so that nobody can try many. */
export class Misses {
  private readonly counts = new Map<string, number>()
  private startedAt: number
  private readonly most: number
  private readonly now: () => number

  /** @param most per address and minute. */
  constructor(most: number, now: () => number) {
    this.most = most
    this.now = now
    this.startedAt = now()
  }

  add(address: string): void {
    this.counts.set(address, this.countOf(address) + 1)
  }

  isOver(address: string): boolean {
    return this.countOf(address) >= this.most
  }

  private countOf(address: string): number {
    // A map that grows within one minute is cleared with the minute.
    if (this.now() - this.startedAt > 60_000) {
      this.counts.clear()
      this.startedAt = this.now()
    }
    return this.counts.get(address) ?? 0
  }
}
