import { expect, test } from 'vitest'
import { areSynced, closeAfterEach, device, pair, startServer, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('SYN-7 what a device wrote before it was removed counts, also in rooms that the remover takes no part in', async () => {
  const server = await startServer()
  const { all: [laptop, phone, tablet] } = await vaultOf(server, 3)
  if (laptop === undefined || phone === undefined || tablet === undefined) throw new Error('three devices')
  await laptop.client.setOptions({ sessions: false, memory: false })
  const session = await phone.say('Asked on the phone')
  phone.remember('Noted on the phone')
  await tablet.say('Asked on the tablet')
  tablet.remember('Noted on the tablet')
  await until(() => expect(tablet.memories()).toEqual(['Noted on the phone', 'Noted on the tablet']))
  await until(async () => expect(await tablet.path(session)).toEqual(['Asked on the phone']))
  await until(async () => expect((await phone.texts()).sort()).toEqual(['Asked on the phone', 'Asked on the tablet']))
  await until(() => expect(phone.memories()).toEqual(['Noted on the phone', 'Noted on the tablet']))
  await areSynced(laptop, phone, tablet)

  const lost = laptop.vault.current()?.devices.find(({ name }) => name === 'Phone')
  expect(await laptop.client.removeDevice(lost?.id ?? ('' as never))).toEqual({ ok: true, value: null })
  await tablet.client.setOptions({ sessions: false, memory: false })
  await areSynced(tablet)
  expect(await tablet.client.leave({ deleteOnServer: false })).toEqual({ ok: true, value: null })

  const desk = await device()
  await pair(laptop, desk, server, 'Desk')
  await areSynced(desk)
  await until(() => expect(desk.sessions()).toEqual(['Asked on the phone', 'Asked on the tablet']))
  await until(async () => expect(await desk.path(session)).toEqual(['Asked on the phone']))
  await until(async () => expect((await desk.texts()).sort()).toEqual(['Asked on the phone', 'Asked on the tablet']))
  expect(desk.memories()).toEqual(['Noted on the phone', 'Noted on the tablet'])
}, 60_000)

test('SYN-7 a device is removed once everything that it wrote is here: until then the person is told to try again', async () => {
  const server = await startServer()
  const { all: [laptop, phone, tablet] } = await vaultOf(server, 3)
  if (laptop === undefined || phone === undefined || tablet === undefined) throw new Error('three devices')
  const lost = laptop.vault.current()?.devices.find(({ name }) => name === 'Phone')
  await laptop.client.pause()
  const session = await phone.say('Asked while the laptop was paused')
  await until(async () => expect(await tablet.path(session)).toEqual(['Asked while the laptop was paused']))
  expect(await laptop.client.removeDevice(lost?.id ?? ('' as never))).toMatchObject({ ok: false })
  await until(() => expect(phone.status.current()).toMatchObject({ kind: 'refused', reason: 'removed' }))
  await laptop.client.resume()
  expect(await laptop.client.removeDevice(lost?.id ?? ('' as never))).toEqual({ ok: true, value: null })
  await until(async () => expect(await laptop.path(session)).toEqual(['Asked while the laptop was paused']))
}, 60_000)
