import { expect, test } from 'vitest'
import { purgeSession } from '@renderer/db/purge'
import { restoreSnapshot } from '@renderer/db/restore'
import { buildSnapshot } from '@renderer/db/snapshots'
import { readSyncState } from '@renderer/db/sync-state'
import { areSynced, closeAfterEach, device, pair, restart, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('SYN-9 a copy from before a session was deleted for good does not bring it back, here or into the vault', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const secret = await laptop.say('A secret question')
  await laptop.say('Something else')
  await until(async () => expect(await phone.texts()).toHaveLength(2))
  await Promise.all([laptop.index.flush(), laptop.memory.flush()])
  const copy = await buildSnapshot(laptop.db, { now: Date.now })
  expect((await purgeSession(secret, Date.now(), phone)).written.ok).toBe(true)
  await until(async () => expect(await laptop.texts()).toEqual(['Something else']))
  await until(async () => expect(await phone.db.syncState.get('unsaidPurges')).toMatchObject({ value: [] }))
  await until(async () => expect(await readSyncState(laptop.db, 'purged')).toHaveLength(1))

  const restored = await restart(laptop)
  await restoreSnapshot(copy, restored.db, restored.guard)
  expect(await restored.texts()).toContain('A secret question')
  const again = await restart(restored)
  await areSynced(again, phone)
  await until(async () => expect(await again.texts()).toEqual(['Something else']))
  const tablet = await device()
  await pair(phone, tablet, server, 'Tablet')
  await areSynced(tablet)
  await until(async () => expect(await tablet.texts()).toContain('Something else'))
  for (const each of [again, phone, tablet]) expect(await each.texts()).toEqual(['Something else'])
}, 90_000)
