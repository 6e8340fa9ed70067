import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { CommonplaceDb, schemaVersions } from '@renderer/db/schema'
import { costMicroUsd } from '@shared/usage/price'
import { storedPrice } from '@shared/usage/stored-price'

const usage = { inputTokens: 1169, cacheReadTokens: 0, cacheWriteTokens: 1165, outputTokens: 201, reasoningTokens: 0, isEstimate: false }
const firstShape = { inputPicoUsd: 3_000_000, outputPicoUsd: 15_000_000, cacheReadPicoUsd: 300_000, cacheWritePicoUsd: 3_750_000, asOf: '2026-07-02' }

test('PRV-7 the price rows of calls stored before are read in today’s shape, and their bills stay', async () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const old = new CommonplaceDb('commonplace', options, schemaVersions.slice(0, 3))
  await old.calls.bulkAdd([
    { id: 'priced', startedAt: 1, state: 'ended', usage, price: firstShape, costMicroUsd: 7396 },
    { id: 'unpriced', startedAt: 2, state: 'ended', usage, price: null, costMicroUsd: null },
    { id: 'broken', startedAt: 3, state: 'ended', usage, price: { inputPicoUsd: 'three' }, costMicroUsd: 5 },
  ])
  old.close()
  const db = new CommonplaceDb('commonplace', options)
  const calls = (await db.calls.orderBy('startedAt').toArray()) as { price: unknown; costMicroUsd: number | null }[]
  expect(calls.map(({ costMicroUsd: cost }) => cost)).toEqual([7396, null, 5])
  expect(calls[0]?.price).toMatchObject({ currency: 'USD', rates: { input: 3_000_000, cacheWrite: 3_750_000, cacheWriteHour: null }, tiers: [], asOf: '2026-07-02' })
  // 4 × 3 + 1165 × 3.75 + 201 × 15 = 12 + 4368.75 + 3015
  expect(costMicroUsd(usage, storedPrice(calls[0]?.price))).toBe(7396)
  expect([calls[1]?.price, calls[2]?.price]).toEqual([null, null])
  db.close()
})
