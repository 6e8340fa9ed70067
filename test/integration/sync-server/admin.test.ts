import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStorage } from '../../../sync-server/src/storage/sqlite'
import { defaultStorageLimits, type Storage } from '../../../sync-server/src/storage/storage'
import { askCommand, runCommand } from '../../helpers/sync-command'

let folder: string
let data: string
/** A server on the same data, as it runs beside the commands. */
let server: Storage

const first = 'aaaaVault-first-0000000'.slice(0, 22)
const second = 'aabbVault-second-000000'.slice(0, 22)
const key = { vaultId: first, room: 'memory' }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonplace-admin-'))
  data = join(folder, 'data')
  server = await openSqliteStorage(data, defaultStorageLimits)
  for (const vaultId of [first, second]) {
    const device = { deviceId: 'device-laptop', tokenHash: randomBytes(32) }
    await server.createVault({ vaultId, setupTokenHash: null, recoveryTokenHash: randomBytes(32), device }, 1_700_000_000_000)
  }
  await server.addDevice(first, { deviceId: 'device-phone', tokenHash: randomBytes(32) }, 1_700_000_100_000)
  await server.append([{ key, update: new Uint8Array(1536).fill(7) }])
})

afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('list and stats say what is there, for people and for programs', async () => {
  await server.noteDevices([{ vaultId: first, deviceId: 'device-phone', seenAt: 1_700_000_200_000, onlineUntil: Date.now() + 60_000 }])
  expect(await askCommand(data, 'list')).toEqual([
    { vault: first, used: 1536, quota: 2 * 2 ** 30, rooms: 1, devices: 2, online: 1, seen: 1_700_000_200_000, made: 1_700_000_000_000 },
    { vault: second, used: 0, quota: 2 * 2 ** 30, rooms: 0, devices: 1, online: 0, seen: null, made: 1_700_000_000_000 },
  ])
  expect(await runCommand(data, 'list')).toMatch(new RegExp(`^vault +used .*\n${first} +1\\.5 KB +2 GB +1 +2 +1 +2023-11-14 22:16`))
  expect(await askCommand(data, 'stats')).toMatchObject([{ storage: 'sqlite', vaults: 2, devices: 3, online: 1, held: 1536, attachments: 0 }])
})

test('a vault is named by the beginning of its id, where that is enough', async () => {
  expect(await runCommand(data, 'devices', 'aa')).toMatch(/^!2 vaults begin with aa/)
  expect(await runCommand(data, 'devices', 'zz')).toBe('!no vault begins with zz')
  expect(await runCommand(data, 'devices')).toMatch(/^!which vault/)
  expect(await askCommand(data, 'devices', 'aaaa')).toMatchObject([{ device: 'device-laptop' }, { device: 'device-phone', removed: null }])
})

test('a quota that is set holds in the running server at once', async () => {
  expect(await askCommand(data, 'limits', 'aaaa', '2KB')).toEqual([{ vault: first, used: 1536, quota: 2048 }])
  expect(await server.append([{ key, update: new Uint8Array(600) }])).toEqual([{ kind: 'quota-full' }])
  expect(await askCommand(data, 'limits', 'aaaa', 'default')).toMatchObject([{ quota: 2 * 2 ** 30 }])
  expect((await server.append([{ key, update: new Uint8Array(600) }]))[0]?.kind).toBe('stored')
  expect(await runCommand(data, 'limits', 'aaaa', 'lots')).toMatch(/^!the quota is a size/)
})

test('SYN-7 a device that is revoked beside the running server is told to it, also while it writes', async () => {
  await server.takeForeignChange?.()
  expect(await runCommand(data, 'revoke', 'aaaa', 'device-p')).toMatch(/^device-phone is out/)
  await server.append([{ key, update: new Uint8Array(6) }])
  expect(await server.takeForeignChange?.()).toBe(true)
  expect(await server.listDevices(first)).toMatchObject([{ removedAt: null }, { deviceId: 'device-phone', removedAt: expect.any(Number) as number }])
  expect(await runCommand(data, 'revoke', 'aaaa', 'device-p')).toMatch(/^!that device was removed before/)
})

test('a vault is deleted only when it is said twice', async () => {
  expect(await runCommand(data, 'delete', 'aaaa')).toMatch(/^!everything of aaaa.* --yes/)
  expect(await server.getVault(first)).not.toBeNull()
  expect(await runCommand(data, 'delete', 'aaaa', '--yes')).toMatch(/is deleted here/)
  expect(await server.append([{ key, update: new Uint8Array(6) }])).toEqual([{ kind: 'vault-gone' }])
})

test('a setup link bears a token whose hash is stored, in the fragment, with its own quota', async () => {
  const link = await runCommand(data, 'setup-link', '--quota', '5MB', '--public-url', 'https://sync.example.org/')
  const token = /^https:\/\/sync\.example\.org\/#\/settings\/sync\?setup=([\w-]{43})$/.exec(link)?.[1] ?? ''
  const made = await server.createVault(
    {
      vaultId: 'ccccVault-third-0000000'.slice(0, 22),
      setupTokenHash: createHash('sha256').update(token).digest(),
      recoveryTokenHash: randomBytes(32),
      device: { deviceId: 'device-laptop', tokenHash: randomBytes(32) },
    },
    Date.now(),
  )
  expect([made, (await server.listVaults()).at(-1)?.maxBytes]).toEqual(['created', 5 * 2 ** 20])
})

test('a backup of a running server, restored elsewhere, holds rooms, devices and attachments', async () => {
  const large = randomBytes(2 ** 20 + 5)
  const files = { 'ab/one': Buffer.alloc(0), 'cd/two': large }
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(data, 'blobs', path)), { recursive: true })
    await writeFile(join(data, 'blobs', path), bytes)
  }
  const file = join(folder, 'backups', 'monday.sqlite')
  expect(await askCommand(data, 'backup', file)).toMatchObject([{ file, attachments: 2 }])
  expect(await runCommand(data, 'backup', file)).toMatch(/^!.* is there already/)
  await server.append([{ key, update: new Uint8Array(50) }])

  const elsewhere = join(folder, 'elsewhere')
  expect(await askCommand(elsewhere, 'restore', file)).toMatchObject([{ vaults: 2, updates: 1, attachments: 2 }])
  expect(await runCommand(elsewhere, 'restore', file)).toMatch(/^!.*holds a database already/)
  const restored = await openSqliteStorage(elsewhere, defaultStorageLimits)
  const { updates, sequence } = await restored.read(key, 0)
  expect([sequence, Buffer.from(updates[0]?.update ?? []).equals(Buffer.alloc(1536, 7))]).toEqual([1, true])
  expect(await restored.listDevices(first)).toHaveLength(2)
  for (const [path, bytes] of Object.entries(files)) expect(bytes.equals(await readFile(join(elsewhere, 'blobs', path)))).toBe(true)
  await restored.close()
})

test('commands say what is missing instead of making an empty store', async () => {
  const nothing = join(folder, 'nothing')
  for (const command of ['list', 'stats', 'backup', 'delete', 'move']) {
    expect(await runCommand(nothing, command, ...(command === 'move' ? ['--to', 'postgres://x@127.0.0.1:1/x'] : [join(folder, 'x')]))).toMatch(/^!/)
  }
  expect(await runCommand(data, 'restore', join(folder, 'no-such-file'))).toMatch(/^!.*is not there/)
  expect(await runCommand(data, 'health', '--port', '1')).toMatch(/^!nothing answers/)
})
