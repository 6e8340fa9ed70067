// Dexie's liveQuery looks for a global IndexedDB before it asks.
import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import { expect, test } from 'vitest'
import type { CredentialId, DeviceId, ModelProviderId } from '@shared/ids'
import { plainAccess, type ModelProvider } from '@shared/providers/model-provider'
import { createDoorbell } from '@renderer/db/doorbell'
import type { Models } from '@renderer/state/services'
import { openCatalogue } from '@renderer/state/catalogue'
import { openModels } from '@renderer/state/models'
import { sendCredentials } from '@renderer/state/sync/send-credentials'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

const secret = 'sk-proj-Hq7Wm2Zt9Ye4Rc8Vb1Nx6Lp'
const openai = (change: Partial<ModelProvider> = {}): ModelProvider => ({
  id: 'provider-1', preset: 'openai', name: 'My account', baseUrl: 'https://api.example.com/v1', api: 'openai-chat', credentialId: 'key-1',
  models: [{ id: 'quince-71', addedByHand: false }], checkedAt: 5, createdAt: 5, ...plainAccess, ...change,
}) satisfies ModelProvider as ModelProvider

const quick = { connectMs: 10_000, answerMs: 1500 }
const keys = (...ids: string[]): CredentialId[] => ids as CredentialId[]

async function addKey(to: Device, provider: ModelProvider = openai(), key = secret): Promise<void> {
  await to.keys.save({ id: provider.credentialId, secret: key, urlPrefixes: [provider.baseUrl], scheme: 'bearer' })
  await to.db.modelProviders.put(provider)
}

async function twoDevices(): Promise<{ laptop: Device; phone: Device; phoneId: DeviceId; laptopId: DeviceId; all: Device[] }> {
  const server = await startServer()
  const { all } = await vaultOf(server, 2)
  const [laptop, phone] = all
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  return { laptop, phone, all, phoneId: idOf(phone), laptopId: idOf(laptop) }
}

function idOf({ vault }: Device): DeviceId {
  const own = vault.current()?.devices.find(({ isThis }) => isThis)
  if (own === undefined) throw new Error('not in a vault')
  return own.id
}

const modelsOf = ({ db, guard, newId }: Device): Promise<Models> =>
  openModels({
    db, guard, newId,
    clock: { now: () => 9 },
    catalogue: openCatalogue({ db, guard, clock: { now: () => 9 }, watch: liveQuery }),
    bridge: { request: () => Promise.reject(new Error('not asked')) } as never,
    checkPorts: () => {
      throw new Error('not checked')
    },
    onStored: () => undefined,
  })

/** What a device shows the others besides that it is there. */
const shown = ({ client }: Device): unknown => (client.core.running?.engine.awareness.getLocalState() as { handOver?: unknown } | null)?.handOver
const isTidy = (...devices: Device[]) => until(() => expect(devices.map(shown)).toEqual(devices.map(() => undefined)))
const bytesIn = (value: unknown): Buffer[] =>
  value instanceof Uint8Array ? [Buffer.from(value)] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(bytesIn) : [Buffer.from(String(value))]

test('chosen keys reach the other device with their providers, whose models are there at once', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  await addKey(laptop, openai({ id: 'provider-2', credentialId: 'key-2', name: 'Not chosen' }), 'sk-other-000000')
  const models = await modelsOf(phone)
  const rings: unknown[] = []
  const otherWindow = createDoorbell(phone.profile.disk.channel)
  otherWindow.listen((ring) => (ring.kind === 'table' ? rings.push(ring) : undefined))
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toEqual({ ok: true, value: null })

  expect(await phone.keys.secrets()).toEqual({ 'key-1': secret })
  expect(await phone.db.modelProviders.toArray()).toEqual([openai()])
  await until(() => expect(models.usable.current().map(({ ref }) => ref)).toEqual([{ modelProviderId: 'provider-1', modelId: 'quince-71' }]))
  await until(() => expect(rings).toEqual([{ kind: 'table', table: 'modelProviders' }]))
  otherWindow.close()
  expect(laptop.keys.asked).toEqual([{ deviceName: 'Phone', credentials: [expect.objectContaining({ id: 'key-1' })] }])
  await until(() => {
    expect(laptop.log.current()).toContainEqual(expect.objectContaining({ kind: 'credentials-sent', device: 'Phone', count: 1 }))
    expect(phone.log.current()).toContainEqual(expect.objectContaining({ kind: 'credentials-received', device: 'Laptop', count: 1 }))
  })
  await isTidy(laptop, phone)
})

test('SEC-1 neither page sees a key, and nothing of it is stored or shown once it is over', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  const states: string[] = []
  phone.client.core.running?.engine.awareness.on('update', () => states.push(JSON.stringify([...(phone.client.core.running?.engine.awareness.getStates().values() ?? [])])))
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toMatchObject({ ok: true })
  await isTidy(laptop, phone)
  for (const { keys: bridge } of [laptop, phone]) {
    expect(bridge.crossed.length).toBeGreaterThan(0)
    for (const crossed of bytesIn(bridge.crossed)) expect(crossed.includes(secret)).toBe(false)
  }
  expect(states.some((state) => state.includes('handOver'))).toBe(true)
  expect(states.join()).not.toContain('quince')
  expect(states.join()).not.toContain(secret.slice(0, 12))
  await until(() => expect(JSON.stringify([...(phone.client.core.running?.engine.awareness.getStates().values() ?? [])])).not.toContain('handOver'))
})

