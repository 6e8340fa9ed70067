import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeCodes } from '@shared/sync/protocol'
import { openPostgresStorage } from '../../../sync-server/src/storage/postgres'
import type { Storage } from '../../../sync-server/src/storage/storage'
import { startPostgres, type PostgresServer } from '../../helpers/postgres-server'
import { startRedis, type RedisServer } from '../../helpers/redis-server'
import { startSyncProcess, type SyncProcess } from '../../helpers/sync-process'
import { connectStock, createTestVault, type StockDevice, type TestVault } from '../../helpers/sync-server'

let postgres: PostgresServer
let redis: RedisServer
let folder: string
let flags: readonly string[]
let instances: [SyncProcess, SyncProcess, SyncProcess]
let storage: Storage
let vault: TestVault
let open: StockDevice[] = []

beforeAll(async () => {
  const [startedPostgres, startedRedis] = await Promise.all([startPostgres(), startRedis()])
  postgres = startedPostgres
  redis = startedRedis
  folder = await mkdtemp(join(tmpdir(), 'commonplace-instances-'))
  const url = await postgres.createDatabase()
  flags = ['--data', folder, '--database-url', url, '--redis-url', redis.url]
  storage = await openPostgresStorage({ url })
  instances = [await startSyncProcess(flags), await startSyncProcess(flags), await startSyncProcess(flags)]
}, 240_000)

afterAll(async () => {
  for (const device of open) device.close()
  await Promise.all(instances.map((instance) => instance.kill()))
  await storage.close()
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  for (const device of open) device.close()
  open = []
  vault = await createTestVault(storage)
})

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 50_000, interval: 50 })

function connect(instance: SyncProcess, token = vault.token, doc?: StockDevice['doc']): StockDevice {
  const device = connectStock(instance.url, 'memory', token, doc)
  open.push(device)
  return device
}

const itemsOf = ({ doc }: StockDevice) => doc.getArray<string>('items').toArray()
const edit = ({ doc }: StockDevice, item: string) => doc.getArray<string>('items').push([item])
const sorted = (device: StockDevice) => itemsOf(device).sort()

test('SYN-1 edits and presence on any of three instances reach the devices of all', async () => {
  const devices = instances.map((instance) => connect(instance))
  devices.forEach((device, index) => {
    device.provider.awareness.setLocalState({ at: index })
    for (let round = 0; round < 20; round++) edit(device, `${index}-${round}`)
  })
  await until(() => expect(devices.map((device) => itemsOf(device).length)).toEqual([60, 60, 60]))
  expect(itemsOf(devices[1] as StockDevice)).toEqual(itemsOf(devices[0] as StockDevice))
  await until(() => expect(devices.map(({ provider }) => provider.awareness.getStates().size)).toEqual([3, 3, 3]))
  const { updates, sequence } = await storage.read({ vaultId: vault.vaultId, room: 'memory' }, 0)
  expect([sequence > 0, updates.length > 0]).toEqual([true, true])
})

test('SYN-2 an instance that is killed and a Redis that is gone lose nothing that was stored, and the others go on', async () => {
  const [first, second, third] = [connect(instances[0]), connect(instances[1]), connect(instances[2])]
  edit(first, 'before')
  await until(() => expect([second, third].map(itemsOf)).toEqual([['before'], ['before']]))

  await instances[1].kill()
  second.provider.disconnect()
  edit(second, 'offline')
  edit(first, 'while one is dead')
  await until(() => expect(sorted(third)).toEqual(['before', 'while one is dead']))

  await redis.kill()
  edit(first, 'without Redis, first')
  edit(third, 'without Redis, third')
  // Each reads what the other stored.
  await until(() => expect([sorted(first), sorted(third)].map(({ length }) => length)).toEqual([4, 4]))

  await redis.start()
  instances[1] = await startSyncProcess(flags)
  second.provider.destroy()
  const again = connect(instances[1], vault.token, second.doc)
  const fresh = connect(instances[1])
  const all = ['before', 'offline', 'while one is dead', 'without Redis, first', 'without Redis, third']
  await until(() => expect([first, third, again, fresh].map(sorted)).toEqual([all, all, all, all]))
  edit(fresh, 'with Redis again')
  await until(() => expect([first, third, again].map((device) => itemsOf(device).at(-1))).toEqual(Array(3).fill('with Redis again')))
})

test('SYN-7 a device that is removed at one instance is out at the others', async () => {
  const phone = await vault.addDevice('device-phone')
  const device = connect(instances[2], phone)
  await until(() => expect(device.provider.synced).toBe(true))
  const closed = new Promise<number>((resolve) => device.provider.once('connection-close', (event) => resolve(event?.code ?? 0)))
  const answer = await fetch(`${instances[0].url}/api/v1/devices/device-phone`, { method: 'DELETE', headers: { Authorization: `Bearer ${vault.token}` } })
  expect([answer.status, await closed]).toEqual([204, closeCodes.removed])
})

test('an attachment that one instance took in, in parts, is had from another, in ranges', async () => {
  const blob = `blob-${vault.vaultId}`
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251))
  const ask = (instance: SyncProcess, method: string, headers: Record<string, string> = {}, body?: Buffer) =>
    fetch(`${instance.url}/api/v1/blobs/${blob}`, { method, headers: { Authorization: `Bearer ${vault.token}`, ...headers }, ...(body === undefined ? {} : { body: new Uint8Array(body) }) })
  const first = await ask(instances[0], 'PUT', { 'Content-Range': 'bytes 0-299999/700000' }, bytes.subarray(0, 300_000))
  expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '300000'])
  const head = await ask(instances[1], 'HEAD')
  expect(head.headers.get('upload-offset')).toBe('300000')
  const second = await ask(instances[1], 'PUT', { 'Content-Range': 'bytes 300000-699999/700000' }, bytes.subarray(300_000))
  expect(second.status).toBe(201)
  const whole = Buffer.from(await (await ask(instances[2], 'GET')).arrayBuffer())
  const part = Buffer.from(await (await ask(instances[2], 'GET', { Range: 'bytes=262140-300010' })).arrayBuffer())
  expect([whole.equals(bytes), part.equals(bytes.subarray(262_140, 300_011))]).toEqual([true, true])
  expect((await ask(instances[2], 'DELETE')).status).toBe(204)
  expect((await ask(instances[0], 'GET')).status).toBe(404)
})

test('a server that is told to end stores, says so and ends well', async () => {
  const own = await startSyncProcess(flags)
  const device = connect(own)
  await until(() => expect(device.provider.synced).toBe(true))
  edit(device, 'last')
  await until(async () => expect(await storage.lastSequences([{ vaultId: vault.vaultId, room: 'memory' }])).toEqual([1]))
  expect(await own.stop()).toBe(0)
  expect(own.output()).toMatch(/stopping/)
})
