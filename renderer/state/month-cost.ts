import type { liveQuery } from 'dexie'
import type { Clock } from '@shared/clock'
import type { CallRecord } from '@shared/usage/call-record'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createChangeable } from './observable'
import type { Observable } from './services'

/** What the calls of this calendar month cost on this device, in integer micro-USD; null while none has a known price. */
export function watchMonthCost(db: CommonplaceDb, clock: Clock, watch: typeof liveQuery): Observable<number | null> {
  const cost = createChangeable<number | null>(null)
  const read = async (): Promise<number | null> => {
    const calls = (await db.calls.where('startedAt').aboveOrEqual(monthStart(clock.now())).toArray()) as CallRecord[]
    const known = calls.flatMap((call) => call.costMicroUsd ?? [])
    return known.length === 0 ? null : known.reduce((sum, microUsd) => sum + microUsd, 0)
  }
  watch(read).subscribe({ next: cost.set, error: () => undefined })
  return cost
}

function monthStart(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime()
}
