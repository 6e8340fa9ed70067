import { afterEach, expect, vi } from 'vitest'
import { createSetupToken } from '../../sync-server/src/auth'
import { createQueuedLocks } from './queued-locks'
import { openDevice, type Device, type DeviceOptions } from './sync-device'
import { startTestServer, type TestServer, type TestServerOptions } from './sync-server'

const devices = new Set<Device>()
const servers = new Set<TestServer>()

/** To be called once in a test file: everything that a test opened ends with it. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const device of devices) await device.close().catch(() => undefined)
    for (const server of servers) await server.stop().catch(() => undefined)
    devices.clear()
    servers.clear()
  })
}

export const until = (check: () => unknown, timeout = 20_000) => vi.waitFor(check, { timeout, interval: 20 })

export async function startServer(options: TestServerOptions = { storage: 'sqlite' }): Promise<TestServer> {
  const server = await startTestServer(options)
  servers.add(server)
  return server
}

export async function device(options?: DeviceOptions): Promise<Device> {
  const opened = await openDevice(options)
  devices.add(opened)
  return opened
}

/** The same profile in a new process, after the old one was killed. */
export async function restart(killed: Device): Promise<Device> {
  killed.crash()
  devices.delete(killed)
  return device({ profile: { ...killed.profile, locks: createQueuedLocks() } })
}

/** Turns sync on. @returns the recovery phrase */
export async function turnOn(server: TestServer, on: Device, deviceName = 'Laptop'): Promise<string> {
  const setupToken = await createSetupToken(server.storage, Date.now())
  const turned = await on.client.turnOn({ serverUrl: server.url, setupToken, deviceName })
  if (!turned.ok) throw new Error(`${turned.failure.code} ${turned.failure.detail ?? ''}`)
  return turned.value.phrase
}

/** Both people say that the words are the same. */
export async function pair(old: Device, fresh: Device, server: TestServer, deviceName = 'Phone'): Promise<void> {
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

/** What was just written is sealed after a moment: until then the status is that of before. */
const batchMs = 400

export async function areSynced(...all: Device[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, batchMs))
  await until(() => expect(all.map(({ status }) => status.current().kind)).toEqual(all.map(() => 'synced')))
}

/** A vault with as many devices: Laptop, Phone, Tablet. */
export async function vaultOf(server: TestServer, count: number): Promise<{ readonly all: Device[]; readonly phrase: string }> {
  const first = await device()
  const phrase = await turnOn(server, first)
  const all = [first]
  for (const name of ['Phone', 'Tablet', 'Desk'].slice(0, count - 1)) {
    const next = await device()
    await pair(first, next, server, name)
    all.push(next)
  }
  await areSynced(...all)
  return { all, phrase }
}