test('a device that is not there gets nothing, and the sender is told so', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  phone.goOffline()
  await until(() => expect(phone.status.current().kind).toBe('offline'))
  expect(await sendCredentials(laptop.client.core, phoneId, keys('key-1'), quick)).toEqual({ ok: false, failure: { code: 'device-away' } })
  expect(laptop.keys.asked).toEqual([])
  await isTidy(laptop)

  phone.goOnline()
  await areSynced(laptop, phone)
  expect(await phone.keys.secrets()).toEqual({})
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toMatchObject({ ok: true })
  expect(await phone.keys.secrets()).toEqual({ 'key-1': secret })
})

test('without a network the sender is told that it is offline', async () => {
  const { laptop, phoneId } = await twoDevices()
  await addKey(laptop)
  laptop.goOffline()
  await until(() => expect(laptop.status.current().kind).toBe('offline'))
  expect(await sendCredentials(laptop.client.core, phoneId, keys('key-1'), { ...quick, connectMs: 50 })).toEqual({ ok: false, failure: { code: 'offline' } })
})

test('a person who says no sends nothing', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  laptop.keys.answer = () => Promise.resolve(false)
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toEqual({ ok: false, failure: { code: 'cancelled' } })
  await isTidy(laptop, phone)
  expect(await phone.keys.secrets()).toEqual({})
  expect(await phone.db.modelProviders.count()).toBe(0)
})

test('a person may think for longer than the devices wait for each other', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  laptop.keys.answer = () => new Promise((resolve) => setTimeout(() => resolve(true), 2500))
  expect(await sendCredentials(laptop.client.core, phoneId, keys('key-1'), { ...quick, answerMs: 2000 })).toMatchObject({ ok: true })
  expect(await phone.keys.secrets()).toEqual({ 'key-1': secret })
})

test('SYN-7 a device that is removed gets nothing, also where it was removed while the person was asked', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  laptop.keys.answer = async () => {
    expect(await laptop.client.removeDevice(phoneId)).toMatchObject({ ok: true })
    return true
  }
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toEqual({ ok: false, failure: { code: 'unknown-device' } })
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toEqual({ ok: false, failure: { code: 'unknown-device' } })
  expect(laptop.keys.asked).toHaveLength(1)
  expect(await phone.keys.secrets()).toEqual({})
})

test('a device whose key storage is locked says so, and takes the keys once it is open', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  phone.keys.isLocked = true
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toEqual({ ok: false, failure: { code: 'keys-not-kept', detail: 'key-storage-unavailable' } })
  expect(await phone.db.modelProviders.count()).toBe(0)
  expect(laptop.logged()).not.toContain('credentials-sent')
  await isTidy(laptop, phone)
  phone.keys.isLocked = false
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toMatchObject({ ok: true })
})

test('a provider that is there stays as it is; one whose id is taken comes with a new one', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  await addKey(laptop)
  const other = openai({ name: 'Another', credentialId: 'key-9', baseUrl: 'https://other.example.com/v1' })
  await phone.db.modelProviders.put(other)
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toMatchObject({ ok: true })
  expect(await phone.db.modelProviders.get('provider-1')).toEqual(other)
  const added = (await phone.db.modelProviders.toArray()).find((row) => (row as ModelProvider).id !== 'provider-1') as ModelProvider
  expect({ ...added, id: 'provider-1' as ModelProviderId }).toEqual(openai())
  // Sent again, it is there already.
  expect(await laptop.client.sendCredentials(phoneId, keys('key-1'))).toMatchObject({ ok: true })
  expect(await phone.db.modelProviders.count()).toBe(2)
})

test('both may send to each other at the same time', async () => {
  const { laptop, phone, phoneId, laptopId } = await twoDevices()
  await addKey(laptop)
  await addKey(phone, openai({ id: 'provider-5', credentialId: 'key-5' }), 'sk-from-the-phone')
  expect(await Promise.all([laptop.client.sendCredentials(phoneId, keys('key-1')), phone.client.sendCredentials(laptopId, keys('key-5'))])).toMatchObject([{ ok: true }, { ok: true }])
  const both = { 'key-1': secret, 'key-5': 'sk-from-the-phone' }
  expect([await laptop.keys.secrets(), await phone.keys.secrets()]).toEqual([both, both])
  await isTidy(laptop, phone)
})

test('the most keys at once, with providers of hundreds of models', async () => {
  const { laptop, phone, phoneId } = await twoDevices()
  const ids = Array.from({ length: 32 }, (_, at) => `key-${at}`)
  const models = Array.from({ length: 300 }, (_, at) => ({ id: `maker-${at % 17}/model-${at * 7919}-instruct`, addedByHand: false }))
  for (const id of ids) await addKey(laptop, openai({ id: `of-${id}`, credentialId: id, models }), `sk-${crypto.randomUUID()}-${crypto.randomUUID()}-${id}`)
  expect(await laptop.client.sendCredentials(phoneId, keys(...ids))).toMatchObject({ ok: true })
  expect(await phone.keys.secrets()).toEqual(await laptop.keys.secrets())
  expect(await phone.db.modelProviders.count()).toBe(32)
  expect(await laptop.client.sendCredentials(phoneId, keys(...ids, 'key-32'))).toEqual({ ok: false, failure: { code: 'too-many-keys' } })
})
