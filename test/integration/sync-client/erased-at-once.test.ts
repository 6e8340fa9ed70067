import { expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'
import { eraseRows } from '@renderer/db/erase'
import { purgeSession } from '@renderer/db/purge'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, device, pair, startServer, turnOn, until } from '../../helpers/sync-vault'

closeAfterEach()

const number = 'My number is 4711 8822.'
const code = 'The door code reads nine four.'

/** Two devices of a vault in which all messages lie in one sealed entry. */
async function twoDevices(...texts: readonly string[]) {
  const server = await startServer()
  const laptop = await device()
  const sessions = []
  for (const text of texts) sessions.push(await laptop.say(text))
  await turnOn(server, laptop)
  const phone = await device()
  await pair(laptop, phone, server)
  await until(async () => expect(await phone.texts()).toHaveLength(texts.length))
  await areSynced(laptop, phone)
  return { server, laptop, phone, sessions }
}

async function forget({ db, store }: Device, ...phrases: string[]): Promise<void> {
  const { sessions } = await eraseRows(db, createEraser(phrases))
  store.erased([...sessions])
}

/** Neither hears of the other until both have sent what they did. */
async function apart(devices: readonly Device[], work: () => Promise<unknown>): Promise<void> {
  for (const { cable } of devices) cable.hold()
  await work()
  await until(() => expect(devices.map(({ status }) => status.current().kind)).toEqual(devices.map(() => 'syncing')))
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const { cable } of devices) cable.letThrough()
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

const isDone = async ({ db }: Device): Promise<void> => {
  for (const key of ['erased', 'unsaidPurges', 'returned']) expect((await db.syncState.get(key))?.value ?? []).toEqual([])
}

test('SYN-3 of two devices that forget other words at once neither leaves the words of the other in the vault', async () => {
  const { server, laptop, phone } = await twoDevices(number, code, 'Something else')
  await apart([laptop, phone], () => Promise.all([forget(laptop, number), forget(phone, code)]))
  await until(async () => expect((await laptop.texts()).join()).not.toContain('nine four'))
  await until(async () => expect((await phone.texts()).join()).not.toContain('4711'))
  await until(async () => Promise.all([laptop, phone].map(isDone)), 40_000)
  await areSynced(laptop, phone)
  const said = await saidByVault(server, laptop)
  expect(said).toContain('Something else')
  expect(said).not.toMatch(/4711|nine four/)
}, 90_000)

test('SYN-3 of two devices that forget other words of one message both are forgotten, on both and in the vault', async () => {
  const { server, laptop, phone } = await twoDevices(`${number} ${code} It is warm today.`)
  await apart([laptop, phone], () => Promise.all([forget(laptop, number), forget(phone, code)]))
  await until(async () => expect(await laptop.texts()).toEqual(['[…] It is warm today.']))
  await until(async () => expect(await phone.texts()).toEqual(['[…] It is warm today.']))
  await until(async () => Promise.all([laptop, phone].map(isDone)), 40_000)
  await areSynced(laptop, phone)
  const said = await saidByVault(server, phone)
  expect(said).toContain('It is warm today.')
  expect(said).not.toMatch(/4711|nine four/)
}, 90_000)

test('SYN-3 a session that is deleted for good while another device rewrites the entry leaves the vault', async () => {
  const { server, laptop, phone, sessions } = await twoDevices('A secret question', number)
  await apart([laptop, phone], () => Promise.all([purgeSession(sessions[0] ?? ('' as never), Date.now(), laptop).then(() => laptop.store.erased([])), forget(phone, number)]))
  await until(async () => expect((await laptop.texts()).join()).toBe('[…]'), 40_000)
  await until(async () => expect((await phone.texts()).join()).toBe('[…]'), 40_000)
  await until(async () => Promise.all([laptop, phone].map(isDone)), 40_000)
  await areSynced(laptop, phone)
  expect(await saidByVault(server, laptop)).not.toMatch(/4711|secret/)
}, 120_000)
