export interface LeadershipPorts {
  readonly locks: Pick<LockManager, 'request'>
  /** Asks whoever leads to let go. */
  readonly ask: () => void
  /** This window leads: runs until `end`. */
  readonly onLead: () => Promise<void>
  /** Another window leads now, or is to lead. Everything is written before this resolves. */
  readonly onEnd: () => Promise<void>
}

export const leaderLock = 'commonplace-sync'
/** A window that was frozen does not answer: its place is taken. What it still writes is refused by the database. */
const patienceMs = 4000
const standAgainAfterMs = 5000

/** One window of a profile runs sync. Which one does not matter, but for the person: it follows the one they act in. */
export class Leadership {
  isLeading = false
  private release: (() => void) | null = null
  private waiters: (() => void)[] = []
  private queued: AbortController | null = null
  private isStopped = false

  constructor(private readonly ports: LeadershipPorts) {}

  /** Leads as soon as no other window does. */
  stand(): void {
    this.queue(false)
  }

  /** Resolves when this window leads. */
  async take(): Promise<void> {
    if (this.isLeading) return
    const leading = new Promise<void>((resolve) => this.waiters.push(resolve))
    this.queue(false)
    this.ports.ask()
    const timer = setTimeout(() => this.queue(true), patienceMs)
    await leading
    clearTimeout(timer)
  }

  /** Another window asked: lets go, and stands in line behind it. */
  async yield(): Promise<void> {
    if (!this.isLeading) return
    await this.end()
    this.queue(false)
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.queued?.abort()
    await this.end()
  }

  private queue(isStealing: boolean): void {
    if (this.isStopped || this.isLeading || (this.queued !== null && !isStealing)) return
    this.queued?.abort()
    const queued = new AbortController()
    this.queued = queued
    const options = isStealing ? { steal: true } : { signal: queued.signal }
    void this.ports.locks.request(leaderLock, options, () => this.lead(queued)).catch(() => this.onLost(queued))
  }

  private async lead(queued: AbortController): Promise<void> {
    if (this.queued !== queued || this.isStopped) return
    this.queued = null
    this.isLeading = true
    const released = new Promise<void>((resolve) => {
      this.release = resolve
    })
    await this.ports.onLead()
    for (const waiter of this.waiters.splice(0)) waiter()
    await released
  }

  /** The lock was stolen, or leading could not begin; a request that was called off says so too. */
  private async onLost(queued: AbortController): Promise<void> {
    if (queued.signal.aborted || !this.isLeading) return
    await this.end()
    setTimeout(() => this.queue(false), standAgainAfterMs)
  }

  private async end(): Promise<void> {
    if (!this.isLeading) return
    this.isLeading = false
    await this.ports.onEnd().catch(() => undefined)
    this.release?.()
    this.release = null
  }
}
