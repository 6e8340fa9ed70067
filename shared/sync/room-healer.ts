import type { LivingEntry, RoomLog } from './room-log'

/** Every device would put back what is missing: they wait a random while, and most then find it there. */
const healAfterMs = { least: 500, spread: 2500 }

/**
 * SYN-4: who may write to a room's storage may take entries out of it. Folding takes entries out as well, but puts what
 * they held in their place: what goes without that is said and put back.
 */
export class RoomHealer {
  private readonly lost = new Map<string, LivingEntry>()
  private stopTimer: (() => void) | null = null

  constructor(
    private readonly log: RoomLog,
    private readonly isMadeUpFor: (entry: LivingEntry) => boolean,
  ) {}

  /** To be called when entries were taken out by somebody else, after what came with it was taken. */
  noticeRemoved(removed: readonly LivingEntry[]): void {
    for (const entry of removed) {
      const hash = this.log.sealedOf(entry)?.hash
      if (hash !== undefined && entry.isTaken) this.lost.set(hash, entry)
    }
    this.forgetFound()
    if (this.lost.size > 0) this.schedule()
  }

  /** Whether an entry is one that was lost and is back. */
  isReturning(entry: LivingEntry): boolean {
    const hash = this.lost.size === 0 ? undefined : this.log.sealedOf(entry)?.hash
    return hash !== undefined && this.lost.delete(hash)
  }

  close(): void {
    this.stopTimer?.()
  }

  private schedule(): void {
    if (this.stopTimer !== null) return
    const { timer, random } = this.log.ports
    const share = (random(1)[0] ?? 0) / 256
    this.stopTimer = timer.after(healAfterMs.least + share * healAfterMs.spread, () => {
      this.stopTimer = null
      this.heal()
    })
  }

  private heal(): void {
    this.forgetFound()
    if (this.lost.size === 0) return
    // What makes up for it may be among the entries that are not taken yet, or cannot be.
    if ([...this.log.living.values()].some(isExpected)) return this.schedule()
    const entries = [...this.lost.values()]
    this.lost.clear()
    this.log.ports.report({ kind: 'rolled-back', entries: entries.length })
    this.log.restore(entries)
    this.log.ports.report({ kind: 'healed', entries: entries.length })
  }

  private forgetFound(): void {
    for (const [hash, entry] of this.lost) if (this.isMadeUpFor(entry)) this.lost.delete(hash)
  }
}

const isExpected = ({ isTaken, refusal }: LivingEntry): boolean =>
  !isTaken && (refusal === null || refusal === 'unknown-epoch' || refusal === 'unknown-device' || refusal === 'newer-version')
