import { expect, test } from 'vitest'
import { areSynced, closeAfterEach, device, pair, startServer, turnOn, until } from '../../helpers/sync-vault'

closeAfterEach()

test('STO-3 while the disk refuses, what is to be sent is sealed once, and sent once there is room', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await laptop.say('Before')
  await areSynced(laptop)
  let refused = 0
  const refuse = (): never => {
    refused += 1
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  laptop.db.syncDocs.hook('creating', refuse)
  for (let each = 0; each < 6; each += 1) await laptop.say(`Asked ${each}`)
  await until(() => expect(refused).toBeGreaterThan(3))
  laptop.db.syncDocs.hook('creating').unsubscribe(refuse)
  const phone = await device()
  await until(() => expect(laptop.status.current().kind).toBe('synced'), 30_000)
  await pair(laptop, phone, server)
  await until(async () => expect(await phone.texts()).toHaveLength(7))
  await areSynced(laptop, phone)
  const taken = (): number => phone.log.current().filter(({ kind, room }) => kind === 'merged' && room === 'journal').reduce((sum, { count }) => sum + (count ?? 0), 0)
  await until(() => expect(taken()).toBeGreaterThan(0))
  expect(taken()).toBe(7)
}, 60_000)
