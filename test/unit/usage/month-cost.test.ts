import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { afterEach, expect, test } from 'vitest'
import { CommonplaceDb } from '@renderer/db/schema'
import { watchMonthCost, type MonthCost } from '@renderer/state/month-cost'

const now = new Date(2026, 10, 15).getTime()
const db = new CommonplaceDb('month-cost')
afterEach(() => db.calls.clear())

const call = (id: string, costMicroUsd: number | null, isEstimate: boolean, startedAt = now) =>
  db.calls.put({ id, sessionId: null, state: 'ended', startedAt, costMicroUsd, usage: { isEstimate } })

/** The first figure that arrives. */
const figure = (): Promise<MonthCost | null> =>
  new Promise((resolve) => {
    const cost = watchMonthCost(db, { now: () => now }, liveQuery)
    cost.subscribe(() => resolve(cost.current()))
  })

test('the month holds what is known of its own calls, and says whether some of it is estimated', async () => {
  await call('reported', 300, false)
  await call('of-october', 9000, true, new Date(2026, 9, 31).getTime())
  await call('unknown-price', null, true)
  expect(await figure()).toEqual({ microUsd: 300, hasEstimates: false })
  await call('estimated', 20, true)
  expect(await figure()).toEqual({ microUsd: 320, hasEstimates: true })
})
