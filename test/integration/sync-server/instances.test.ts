import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../sync-server/src/storage/memory'
import { defaultStorageLimits, type Storage } from '../../../sync-server/src/storage/storage'
import { planMerge, writePlan } from '../../../sync-server/src/wire/merge'
import { scanUpdate } from '../../../sync-server/src/wire/scan-update'
import { createFanoutHub, type FanoutHub } from '../../helpers/fanout-hub'
import { openRaw } from '../../helpers/raw-web-socket'
import { connectStock, createTestVault, isSynced, startTestServer, type StockDevice, type TestServer, type TestVault } from '../../helpers/sync-server'

let hub: FanoutHub
let storage: Storage
let vault: TestVault
let servers: TestServer[] = []
let devices: StockDevice[] = []

beforeEach(async () => {
  hub = createFanoutHub()
  storage = createMemoryStorage(defaultStorageLimits)
  vault = await createTestVault(storage)
  servers = await Promise.all(Array.from({ length: 3 }, () => startTestServer({ storage, fanout: hub.join(), limits: { sweepMs: 60 } })))
})
afterEach(async () => {
  for (const device of devices) device.close()
  devices = []
  await Promise.all(servers.map((server) => server.stop()))
})

const urlOf = (index: number): string => servers[index]?.url ?? ''
const connect = async (server: number, token = vault.token): Promise<StockDevice> => {
  const device = connectStock(urlOf(server), 'room', token)
  devices.push(device)
  await isSynced(device)
  return device
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 8000, interval: 5 })
const entries = ({ doc }: StockDevice): unknown[] => doc.getArray('entries').toJSON()
const write = (device: StockDevice, ...values: unknown[]): void => device.doc.getArray('entries').push(values)

test('devices on three instances hear each other, in one order of numbers', async () => {
  const all = [await connect(0), await connect(1), await connect(2)]
  for (let round = 0; round < 30; round++) all.forEach((device, index) => write(device, `${index} ${round}`))
  await until(() => expect(all.map((device) => entries(device).length)).toEqual([90, 90, 90]))
  expect(entries(all[1] ?? (await connect(1)))).toEqual(entries(all[0] ?? (await connect(0))))
  const late = await connect(2)
  expect(entries(late)).toHaveLength(90)
})

test('what the line between them loses is read from the storage', async () => {
  const [a, b] = [await connect(0), await connect(1)]
  write(a, 'before')
  await until(() => expect(entries(b)).toEqual(['before']))
  hub.isLossy = true
  write(a, 'lost')
  await new Promise((resolve) => setTimeout(resolve, 30))
  hub.isLossy = false
  // The next one shows the gap.
  write(a, 'after')
  await until(() => expect(entries(b)).toEqual(['before', 'lost', 'after']))
})

test('a loss that nothing follows is noticed too', async () => {
  const [a, b] = [await connect(0), await connect(1)]
  hub.isLossy = true
  write(a, 'lost')
  await until(() => expect(entries(b)).toEqual(['lost']))
})

test('a loss over a fold is read as well', async () => {
  const [a, b] = [await connect(0), await connect(1)]
  write(a, 'seen')
  await until(() => expect(entries(b)).toEqual(['seen']))
  hub.isLossy = true
  for (let index = 0; index < 5; index++) {
    write(a, index)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const key = { vaultId: vault.vaultId, room: 'room' }
  await until(() => expect(entries(b)).toHaveLength(6))
  const { updates, sequence } = await storage.read(key, 0)
  const state = planMerge(updates.flatMap(({ update }) => scanUpdate(update, 100) ?? [])).map(writePlan)[0] ?? new Uint8Array([0, 0])
  write(a, 'also lost')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storage.fold(key, sequence, state)).toBe(true)
  hub.isLossy = false
  hub.reconnect()
  write(a, 'last')
  await until(() => expect(entries(b)).toEqual(['seen', 0, 1, 2, 3, 4, 'also lost', 'last']))
})

test('presence crosses instances, for those who come later too, and ends', async () => {
  const [a, b] = [await connect(0), await connect(1)]
  a.provider.awareness.setLocalState({ name: 'a' })
  const namesOf = ({ provider }: StockDevice) => [...provider.awareness.getStates().values()].flatMap((state) => ('name' in state ? [state['name'] as string] : []))
  await until(() => expect(namesOf(b)).toEqual(['a']))
  const late = await connect(2)
  await until(() => expect(namesOf(late)).toEqual(['a']))
  a.close()
  await until(() => expect([namesOf(b), namesOf(late)]).toEqual([[], []]))
})

test('SYN-7 a device removed on one instance is out on the others within a second', async () => {
  const token = await vault.addDevice('device-2')
  const elsewhere = await openRaw(urlOf(2), 'room', { token })
  const startedAt = Date.now()
  await fetch(`${urlOf(0)}/api/v1/devices/device-2`, { method: 'DELETE', headers: { Authorization: `Bearer ${vault.token}` } })
  expect(await elsewhere.closed).toBe(4403)
  expect(Date.now() - startedAt).toBeLessThan(1000)
})

test('a rendezvous is met through any instance', async () => {
  const id = 'm'.repeat(22)
  const api = (server: number) => `${urlOf(server)}/api/v1/rendezvous/${id}`
  await fetch(api(0), { method: 'POST', headers: { Authorization: `Bearer ${vault.token}` } })
  const waiting = fetch(`${api(1)}/0?wait=10`)
  await fetch(`${api(2)}/0`, { method: 'PUT', body: 'hello' })
  expect(await (await waiting).text()).toBe('hello')
})

test('an instance that ends loses nothing: its devices go on at another', async () => {
  const [a, b] = [await connect(0), await connect(1)]
  write(a, 'one')
  await until(() => expect(entries(b)).toEqual(['one']))
  await servers[0]?.close()
  a.doc.getArray('entries').push(['written without a server'])
  const moved = connectStock(urlOf(2), 'room', vault.token, a.doc)
  devices.push(moved)
  await until(() => expect(entries(b)).toEqual(['one', 'written without a server']))
})
