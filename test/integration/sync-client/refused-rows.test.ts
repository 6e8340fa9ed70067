import { expect, test } from 'vitest'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, device, pair, startServer, turnOn, until } from '../../helpers/sync-vault'

closeAfterEach()

/** The disk takes no new messages until there is room again. */
function fillDisk({ db }: Device) {
  let refused = 0
  const refuse = (): never => {
    refused += 1
    throw new DOMException('The disk is full', 'QuotaExceededError')
  }
  db.messages.hook('creating', refuse)
  return { refused: () => refused, makeRoom: () => db.messages.hook('creating').unsubscribe(refuse) }
}

test('SYN-8 messages that the disk refused are not taken for here, and come once there is room', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  const session = await laptop.say('Said before the phone came')
  await areSynced(laptop)

  const phone = await device()
  const disk = fillDisk(phone)
  await pair(laptop, phone, server)
  await until(() => expect(phone.sessions()).toEqual(['Said before the phone came']))
  await until(() => expect(disk.refused()).toBeGreaterThan(0))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(phone.status.current().kind).not.toBe('synced')

  disk.makeRoom()
  await until(async () => expect(await phone.path(session)).toEqual(['Said before the phone came']))
  await areSynced(laptop, phone)
}, 60_000)
