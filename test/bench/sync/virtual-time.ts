import type { Clock } from '@shared/clock'
import type { Timer } from '@shared/sync/room-ports'

interface Due {
  readonly at: number
  readonly work: () => void
}

/** A clock that goes on only when it is told to, and does then what was to be done meanwhile. */
export class VirtualTime implements Clock, Timer {
  private nowMs = Date.UTC(2026, 10, 30, 12)
  private readonly waiting = new Set<Due>()

  now(): number {
    return this.nowMs
  }

  after(delayMs: number, work: () => void): () => void {
    const due = { at: this.nowMs + delayMs, work }
    this.waiting.add(due)
    return () => void this.waiting.delete(due)
  }

  pass(ms: number): void {
    const end = this.nowMs + ms
    for (let next = this.nextUntil(end); next !== undefined; next = this.nextUntil(end)) {
      this.nowMs = next.at
      this.waiting.delete(next)
      next.work()
    }
    this.nowMs = end
  }

  private nextUntil(end: number): Due | undefined {
    return [...this.waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
  }
}
