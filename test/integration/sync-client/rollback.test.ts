import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { readSyncState } from '@renderer/db/sync-state'
import type { TestServer } from '../../helpers/sync-server'
import { areSynced, closeAfterEach, device, pair, restart, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

const portOf = (server: TestServer): number => Number(new URL(server.url).port)

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder)).map((name) => join(folder, name))

async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'commonplace-old-'))
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await cp(folder, copy, { recursive: true })
  return copy
}

test('SYN-4 a server that went back to an old state is noticed by whichever device comes first, said, and healed', async () => {
  const first = await startServer()
  const { all: [laptop, phone] } = await vaultOf(first, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  laptop.remember('Before')
  const session = await laptop.say('Before')
  await until(async () => expect(await phone.texts()).toEqual(['Before']))
  await areSynced(laptop, phone)
  const port = portOf(first)
  await first.close()
  const old = await copyOf(first.folder)
  const second = await startServer({ storage: 'sqlite', folder: first.folder, port })
  await areSynced(laptop, phone)
  // More than one segment, so that one is no longer kept by the devices.
  for (let at = 0; at < 5; at++) await laptop.say(`${at} ${randomBytes(525_000).toString('base64')}`, session)
  await laptop.say('Into the second', session)
  laptop.remember('After')
  await until(async () => expect(Object.keys((await readSyncState(phone.db, 'segments')) ?? {})).toEqual(['1']), 40_000)
  await areSynced(laptop, phone)
  await second.close()

  const third = await startServer({ storage: 'sqlite', folder: old, port })
  await until(() => expect([laptop, phone].some((each) => each.logged().includes('rolled-back'))).toBe(true), 40_000)
  await until(() => expect([laptop, phone].some((each) => each.logged().includes('healed'))).toBe(true), 40_000)
  await areSynced(laptop, phone)
  await until(async () => expect(await laptop.db.syncOutbox.count()).toBe(0), 40_000)

  const tablet = await device()
  await pair(laptop, tablet, third, 'Tablet')
  await until(async () => expect(await tablet.texts()).toEqual(await laptop.texts()), 40_000)
  await until(() => expect(tablet.memories()).toEqual(['After', 'Before']))
}, 180_000)

test('SYN-4 a device that is paired with a server that keeps things back says what is missing; a device that has it heals it', async () => {
  const first = await startServer()
  const laptop = await device()
  await turnOn(first, laptop)
  laptop.remember('Written before')
  const session = await laptop.say('Said before')
  await until(async () => expect(await laptop.db.syncOutbox.count()).toBe(0))
  await areSynced(laptop)
  const port = portOf(first)
  const phone = await device()
  await pair(laptop, phone, first)
  // Right after it was let in the server is set back: it knows its devices, and nothing of what they wrote.
  for (const each of [laptop, phone]) each.goOffline()
  await first.close()
  const old = await copyOf(first.folder)
  const emptied = new Database((await filesIn(old)).find((path) => /\.(db|sqlite3?)$/.test(path)) ?? '')
  emptied.exec('delete from updates; delete from rooms')
  emptied.close()
  await phone.db.syncDocs.clear()
  await phone.db.syncState.where('key').startsWith('room:').delete()
  const fresh = await restart(phone)
  await startServer({ storage: 'sqlite', folder: old, port })
  await until(() => expect(fresh.logged().filter((line) => line.startsWith('rolled-back')).length).toBeGreaterThan(0), 40_000)
  laptop.goOnline()
  await until(() => expect(laptop.logged()).toContain('rolled-back'))
  await until(() => expect(fresh.memories()).toEqual(['Written before']), 40_000)
  await until(async () => expect(await fresh.path(session)).toEqual(['Said before']))
}, 120_000)
