import { afterEach, expect, test, vi } from 'vitest'
import { createSetupToken } from '../../../sync-server/src/auth'
import { openDevice, type Device, type DeviceOptions } from '../../helpers/sync-device'
import { startTestServer, type TestServer } from '../../helpers/sync-server'

const devices: Device[] = []
const servers: TestServer[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
  for (const server of servers.splice(0)) await server.stop()
})

const until = (check: () => unknown, timeout = 15_000) => vi.waitFor(check, { timeout, interval: 20 })

async function startServer(): Promise<TestServer> {
  const server = await startTestServer({ storage: 'sqlite' })
  servers.push(server)
  return server
}

async function device(options?: DeviceOptions): Promise<Device> {
  const opened = await openDevice(options)
  devices.push(opened)
  return opened
}

async function turnOn(server: TestServer, on: Device): Promise<string> {
  const setupToken = await createSetupToken(server.storage, Date.now())
  const turned = await on.client.turnOn({ serverUrl: server.url, setupToken, deviceName: 'Laptop' })
  if (!turned.ok) throw new Error(`${turned.failure.code} ${turned.failure.detail ?? ''}`)
  return turned.value.phrase
}

async function pair(old: Device, fresh: Device, server: TestServer, deviceName = 'Phone'): Promise<void> {
  const offered = await old.client.offer()
  await until(() => expect(offered.state.current().kind).toBe('waiting'))
  const shown = offered.state.current()
  const joining = await fresh.client.join({ serverUrl: server.url, code: shown.kind === 'waiting' ? shown.code : '', deviceName })
  await until(() => expect([offered.state.current().kind, joining.state.current().kind]).toEqual(['compare', 'compare']))
  const [here, there] = [offered.state.current(), joining.state.current()]
  expect(here.kind === 'compare' && here.words).toEqual(there.kind === 'compare' && there.words)
  offered.confirm(true)
  joining.confirm(true)
  await until(() => expect([offered.state.current().kind, joining.state.current().kind]).toEqual(['done', 'done']))
}

const isSynced = (...all: Device[]) => until(() => expect(all.map(({ status }) => status.current().kind)).toEqual(all.map(() => 'synced')))

test('a vault is made, a second device is let in, and both have memory and sessions', async () => {
  const server = await startServer()
  const laptop = await device()
  laptop.remember('Likes tea')
  const session = await laptop.say('How do I brew it?')
  expect((await turnOn(server, laptop)).split(' ')).toHaveLength(24)
  await laptop.say('For how long?', session)
  await isSynced(laptop)

  const phone = await device({ kind: 'phone' })
  phone.remember('Has a phone')
  await pair(laptop, phone, server)
  await isSynced(laptop, phone)
  await until(() => expect(phone.memories()).toEqual(['Has a phone', 'Likes tea']))
  expect(laptop.memories()).toEqual(phone.memories())
  expect(await phone.path(session)).toEqual(['How do I brew it?', 'For how long?'])

  await phone.say('Three minutes?', session)
  await until(async () => expect(await laptop.path(session)).toEqual(['How do I brew it?', 'For how long?', 'Three minutes?']))
  expect(laptop.vault.current()?.devices.map(({ name, isThis }) => [name, isThis])).toEqual([['Laptop', true], ['Phone', false]])
})
