// liveQuery looks for a global IndexedDB before it asks.
import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { expect, test, vi } from 'vitest'
import type { CallId, SessionId } from '@shared/ids'
import type { CallRecord } from '@shared/usage/call-record'
import { createSessionCosts } from '@renderer/state/session-cost'
import { openWindow } from '../../helpers/storage'

const session = 's1' as SessionId

const call = (id: string, startedAt: number, change: Partial<CallRecord> = {}): CallRecord => ({
  id: id as CallId,
  sessionId: session,
  messageId: null,
  task: 'chat',
  model: { modelProviderId: 'p', modelId: 'm' },
  device: 'd' as CallRecord['device'],
  startedAt,
  state: 'ended',
  manifest: null,
  requestId: null,
  firstTokenMs: null,
  durationMs: null,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false },
  price: null,
  costMicroUsd: 100,
  failure: null,
  ...change,
})

test('the cost of a session adds up once, counts unknown prices as unknown, and reads ended calls only once', async () => {
  const window = await openWindow()
  const { db } = window
  await db.calls.bulkPut([call('a', 1), call('b', 2, { costMicroUsd: null }), call('c', 3, { state: 'started', costMicroUsd: null }), call('x', 2, { sessionId: 'other' as SessionId })])
  const cost = createSessionCosts(db, liveQuery)(session)
  const stop = cost.subscribe(() => undefined)
  await vi.waitFor(() => expect(cost.current()).toMatchObject({ knownMicroUsd: 100, knownCalls: 1, unknownCalls: 1 }))
  await db.calls.put(call('c', 3, { costMicroUsd: 50 }))
  await vi.waitFor(() => expect(cost.current()).toMatchObject({ knownMicroUsd: 150, knownCalls: 2, unknownCalls: 1 }))
  // A settled call is not read again: changing it behind our back changes nothing.
  await db.calls.put(call('a', 1, { costMicroUsd: 9999 }))
  await db.calls.put(call('d', 4, { state: 'failed', usage: null, costMicroUsd: null }))
  await db.calls.put(call('e', 5, { costMicroUsd: 1 }))
  await vi.waitFor(() => expect(cost.current()).toMatchObject({ knownMicroUsd: 151, knownCalls: 3, unknownCalls: 1 }))
  stop()
  await window.close()
})

test('what a cache saved is measured with the price that each call was stored with, also with one of an older shape', async () => {
  const window = await openWindow()
  const { db } = window
  const cached = { inputTokens: 14_000, outputTokens: 1, cacheReadTokens: 12_000, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false }
  const oldPrice = { inputPicoUsd: 3_000_000, outputPicoUsd: 15_000_000, cacheReadPicoUsd: 300_000, cacheWritePicoUsd: null, asOf: '2026-07-02' }
  await db.calls.bulkPut([call('a', 1, { usage: cached, price: oldPrice as never }), call('b', 2, { usage: { ...cached, isEstimate: true } }), call('c', 3, { usage: cached, price: null })])
  const cost = createSessionCosts(db, liveQuery)(session)
  const stop = cost.subscribe(() => undefined)
  // 12,000 × (3 − 0.3); an estimate says nothing of the cache, an unknown price nothing of what it saved.
  await vi.waitFor(() => expect(cost.current()).toMatchObject({ inputTokens: 28_000, cachedTokens: 24_000, savedMicroUsd: 32_400 }))
  stop()
  await window.close()
})
