import { expect, test } from 'vitest'
import { areSynced, closeAfterEach, device, restart, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'
import type { Device } from '../../helpers/sync-device'

closeAfterEach()

const idOf = (on: Device, name: string) => on.vault.current()?.devices.find((each) => each.name === name)?.id ?? ('' as never)

test('SYN-8 a new device is not let in where the server does not confirm its keys: both people are told', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  const phone = await device()
  const offered = await laptop.client.offer()
  await until(() => expect(offered.state.current().kind).toBe('waiting'))
  const shown = offered.state.current()
  const joining = await phone.client.join({ serverUrl: server.url, code: shown.kind === 'waiting' ? shown.code : '', deviceName: 'Phone' })
  await until(() => expect([offered.state.current().kind, joining.state.current().kind]).toEqual(['compare', 'compare']))
  laptop.cable.hold()
  offered.confirm(true)
  joining.confirm(true)
  await until(() => expect(offered.state.current()).toEqual({ kind: 'failed', reason: 'network' }))
  await until(() => expect(joining.state.current().kind).toBe('failed'))
  expect(phone.status.current()).toEqual({ kind: 'off' })
  laptop.cable.letThrough()
  await areSynced(laptop)
  expect(laptop.vault.current()?.devices.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(['Laptop'])
}, 60_000)

test('SYN-8 coming back lets go of nothing before the server has said yes, and not of a vault that this device is in', async () => {
  const server = await startServer()
  const { all: [laptop, phone], phrase } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const recover = () => phone.client.recover({ serverUrl: server.url, phrase, deviceName: 'Phone again' })
  expect(await recover()).toMatchObject({ ok: false, failure: { code: 'wrong-state' } })
  const joining = await phone.client.join({ serverUrl: server.url, code: '0000-0000-0000', deviceName: 'Phone' })
  await until(() => expect(joining.state.current().kind).toBe('failed'))
  expect(phone.vault.current()?.devices).toHaveLength(2)

  expect(await laptop.client.removeDevice(idOf(laptop, 'Phone'))).toEqual({ ok: true, value: null })
  await until(() => expect(phone.status.current()).toMatchObject({ kind: 'refused', reason: 'removed' }))
  phone.cable.isDeaf = true
  expect(await recover()).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
  expect(phone.status.current()).toMatchObject({ kind: 'refused', reason: 'removed' })
  expect(await phone.db.syncState.get('membership')).toBeDefined()
  phone.cable.isDeaf = false
  expect(await recover()).toEqual({ ok: true, value: null })
  await areSynced(laptop, phone)
}, 90_000)

test('SYN-7 a device that left while its server was away says so once it can be reached', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const { token } = laptop.client.core.running?.membership.device ?? { token: '' }
  const atServer = async (): Promise<number> => {
    const { devices } = (await (await fetch(`${server.url}/api/v1/vault`, { headers: { authorization: `Bearer ${token}` } })).json()) as { devices: unknown[] }
    return devices.length
  }
  expect(await atServer()).toBe(2)
  phone.goOffline()
  expect(await phone.client.leave({ deleteOnServer: false })).toEqual({ ok: true, value: null })
  expect(phone.status.current()).toEqual({ kind: 'off' })
  expect(await atServer()).toBe(2)
  const again = await restart(phone)
  await until(async () => expect(await atServer()).toBe(1))
  await until(async () => expect((await again.db.syncState.get('farewells'))?.value).toEqual([]))
}, 60_000)

test('the phrase of a new vault is kept until the person has seen it, also where the app ends before', async () => {
  const server = await startServer()
  const laptop = await device()
  const phrase = await turnOn(server, laptop)
  const again = await restart(laptop)
  expect(await again.client.unseenPhrase()).toMatchObject({ phrase })
  await until(() => expect(again.vault.current()?.isPhraseChecked).toBe(false))
  await again.client.putPhraseAway()
  expect(await again.client.unseenPhrase()).toBe(null)
  const other = await device()
  await turnOn(server, other)
  await other.client.confirmPhrase()
  expect(await other.client.unseenPhrase()).toBe(null)
  expect(JSON.stringify(await other.db.syncState.toArray())).not.toContain(phrase.split(' ').slice(0, 3).join(' '))
}, 60_000)
