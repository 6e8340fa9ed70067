import { expect, test } from 'vitest'
import { areSynced, closeAfterEach, device, pair, restart, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

test('a vault is made, a second device is let in, and both have memory and sessions', async () => {
  const server = await startServer()
  const laptop = await device()
  laptop.remember('Likes tea')
  const session = await laptop.say('How do I brew it?')
  expect((await turnOn(server, laptop)).split(' ')).toHaveLength(24)
  await laptop.say('For how long?', session)
  await areSynced(laptop)

  const phone = await device({ kind: 'phone' })
  phone.remember('Has a phone')
  await pair(laptop, phone, server)
  await areSynced(laptop, phone)
  await until(() => expect(phone.memories()).toEqual(['Has a phone', 'Likes tea']))
  expect(laptop.memories()).toEqual(phone.memories())
  expect(await phone.path(session)).toEqual(['How do I brew it?', 'For how long?'])

  await phone.say('Three minutes?', session)
  await until(async () => expect(await laptop.path(session)).toEqual(['How do I brew it?', 'For how long?', 'Three minutes?']))
  expect(laptop.vault.current()?.devices.map(({ name, isThis }) => [name, isThis])).toEqual([['Laptop', true], ['Phone', false]])
})

test('what was written offline on both is on both afterwards', async () => {
  const server = await startServer()
  const { all: [laptop, phone] } = await vaultOf(server, 2)
  if (laptop === undefined || phone === undefined) throw new Error('two devices')
  const session = await laptop.say('Where to?')
  await areSynced(laptop, phone)
  await until(async () => expect(await phone.path(session)).toEqual(['Where to?']))
  phone.goOffline()
  laptop.goOffline()
  phone.remember('Written in the subway')
  laptop.remember('Written at home')
  await phone.say('To Kyoto', session)
  await laptop.say('To Nara', session)
  await until(() => expect(phone.status.current()).toMatchObject({ kind: 'offline', reason: 'no-network' }))
  expect(phone.status.current()).toMatchObject({ waiting: expect.any(Number) as number })
  phone.goOnline()
  laptop.goOnline()
  await areSynced(laptop, phone)
  await until(async () => {
    expect(phone.memories()).toEqual(['Written at home', 'Written in the subway'])
    expect(laptop.memories()).toEqual(phone.memories())
    expect((await phone.path(session)).sort()).toEqual(['To Kyoto', 'To Nara', 'Where to?'])
    expect(await laptop.path(session)).toEqual(await phone.path(session))
  })
})

test('a device that is killed while it sends goes on where it was, and sends nothing twice', async () => {
  const server = await startServer()
  const laptop = await device()
  for (let at = 0; at < 40; at++) await laptop.say(`Message ${at}`)
  await turnOn(server, laptop)
  let again = laptop
  for (const delayMs of [0, 15, 40, 120]) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    again = await restart(again)
    again.remember(`After ${delayMs} ms`)
    await again.memory.flush()
  }
  await areSynced(again)
  const phone = await device()
  await pair(again, phone, server)
  await areSynced(phone)
  await until(async () => expect(await phone.texts()).toHaveLength(40))
  expect(phone.memories()).toEqual(['After 0 ms', 'After 120 ms', 'After 15 ms', 'After 40 ms'])
  expect(phone.logged().filter((line) => /refused|forked|gap/.test(line))).toEqual([])
})
