import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgresStorage } from '../../../sync-server/src/storage/postgres'
import { startPostgres, type PostgresServer } from '../../helpers/postgres-server'

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

test('SYN-8 a database that starts again is waited for: what was being written is stored', async () => {
  const url = await server.createDatabase()
  const storage = await openPostgresStorage({ url, retryForMs: 50_000 })
  const device = { deviceId: 'device-1', tokenHash: randomBytes(32) }
  await storage.createVault({ vaultId: 'vault-a', setupTokenHash: null, recoveryTokenHash: randomBytes(32), device }, 1)
  const key = { vaultId: 'vault-a', room: 'memory' }
  await storage.append([{ key, update: new Uint8Array(3) }])
  const restart = server.restart()
  const appends = await Promise.all(Array.from({ length: 10 }, () => storage.append([{ key, update: new Uint8Array(3) }])))
  await restart
  expect(appends.flat().every(({ kind }) => kind === 'stored')).toBe(true)
  const { updates } = await storage.read(key, 0)
  expect(updates.map(({ sequence }) => sequence)).toEqual(updates.map((_, index) => index + 1))
  expect(updates.length).toBeGreaterThanOrEqual(11)
  await storage.close()
})

test('SYN-8 a database that stays away is said after a while', async () => {
  const nowhere = openPostgresStorage({ url: 'postgres://test@127.0.0.1:1/none', retryForMs: 200 })
  await expect(nowhere).rejects.toThrow(/ECONNREFUSED/)
})
