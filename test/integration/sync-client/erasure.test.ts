import { expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'
import { eraseRows } from '@renderer/db/erase'
import { purgeSession } from '@renderer/db/purge'
import { areSynced, closeAfterEach, device, pair, restart, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('what is deleted for good is gone on the other devices and in the vault', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const secret = await laptop.say('A secret question')
  await laptop.say('And more of it', secret)
  const other = await laptop.say('Something else')
  await until(async () => expect(await phone.texts()).toHaveLength(3))
  await areSynced(laptop, phone)
  const { written } = await purgeSession(secret, Date.now(), laptop)
  expect(written.ok).toBe(true)
  await until(async () => expect(await phone.texts()).toEqual(['Something else']))
  await until(async () => expect(await laptop.db.syncState.get('unsaidPurges')).toMatchObject({ value: [] }))

  const tablet = await device()
  await pair(phone, tablet, server, 'Tablet')
  await areSynced(tablet)
  await until(async () => expect(await tablet.path(other)).toEqual(['Something else']))
  expect(await tablet.texts()).toEqual(['Something else'])
  expect(tablet.logged().filter((line) => /refused|forked|gap|rolled/.test(line))).toEqual([])
}, 60_000)

test('words that were forgotten for good are taken out of messages on the other devices and in the vault', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('My number is 4711 8822.')
  await laptop.say('What is the weather?', session)
  await until(async () => expect(await phone.texts()).toHaveLength(2))
  await areSynced(laptop, phone)
  const { sessions } = await eraseRows(laptop.db, createEraser(['My number is 4711 8822']))
  laptop.store.erased([...sessions])
  expect((await laptop.texts()).join()).not.toContain('4711')
  const again = await restart(laptop)
  await until(async () => expect((await phone.texts()).join()).not.toContain('4711'), 40_000)
  expect(await phone.texts()).toEqual(await again.texts())
  await until(async () => expect(await again.db.syncState.get('erased')).toMatchObject({ value: [] }))

  const tablet = await device()
  await pair(again, tablet, server, 'Tablet')
  await areSynced(tablet)
  await until(async () => expect(await tablet.texts()).toEqual(await again.texts()))
}, 90_000)
