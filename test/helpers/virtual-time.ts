import type { Clock } from '@shared/clock'
import type { Wait } from '@shared/calls/limiter'

interface Timer {
  readonly at: number
  readonly wake: () => void
}

/** Time that stands still until a test lets it go on, from one timer to the next. */
export class VirtualTime {
  private timers: Timer[] = []
  private instant: number

  constructor(startsAt = 1_800_000_000_000) {
    this.instant = startsAt
  }

  readonly clock: Clock = { now: () => this.instant }

  readonly wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const end = (): void => {
        this.timers = this.timers.filter((other) => other !== timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer: Timer = { at: this.instant + Math.max(0, ms), wake: end }
      signal.addEventListener('abort', end)
      this.timers.push(timer)
    })

  /** Waits whose ends are later than asked for, as those of a window that sleeps. */
  lateWait(lagMs: () => number): Wait {
    return (ms, signal) => this.wait(Math.max(0, ms) + lagMs(), signal)
  }

  get isIdle(): boolean {
    return this.timers.length === 0
  }

  /** Lets time go on to the next timer, and everything run that comes of it. */
  async step(): Promise<void> {
    const [next] = this.timers.sort((a, b) => a.at - b.at)
    if (next === undefined) return
    this.instant = Math.max(this.instant, next.at)
    next.wake()
    await settle()
  }

  /** Until nobody waits any more, or until an instant. */
  async run(untilMs = Number.POSITIVE_INFINITY): Promise<void> {
    await settle()
    while (!this.isIdle && Math.min(...this.timers.map(({ at }) => at)) <= untilMs) await this.step()
  }
}

/** Everything that does not wait for time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
