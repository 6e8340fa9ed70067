import { expect, test } from 'vitest'
import { keepOnly } from '@renderer/state/keep-only'
import { areSynced, closeAfterEach, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('SYN-9 of two continuations that were joined one can be kept, on every device, and taken back', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('Where to?')
  await until(async () => expect(await phone.path(session)).toEqual(['Where to?']))
  await areSynced(laptop, phone)
  phone.goOffline()
  await laptop.say('To the sea', session)
  await phone.say('To the hills', session)
  phone.goOnline()
  for (const each of [laptop, phone]) await until(async () => expect((await each.path(session)).slice().sort()).toEqual(['To the hills', 'To the sea', 'Where to?']))

  const rows = (await laptop.store.readPath(session, 100, new Map())).items.map(({ row }) => row)
  const sea = rows.find(({ parts }) => JSON.stringify(parts).includes('sea'))?.id ?? ('' as never)
  const kept = await keepOnly(session, { message: sea, which: 'other' }, laptop)
  if (!kept.ok) throw new Error(kept.failure.code)
  for (const each of [laptop, phone]) await until(async () => expect(await each.path(session)).toEqual(['Where to?', 'To the hills']))
  const [, hills] = (await phone.store.readPath(session, 100, new Map())).items
  expect(hills?.siblingIds).toHaveLength(2)

  expect(await kept.value()).toMatchObject({ ok: true })
  for (const each of [laptop, phone]) await until(async () => expect(await each.path(session)).toHaveLength(3))
  expect(await keepOnly(session, { message: sea, which: 'this' }, phone)).toMatchObject({ ok: true })
  for (const each of [laptop, phone]) await until(async () => expect(await each.path(session)).toEqual(['Where to?', 'To the sea']))
  await phone.say('By train', session)
  for (const each of [laptop, phone]) await until(async () => expect(await each.path(session)).toEqual(['Where to?', 'To the sea', 'By train']))
  expect(await keepOnly(session, { message: sea, which: 'this' }, phone)).toMatchObject({ ok: false })
}, 60_000)
