import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NetworkPath } from '../../helpers/network-path'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, device, startServer, turnOn, until } from '../../helpers/sync-vault'

closeAfterEach()

// What watches for silence does so by intervals and the clock: a minute passes in a moment. Sockets and disks are real.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Some seconds of the watch, each with a moment of real time for what is under way. */
async function letPass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1000)
    await pause(20)
  }
}

async function laptopBehindPath(): Promise<{ readonly laptop: Device; readonly path: NetworkPath; readonly stored: () => Promise<number> }> {
  const server = await startServer()
  const path = await NetworkPath.open(Number(new URL(server.url).port))
  onTestFinished(() => path.close())
  const laptop = await device()
  await turnOn({ ...server, url: path.url, storage: server.storage }, laptop)
  await areSynced(laptop)
  return { laptop, path, stored: async () => (await server.storage.totals()).bytes }
}

test('SYN-8 a connection through which nothing comes any more is given up within half a minute, and nothing is lost', async () => {
  const { laptop, path, stored } = await laptopBehindPath()
  const before = { opened: laptop.cable.opened, bytes: await stored() }
  path.become('silent')
  laptop.remember('Written into the silence')
  await letPass(20)
  expect(laptop.cable.opened).toBe(before.opened)
  await letPass(20)
  path.become('through')
  await until(() => expect(laptop.cable.opened).toBeGreaterThan(before.opened))
  laptop.wake()
  await areSynced(laptop)
  expect(await stored()).toBeGreaterThan(before.bytes)
}, 60_000)

test('SYN-8 a connection that brings and takes nothing along is given up when no echo came for 45 s, and the edit is sent again', async () => {
  const { laptop, path, stored } = await laptopBehindPath()
  const before = { opened: laptop.cable.opened, bytes: await stored() }
  path.become('deaf')
  laptop.remember('Never taken along')
  await letPass(40)
  // The server is heard every few seconds: silence is not what ends it.
  expect([laptop.cable.opened, laptop.status.current().kind === 'synced']).toEqual([before.opened, false])
  expect(await stored()).toBe(before.bytes)
  await letPass(40)
  path.become('through')
  await until(() => expect(laptop.cable.opened).toBeGreaterThan(before.opened))
  laptop.wake()
  await areSynced(laptop)
  expect(await stored()).toBeGreaterThan(before.bytes)
}, 60_000)
