import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBlobFolder } from '../../../sync-server/src/blobs/blob-folder'
import { openPostgresBlobFiles } from '../../../sync-server/src/blobs/postgres-blob-files'
import { openPostgresStorage } from '../../../sync-server/src/storage/postgres'
import { openSqliteStorage } from '../../../sync-server/src/storage/sqlite'
import { defaultStorageLimits } from '../../../sync-server/src/storage/storage'
import { startPostgres, type PostgresServer } from '../../helpers/postgres-server'
import { askCommand, runCommand } from '../../helpers/sync-command'

let server: PostgresServer
let data: string

const vaultId = 'vault-that-moves-00000'
const key = (room: string) => ({ vaultId, room })

beforeAll(async () => {
  server = await startPostgres()
  data = await mkdtemp(join(tmpdir(), 'commonplace-move-'))
})
afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true })
})

test('move brings everything to PostgreSQL, where it goes on with the same numbers, tokens and quotas', async () => {
  const sqlite = await openSqliteStorage(data, defaultStorageLimits)
  const [laptop, phone, recovery, setup] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)]
  const updates = Array.from({ length: 1200 }, (_, index) => randomBytes(20 + index))
  await sqlite.createVault({ vaultId, setupTokenHash: null, recoveryTokenHash: recovery, device: { deviceId: 'device-laptop', tokenHash: laptop } }, 1000)
  await sqlite.addDevice(vaultId, { deviceId: 'device-phone', tokenHash: phone }, 2000)
  await sqlite.removeDevice(vaultId, 'device-phone', 3000)
  await sqlite.addSetupToken(setup, Date.now() + 60_000, 777)
  await sqlite.setVaultLimit(vaultId, 10_000_000)
  await sqlite.append(updates.map((update) => ({ key: key('memory'), update })))
  await sqlite.append([{ key: key('index'), update: randomBytes(5 * 2 ** 20) }])
  await sqlite.fold(key('memory'), 1000, randomBytes(99))
  await sqlite.reserveBlob(vaultId, 'blob-of-the-vault-0000', 500, 4000)
  await sqlite.setBlobReceived(vaultId, 'blob-of-the-vault-0000', 300)
  const attachment = randomBytes(200_000)
  await sqlite.reserveBlob(vaultId, 'blob-that-is-whole-000', 200_000, 4000)
  await sqlite.setBlobReceived(vaultId, 'blob-that-is-whole-000', 200_000)
  await createBlobFolder(join(data, 'blobs')).append(vaultId, 'blob-that-is-whole-000', 0, Readable.from([attachment]), 200_000)
  const before = await sqlite.getVault(vaultId)
  const logBefore = await sqlite.read(key('memory'), 0)
  await sqlite.close()

  const url = await server.createDatabase()
  expect(await askCommand(data, 'move', '--to', url)).toEqual([
    { table: 'vaults', moved: 1 },
    { table: 'devices', moved: 2 },
    { table: 'rooms', moved: 2 },
    { table: 'updates', moved: 202 },
    { table: 'setup_tokens', moved: 1 },
    { table: 'blobs', moved: 2 },
    { table: 'attachments', moved: 2 },
  ])
  expect(await runCommand(data, 'move', '--to', url)).toBe('!there are vaults in that database already')

  const moved = await openPostgresStorage({ url }, defaultStorageLimits)
  expect(await moved.getVault(vaultId)).toEqual(before)
  const log = await moved.read(key('memory'), 0)
  expect([log.sequence, log.foldedSequence]).toEqual([1200, 1000])
  expect(log.updates.map(({ sequence }) => sequence)).toEqual(logBefore.updates.map(({ sequence }) => sequence))
  expect(log.updates.every(({ update }, index) => Buffer.compare(update, logBefore.updates[index]?.update ?? Buffer.alloc(0)) === 0)).toBe(true)
  expect(await moved.findDeviceByToken(laptop)).toMatchObject({ vaultId, deviceId: 'device-laptop', removedAt: null })
  expect(await moved.findDeviceByToken(phone)).toMatchObject({ removedAt: 3000 })
  expect((await moved.findVaultByRecoveryToken(recovery))?.vaultId).toBe(vaultId)
  expect(await moved.getBlob(vaultId, 'blob-of-the-vault-0000')).toEqual({ totalBytes: 500, receivedBytes: 0 })
  const blobs = await openPostgresBlobFiles({ url })
  const stream = await blobs.read(vaultId, 'blob-that-is-whole-000', 10, 199_990)
  expect(Buffer.concat(await stream?.toArray() as Buffer[]).equals(attachment.subarray(10, 199_990))).toBe(true)
  await blobs.close()
  expect(await moved.append([{ key: key('memory'), update: randomBytes(3) }])).toEqual([{ kind: 'stored', sequence: 1201 }])
  const device = { deviceId: 'device-new', tokenHash: randomBytes(32) }
  expect(await moved.createVault({ vaultId: 'vault-made-after-00000', setupTokenHash: setup, recoveryTokenHash: randomBytes(32), device }, Date.now())).toBe('created')
  await moved.close()
})

test('a move that fails half-way leaves the database empty and the file as it was', async () => {
  const url = await server.createDatabase()
  await (await openPostgresStorage({ url })).close()
  const breaking = new Client({ connectionString: url })
  await breaking.connect()
  await breaking.query('ALTER TABLE commonplace.updates ADD CHECK (sequence < 1100)')
  await expect(runCommand(data, 'move', '--to', url)).rejects.toThrow(/check constraint/)
  const { rows } = await breaking.query('SELECT (SELECT count(*) FROM commonplace.vaults)::int AS vaults, (SELECT count(*) FROM commonplace.updates)::int AS updates')
  expect(rows).toEqual([{ vaults: 0, updates: 0 }])
  await breaking.end()
  expect(await askCommand(data, 'list')).toMatchObject([{ vault: vaultId, rooms: 2 }])
})

test('commands work on PostgreSQL as on the file', async () => {
  const url = await server.createDatabase()
  await askCommand(data, 'move', '--to', url)
  const on = ['--database-url', url]
  expect(await askCommand(data, 'list', ...on)).toMatchObject([{ vault: vaultId, devices: 1 }])
  expect(await runCommand(data, 'revoke', 'vault-that', 'device-l', ...on)).toMatch(/is out/)
  expect(await askCommand(data, 'stats', ...on)).toMatchObject([{ storage: 'postgres', vaults: 1, devices: 0 }])
  expect(await runCommand(data, 'backup', 'x', ...on)).toMatch(/^!PostgreSQL has its own backup: pg_dump/)
})
