import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { createEraser } from '@shared/memory/history/eraser'
import { eraseRows } from '@renderer/db/erase'
import { closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('words that are forgotten at the moment in which they are sealed are taken out of the vault as well', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const erasing: Promise<unknown>[] = []
  laptop.db.messages.hook('reading', (row: unknown) => {
    // What is read here is about to be sealed.
    if (erasing.length === 0) erasing.push(Dexie.ignoreTransaction(() => eraseRows(laptop.db, createEraser(['My number is 4711 8822']))))
    return row
  })
  await laptop.say('My number is 4711 8822.')
  await until(() => expect(erasing).toHaveLength(1))
  await Promise.all(erasing)
  expect((await laptop.texts()).join()).not.toContain('4711')
  await until(async () => expect(await phone.texts()).toHaveLength(1))
  await until(async () => expect((await phone.texts()).join()).not.toContain('4711'), 40_000)
}, 60_000)
