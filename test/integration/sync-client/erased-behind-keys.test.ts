import { expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'
import { roomName } from '@shared/sync/rooms'
import { eraseRows } from '@renderer/db/erase'
import { readSyncState } from '@renderer/db/sync-state'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, device, pair, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

async function forget({ db, store }: Device, phrase: string): Promise<void> {
  const { sessions } = await eraseRows(db, createEraser([phrase]))
  store.erased([...sessions])
}

const engineOf = ({ client }: Device) => {
  const { running } = client.core
  if (running === null) throw new Error('this window does not lead')
  return running.engine
}

/** The phone seals with a key that the laptop does not get before it is let through. */
async function keptFromLaptop(laptop: Device, phone: Device): Promise<void> {
  const membership = await readSyncState(laptop.db, 'membership')
  if (membership === null) throw new Error('in no vault')
  const keysRoom = roomName(membership.secrets.vaultKey, 'keys')
  laptop.cable.hold((url) => url.includes(keysRoom))
  engineOf(phone).keyring.rotate()
}

/** Every text that comes out of the vault, also of entries that another one corrects. */
async function saidByVault(server: Awaited<ReturnType<typeof startServer>>, old: Device): Promise<string> {
  const tablet = await device()
  const said: string[] = []
  tablet.db.messages.hook('creating', (_key, row: unknown) => void said.push(JSON.stringify(row)))
  await pair(old, tablet, server, 'Tablet')
  await areSynced(tablet)
  return said.join()
}

const erasedOf = async ({ db }: Device) => (await db.syncState.get('erased'))?.value ?? []

test('SYN-3 what is forgotten while an entry of an unknown key holds it stays to be done, and leaves the vault once the key is there', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('My number is 4711 8822. The door code reads nine four. It is warm today.')
  await until(async () => expect(await phone.texts()).toHaveLength(1))
  await areSynced(laptop, phone)

  await keptFromLaptop(laptop, phone)
  // The row lies under the new key now, its number in it.
  await forget(phone, 'The door code reads nine four')
  await until(async () => expect(await erasedOf(phone)).toEqual([]))
  await areSynced(phone)
  await forget(laptop, 'My number is 4711 8822')
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await erasedOf(laptop)).toHaveLength(1)

  laptop.cable.letThrough()
  await until(async () => expect(await erasedOf(laptop)).toEqual([]), 40_000)
  for (const one of [laptop, phone]) await until(async () => expect(await one.path(session)).toEqual(['[…] It is warm today.']), 40_000)
  await areSynced(laptop, phone)
  const said = await saidByVault(server, phone)
  expect(said).toContain('It is warm today')
  expect(said).not.toMatch(/4711|nine four/)
}, 120_000)

test('SYN-3 an entry of an unknown key holds up nothing that is forgotten after it came', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  await laptop.say('My number is 4711 8822.')
  const session = await laptop.say('The door code reads nine four.')
  await until(async () => expect(await phone.texts()).toHaveLength(2))
  await areSynced(laptop, phone)

  await keptFromLaptop(laptop, phone)
  await phone.say('Said under the new key')
  await areSynced(phone)
  await forget(laptop, 'My number is 4711 8822')
  await until(async () => expect((await phone.texts()).join()).not.toContain('4711'), 40_000)
  await areSynced(laptop)
  await new Promise((resolve) => setTimeout(resolve, 1000))

  await forget(laptop, 'The door code reads nine four')
  // The connection that says nothing is given up in the end, and the next one brings the keys.
  await until(async () => expect(await phone.path(session)).toEqual(['[…]']), 15_000)
  expect(engineOf(laptop).keyring.currentEpoch()?.number).toBe(1)
  expect(await laptop.texts()).not.toContain('Said under the new key')
}, 120_000)
