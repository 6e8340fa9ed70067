import type { liveQuery, Subscription } from 'dexie'
import type { SessionId } from '@shared/ids'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createChangeable } from './observable'
import type { Observable, SessionCost } from './services'
import type { Tally } from './session-cost-sum'

/**
 * What the calls of a session cost on this device. Calls that have ended are read once and then carried as a sum:
 * a long session costs no more per turn than a short one. Adding up is loaded when a cost is first looked at.
 */
export function createSessionCosts(db: CommonplaceDb, watch: typeof liveQuery): (session: SessionId) => Observable<SessionCost | null> {
  const tallies = new Map<SessionId, Tally>()
  return (session) => {
    const cost = createChangeable<SessionCost | null>(null)
    const follow = async (isWanted: () => boolean): Promise<Subscription | null> => {
      const { sumSessionCost } = await import('./session-cost-sum')
      if (!isWanted()) return null
      return watch(() => sumSessionCost(db, session, tallies)).subscribe({ next: cost.set, error: () => undefined })
    }
    return {
      current: cost.current,
      subscribe(listener) {
        let isWanted = true
        const stop = cost.subscribe(listener)
        const following = follow(() => isWanted).catch(() => null)
        return () => {
          isWanted = false
          stop()
          void following.then((subscription) => subscription?.unsubscribe())
        }
      },
    }
  }
}
