import type { liveQuery } from 'dexie'
import type { Clock } from '@shared/clock'
import type { CallRecord } from '@shared/usage/call-record'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createChangeable } from './observable'
import type { Observable } from './services'

export interface MonthCost {
  readonly microUsd: number
  /** Some of its calls were counted by estimate: their service told no usage. */
  readonly hasEstimates: boolean
}

/** What the calls of this calendar month cost on this device; null while none has a known price. */
export function watchMonthCost(db: CommonplaceDb, clock: Clock, watch: typeof liveQuery): Observable<MonthCost | null> {
  const cost = createChangeable<MonthCost | null>(null)
  const read = async (): Promise<MonthCost | null> => sumOf((await db.calls.where('startedAt').aboveOrEqual(monthStart(clock.now())).toArray()) as CallRecord[])
  watch(read).subscribe({ next: cost.set, error: () => undefined })
  return cost
}

function sumOf(calls: readonly CallRecord[]): MonthCost | null {
  const known = calls.filter(({ costMicroUsd }) => costMicroUsd !== null)
  if (known.length === 0) return null
  return {
    microUsd: known.reduce((sum, { costMicroUsd }) => sum + (costMicroUsd ?? 0), 0),
    hasEstimates: known.some(({ usage }) => usage?.isEstimate === true),
  }
}

function monthStart(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime()
}
