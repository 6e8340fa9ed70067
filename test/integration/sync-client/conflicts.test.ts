import { expect, test } from 'vitest'
import type { SessionId } from '@shared/ids'
import { changeEntry, readEntry } from '@shared/sessions/index-doc'
import { purgeSession } from '@renderer/db/purge'
import type { Device } from '../../helpers/sync-device'
import { areSynced, closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

/** A session that both devices have, and both devices without a network. */
async function apart(): Promise<{ laptop: Device; phone: Device; session: SessionId }> {
  const { all: [laptop, phone] } = await vaultOf(await startServer(), 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('Where to?')
  await areSynced(laptop, phone)
  await until(async () => expect(await phone.path(session)).toEqual(['Where to?']))
  for (const each of [laptop, phone]) each.goOffline()
  await phone.say('To Kyoto', session)
  return { laptop, phone, session }
}

async function together(...all: readonly Device[]): Promise<void> {
  for (const each of all) each.goOnline()
  await areSynced(...all)
}

test('SYN-9 a session that was put into the trash while the phone went on with it is back on both, and the log says why', async () => {
  const { laptop, phone, session } = await apart()
  await laptop.index.edit((doc) => changeEntry(doc, session, { trashedAt: 20 }))
  await together(laptop, phone)
  for (const each of [laptop, phone]) {
    await until(async () => {
      expect(readEntry(each.index.doc, session)).toMatchObject({ trashedAt: null, continuedAfter: 'trashed' })
      expect(await each.path(session)).toEqual(['Where to?', 'To Kyoto'])
      expect(each.logged()).toContain('conflict continued-after-trash')
    })
  }
}, 90_000)

test('SYN-9 of a session that was deleted for good while the phone went on with it what the phone said is left on both', async () => {
  const { laptop, phone, session } = await apart()
  await laptop.index.edit((doc) => changeEntry(doc, session, { trashedAt: 20 }))
  expect((await purgeSession(session, 30, laptop)).written.ok).toBe(true)
  expect(await laptop.texts()).toEqual([])
  await together(laptop, phone)
  for (const each of [laptop, phone]) {
    await until(async () => {
      expect(await each.texts()).toEqual(['To Kyoto'])
      expect(await each.path(session)).toEqual(['To Kyoto'])
      expect(readEntry(each.index.doc, session)).toMatchObject({ purgedAt: null, continuedAfter: 'purged' })
      expect(JSON.stringify(each.index.doc.getMap('sessions'))).not.toContain('Where to?')
      expect(each.logged()).toContain('conflict continued-after-deletion')
    })
  }
  const fresh = laptop.db
  expect((await purgeSession(session, 40, laptop)).written.ok).toBe(true)
  await until(async () => expect(await fresh.messages.count()).toBe(0))
  await until(async () => expect(await phone.texts()).toEqual([]))
}, 90_000)
