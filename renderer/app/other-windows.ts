import type { InflightJournal } from '@renderer/db/inflight'
import type { SessionLocks } from '@renderer/db/session-lock'
import { liveTurnOf } from '@renderer/state/answer-job'
import type { LiveTurns } from '@renderer/state/live-turns'

export interface OtherWindowsPorts {
  readonly journal: InflightJournal
  readonly locks: SessionLocks
  readonly live: LiveTurns
  readonly recover: () => Promise<unknown>
}

/**
 * Shows what other windows are answering, and makes messages of what dead ones left behind (SES-2): at the start,
 * and whenever this window comes to the front, because a window that was killed tells nobody.
 */
export function watchOtherWindows({ journal, locks, live, recover }: OtherWindowsPorts): void {
  const look = async (): Promise<void> => {
    const [rows, held] = await Promise.all([journal.elsewhere(), locks.held()])
    const alive = rows.filter((row) => held.has(row.sessionId))
    live.setElsewhere(alive.map((row) => liveTurnOf(row, true)))
  }
  const sweep = async (): Promise<void> => {
    await recover()
    await look()
  }
  journal.subscribe(() => void look())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void sweep()
  })
  void sweep()
}
