import { expect, test } from 'vitest'
import type { SyncStatus } from '@renderer/state/services'
import { areSynced, closeAfterEach, device, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('SYN-8 from the edit on, and until the server has it, nothing says that this device is synced', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  const kind = (): SyncStatus['kind'] => laptop.status.current().kind
  laptop.remember('Likes tea')
  expect(kind()).toBe('syncing')
  await areSynced(laptop)
  laptop.cable.hold()
  await laptop.say('A question')
  expect(kind()).toBe('syncing')
  const shown: string[] = []
  laptop.status.subscribe(() => shown.push(kind()))
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(shown).not.toContain('synced')
  laptop.cable.letThrough()
  await areSynced(laptop)
}, 60_000)

test('SYN-8 where the server closes every connection after a moment, what is shown is what is', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  const shown: string[] = []
  laptop.status.subscribe(() => shown.push(laptop.status.current().kind))
  for (let round = 0; round < 4; round++) {
    shown.length = 0
    laptop.cable.cut()
    await until(() => expect(laptop.status.current().kind).not.toBe('synced'))
    await until(() => expect(laptop.status.current().kind).toBe('synced'), 30_000)
    expect(shown).toContain('offline')
  }
}, 60_000)

test('what is typed on and on is sent at once when the person looks elsewhere, or something else is sent', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const line = laptop.remember('L')
  const type = async (text: string): Promise<void> => {
    for (const each of text) {
      laptop.edit(line, (laptop.memories()[0] ?? '') + each)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  await type('ikes green tea')
  laptop.rest()
  await until(() => expect(phone.memories()).toEqual(['Likes green tea']), 1500)
  await type(' and coffee')
  await laptop.say('A question')
  await until(() => expect(phone.memories()).toEqual(['Likes green tea and coffee']), 1500)
  await areSynced(laptop, phone)
}, 60_000)
