import { noteAllForSync } from '@renderer/db/sync-backfill'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { readSyncState, writeSyncState } from '@renderer/db/sync-state'
import { chanceOf, type SyncEnvironment } from './environment'
import type { Journals } from './journals'
import { purgeWhatOthersPurged } from './remote-purge'

/** After the server lost something, the devices send again at different moments: what one has sent the others need not. */
export const healWithinMs = 15_000
/** All rooms notice at about the same time that the server went back. */
const rollbacksWithinMs = 1000

/**
 * Messages that were here before sync was, or that the server has lost: noted, held until what the vault has is here,
 * and then sent.
 */
export class BackfillWork {
  private isReleasing = false
  private isHealDue = false
  private isClosed = false
  private readonly stops: (() => void)[] = []

  constructor(
    private readonly env: SyncEnvironment,
    private readonly journals: () => Journals | null,
  ) {}

  /** Notes them page by page; goes on where it was cut. */
  async begin(): Promise<void> {
    const { db } = this.env
    const state = await readSyncState(db, 'backfill')
    const journals = this.journals()
    if (state === null || journals === null) return
    if (!state.isNoted) {
      await noteAllForSync(db, state.after, (last) => writeSyncState(db, 'backfill', { ...state, after: last }) as Promise<unknown>)
      const now = await readSyncState(db, 'backfill')
      await writeSyncState(db, 'backfill', { ...(now ?? state), isNoted: true })
    }
    await this.releaseIfDue()
    journals.drain()
  }

  /** Rows have come. */
  touch(): void {
    void this.releaseIfDue().catch(throwBugs)
  }

  /** What is open heals by comparing; segments that are no longer kept here are read anew, once for all rooms. */
  onRolledBack(): void {
    if (this.isHealDue || this.journals() === null) return
    this.isHealDue = true
    this.after(rollbacksWithinMs, async () => {
      await this.journals()?.reread()
      await this.begin()
    })
  }

  close(): void {
    this.isClosed = true
    for (const stop of this.stops.splice(0)) stop()
  }

  private async releaseIfDue(): Promise<void> {
    if (this.isReleasing || this.journals()?.isCaughtUp !== true) return
    const state = await readSyncState(this.env.db, 'backfill')
    if (state === null || !state.isHeld || !state.isNoted || this.isReleasing) return
    this.isReleasing = true
    this.after(this.isHealDue ? chanceOf(this.env.random)() * healWithinMs : 0, async () => {
      this.isReleasing = false
      this.isHealDue = false
      await this.release()
    })
  }

  /** What others deleted for good leaves this device before what it has is sent: it would bring it back. */
  private async release(): Promise<void> {
    await purgeWhatOthersPurged(this.env, new Set())
    if (!this.isClosed) await this.journals()?.release()
  }

  private after(delayMs: number, work: () => Promise<void>): void {
    this.stops.push(this.env.timer.after(delayMs, () => void work().catch(throwBugs)))
  }
}

/** A disk that refuses is said by the status; what was to be done is done again later. */
function throwBugs(error: unknown): void {
  if (storageFailureOf(error) === null) throw error
}
