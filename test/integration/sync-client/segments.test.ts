import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { restoreSnapshot } from '@renderer/db/restore'
import { buildSnapshot } from '@renderer/db/snapshots'
import { readSyncState } from '@renderer/db/sync-state'
import { areSynced, closeAfterEach, device, pair, restart, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

/** Text that does not get smaller by packing. */
const longText = (bytes: number): string => randomBytes(Math.ceil(bytes * 0.75)).toString('base64')

const segmentsOf = async (on: Parameters<typeof areSynced>[0]) => Object.keys((await readSyncState(on.db, 'segments')) ?? {}).map(Number)

test('messages fill one segment after the other; a new device reads the newest first and keeps no sealed copy of the others', async () => {
  const server = await startServer()
  const laptop = await device()
  const session = await laptop.say('The first')
  for (let at = 0; at < 9; at++) await laptop.say(`${at} ${longText(700_000)}`, session)
  await laptop.say('The last', session)
  await turnOn(server, laptop)
  await areSynced(laptop)
  await until(async () => expect(await segmentsOf(laptop)).toEqual([1, 2]), 40_000)

  const phone = await device()
  await pair(laptop, phone, server)
  await until(async () => expect((await phone.texts()).at(-1)).toBe('The last'))
  await areSynced(phone)
  await until(async () => expect(await phone.texts()).toEqual(await laptop.texts()))
  for (const both of [laptop, phone]) {
    await until(async () => expect(await segmentsOf(both)).toEqual([1, 2]))
    expect(await both.db.syncDocs.where('room').startsWith('journal/').uniqueKeys()).toEqual(['journal/3'])
  }
  expect(await phone.db.syncOutbox.count()).toBe(0)
}, 90_000)

test('what is written late into a segment that others have let go of is noticed and read', async () => {
  const server = await startServer()
  const { all: [laptop, phone, tablet] } = await vaultOf(server, 3)
  if (laptop === undefined || phone === undefined || tablet === undefined) throw new Error('three devices')
  await laptop.say('Early')
  await until(async () => expect(await phone.texts()).toEqual(['Early']))
  phone.goOffline()
  await phone.say('Late')
  await until(async () => expect(await phone.db.syncOutbox.count()).toBe(0))
  for (let at = 0; at < 5; at++) await laptop.say(`${at} ${longText(700_000)}`)
  await laptop.say('Into the second')
  await until(async () => expect(await segmentsOf(tablet)).toEqual([1]), 30_000)
  expect((await tablet.texts())).not.toContain('Late')
  phone.goOnline()
  await until(async () => expect(await tablet.texts()).toContain('Late'), 40_000)
  await until(async () => expect(await laptop.texts()).toContain('Late'))
  await areSynced(laptop, phone, tablet)
}, 120_000)

test('SYN-5 a device that goes back to an old copy begins another chain, gets everything anew and undoes no deletion', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const kept = laptop.remember('Kept')
  const session = await laptop.say('Before the copy')
  await until(async () => expect(await phone.texts()).toEqual(['Before the copy']))
  await Promise.all([laptop.index.flush(), laptop.memory.flush()])
  const copy = await buildSnapshot(laptop.db, { now: Date.now })
  laptop.edit(kept, 'Kept, and changed')
  laptop.remember('After the copy')
  await laptop.say('After the copy', session)
  await until(async () => expect(await phone.texts()).toEqual(['Before the copy', 'After the copy']))
  await areSynced(laptop, phone)

  laptop.crash()
  const restored = await device({ profile: { ...laptop.profile } })
  await restored.close()
  await restoreSnapshot(copy, (await restart(restored)).db, restored.guard)
  const again = await restart(restored)
  await areSynced(again, phone)
  await until(() => expect(again.memories()).toEqual(['After the copy', 'Kept, and changed']))
  expect(phone.memories()).toEqual(again.memories())
  expect(await again.path(session)).toEqual(['Before the copy', 'After the copy'])
  await again.say('Since', session)
  await until(async () => expect(await phone.path(session)).toEqual(['Before the copy', 'After the copy', 'Since']))
  expect(phone.logged().filter((line) => /refused|forked|rolled/.test(line))).toEqual([])
}, 60_000)
