import * as encoding from 'lib0/encoding'
import { afterEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { Folder, type Foldable } from '../../../sync-server/src/rooms/folder'
import { createLog } from '../../../sync-server/src/log'
import { createMetrics } from '../../../sync-server/src/metrics'
import { createMemoryStorage } from '../../../sync-server/src/storage/memory'
import { defaultStorageLimits } from '../../../sync-server/src/storage/storage'
import { connectStock, createTestVault, isSynced, startTestServer, type StockDevice, type TestServer } from '../../helpers/sync-server'

let server: TestServer | null = null
const devices: StockDevice[] = []

afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await server?.stop()
  server = null
})

test('SYN-5 a vault at its quota refuses what makes it larger, takes in what clears it up, folds, and has room again', async () => {
  const maxVaultBytes = 60_000
  server = await startTestServer({ storage: 'sqlite', storageLimits: { maxVaultBytes } })
  const { storage } = server
  const { vaultId, token } = await server.createVault()
  const usedBytes = async () => (await storage.getVault(vaultId))?.usedBytes ?? 0
  const device = connectStock(server.url, 'memory', token)
  devices.push(device)
  await isSynced(device)
  const entries = device.doc.getArray<Uint8Array>('entries')
  for (let entry = 1; entry <= 58; entry++) {
    entries.push([new Uint8Array(1000)])
    await expect.poll(usedBytes).toBeGreaterThan(entry * 1000)
  }
  // Larger than what is left, and nothing goes for it.
  const lonely = connectStock(server.url, 'memory', token)
  devices.push(lonely)
  await isSynced(lonely)
  const refused = new Promise<number>((resolve) => lonely.provider.on('connection-close', (event) => resolve(event?.code ?? 0)))
  lonely.doc.getArray<Uint8Array>('entries').push([new Uint8Array(5000)])
  expect(await refused).toBe(4507)
  for (const gone of devices.splice(0)) gone.close()

  // A device folds what it has into one entry: for a moment the vault holds both.
  const next = connectStock(server.url, 'memory', token)
  devices.push(next)
  await isSynced(next)
  const list = next.doc.getArray<Uint8Array>('entries')
  next.doc.transact(() => {
    list.delete(0, list.length)
    list.push([new Uint8Array(20_000)])
  })
  await expect.poll(usedBytes, { timeout: 10_000 }).toBeLessThan(25_000)
  list.push([new Uint8Array(1000)])
  await expect.poll(async () => (await storage.read({ vaultId, room: 'memory' }, 0)).updates.length).toBeGreaterThan(1)
})

test('SYN-6 a room that cannot be folded in time holds up no other, and the queue can be seen', async () => {
  const storage = createMemoryStorage(defaultStorageLimits)
  const { vaultId } = await createTestVault(storage)
  const { metrics, read } = createMetrics(() => storage.totals())
  const lines: string[] = []
  const folder = new Folder(storage, createLog({ level: 'debug', isJson: true, write: (line) => lines.push(line) }), metrics, { foldMs: 8_000 })
  const outcomes = new Map<string, string>()
  const add = async (room: string, updates: readonly Uint8Array[]): Promise<Foldable> => {
    const key = { vaultId, room }
    await storage.append(updates.map((update) => ({ key, update })))
    return { key, state: { folded: () => void outcomes.set(room, 'folded'), foldFailed: () => void outcomes.set(room, 'failed') } }
  }
  const slow = await add('slow', conflicts(40_000))
  const quick = await Promise.all(Array.from({ length: 5 }, (_, index) => add(`quick-${index}`, [written('a'), written('b')])))
  for (const room of [slow, ...quick]) folder.add(room)
  expect(await read()).toContain('commonplace_fold_queue 6')
  await expect.poll(() => [...outcomes.values()].filter((outcome) => outcome === 'folded').length, { timeout: 30_000 }).toBe(5)
  expect(outcomes.get('slow')).not.toBe('folded')
  await folder.idle()
  expect(outcomes.get('slow')).toBe('failed')
  expect(await read()).toMatch(/commonplace_fold_queue 0[^]*commonplace_fold_seconds_count\{outcome="done"\} 5/)
  expect(lines.join('')).toContain('fold-failed')
  await folder.close()
}, 60_000)

function written(text: string): Uint8Array {
  const doc = new Y.Doc()
  doc.getText('text').insert(0, text)
  return Y.encodeStateAsUpdate(doc)
}

/** So many devices wrote to the same place without knowing of each other: every one has to be placed among all others. */
function conflicts(devices: number): Uint8Array[] {
  return [conflictsOf(1, devices / 2), conflictsOf(devices / 2 + 1, devices)]
}

/** As Yjs writes it (v1): for each client one struct, a value of `entries` with nothing on its left or right; nothing deleted. */
function conflictsOf(first: number, last: number): Uint8Array {
  const contentAny = 8
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, last - first + 1)
  for (let client = last; client >= first; client--) {
    for (const number of [1, client, 0]) encoding.writeVarUint(encoder, number)
    encoding.writeUint8(encoder, contentAny)
    encoding.writeVarUint(encoder, 1)
    encoding.writeVarString(encoder, 'entries')
    encoding.writeVarUint(encoder, 1)
    encoding.writeAny(encoder, client)
  }
  encoding.writeVarUint(encoder, 0)
  return encoding.toUint8Array(encoder)
}
