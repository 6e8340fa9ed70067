import type { SessionId } from '@shared/ids'
import type { CallRecord } from '@shared/usage/call-record'
import { cacheSavingMicroUsd } from '@shared/usage/price'
import { storedPrice } from '@shared/usage/stored-price'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { SessionCost } from './services'

const none: SessionCost = { knownMicroUsd: 0, knownCalls: 0, unknownCalls: 0, hasEstimates: false, inputTokens: 0, cachedTokens: 0, savedMicroUsd: null }

export interface Tally {
  /** Every call that started up to this instant has ended and is counted in `settled`. */
  readonly until: number
  readonly settled: SessionCost
}

/** Reads what came after the session's tally, and moves the tally on. */
export async function sumSessionCost(db: CommonplaceDb, session: SessionId, tallies: Map<SessionId, Tally>): Promise<SessionCost> {
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
    const hasEstimates = cost.hasEstimates || call.usage?.isEstimate === true
    return { ...cost, hasEstimates, knownMicroUsd: cost.knownMicroUsd + call.costMicroUsd, knownCalls: cost.knownCalls + 1 }
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
