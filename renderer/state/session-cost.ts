import type { liveQuery } from 'dexie'
import type { SessionId } from '@shared/ids'
import type { CallRecord } from '@shared/usage/call-record'
import { cacheSavingMicroUsd } from '@shared/usage/price'
import { storedPrice } from '@shared/usage/stored-price'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createChangeable } from './observable'
import type { Observable, SessionCost } from './services'

const none: SessionCost = { knownMicroUsd: 0, knownCalls: 0, unknownCalls: 0, inputTokens: 0, cachedTokens: 0, savedMicroUsd: null }

interface Tally {
  /** Every call that started up to this instant has ended and is counted in `settled`. */
  readonly until: number
  readonly settled: SessionCost
}

/**
 * What the calls of a session cost on this device. Calls that have ended are read once and then carried as a sum:
 * a long session costs no more per turn than a short one.
 */
export function createSessionCosts(db: CommonplaceDb, watch: typeof liveQuery): (session: SessionId) => Observable<SessionCost | null> {
  const tallies = new Map<SessionId, Tally>()
  return (session) => {
    const cost = createChangeable<SessionCost | null>(null)
    return {
      current: cost.current,
      subscribe(listener) {
        const stop = cost.subscribe(listener)
        const subscription = watch(() => read(db, session, tallies)).subscribe({ next: cost.set, error: () => undefined })
        return () => {
          stop()
          subscription.unsubscribe()
        }
      },
    }
  }
}

async function read(db: CommonplaceDb, session: SessionId, tallies: Map<SessionId, Tally>): Promise<SessionCost> {
  let tally = tallies.get(session) ?? { until: -Infinity, settled: none }
  let total = tally.settled
  let areAllSettled = true
  const calls = db.calls.where('[sessionId+startedAt]').between([session, tally.until], [session, Infinity], false, true)
  await calls.each((row) => {
    const call = row as CallRecord
    total = add(total, call)
    areAllSettled &&= call.state !== 'started'
    if (areAllSettled) tally = { until: call.startedAt, settled: total }
  })
  tallies.set(session, tally)
  return total
}

/** A call that is still running counts once it has ended; an unknown price is counted as unknown, never as nothing. */
function add(before: SessionCost, call: CallRecord): SessionCost {
  if (call.state === 'started') return before
  const cost = addCache(before, call)
  if (call.costMicroUsd !== null) {
    return { ...cost, knownMicroUsd: cost.knownMicroUsd + call.costMicroUsd, knownCalls: cost.knownCalls + 1 }
  }
  // A call that failed before anything was used cost nothing that could be known.
  return call.usage === null && call.state === 'failed' ? cost : { ...cost, unknownCalls: cost.unknownCalls + 1 }
}

function addCache(cost: SessionCost, { usage, price }: CallRecord): SessionCost {
  if (usage === null || usage.isEstimate) return cost
  const saved = cacheSavingMicroUsd(usage, storedPrice(price))
  return {
    ...cost,
    inputTokens: cost.inputTokens + usage.inputTokens,
    cachedTokens: cost.cachedTokens + usage.cacheReadTokens,
    savedMicroUsd: saved === null ? cost.savedMicroUsd : (cost.savedMicroUsd ?? 0) + saved,
  }
}
