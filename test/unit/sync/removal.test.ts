import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import type { DeviceId } from '@shared/ids'
import { toHex } from '@shared/sync/bytes'
import { describeDevice, openKeyring } from '@shared/sync/keyring'
import { createChain } from '@shared/sync/chain-state'
import { noHash, sealEntry } from '@shared/sync/envelope'
import { encodeBody } from '@shared/sync/entry-body'
import { openPresence, sealPresence } from '@shared/sync/awareness'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { createDevice, createVault, deviceTagOf, recoverVault } from '@shared/sync/vault'
import { copyOf, devicesOf, exchange, exchangeDocs, exchangeKeys, seededRandom, TestDevice } from '../../helpers/sync-devices'

function three(): [TestDevice, TestDevice, TestDevice] {
  const devices = devicesOf(['laptop', 'tablet', 'phone'])
  const [laptop, tablet, phone] = devices
  if (laptop === undefined || tablet === undefined || phone === undefined) throw new Error('Three were made')
  for (const each of devices) each.start()
  return [laptop, tablet, phone]
}

function write(device: TestDevice, text: string): void {
  device.text.insert(device.text.length, text)
  device.room.flush()
}

const phoneId = 'phone' as DeviceId
const remove = (by: TestDevice, id: DeviceId): void => by.keyring.removeDevice(id, new Map([['memory', by.room.chainsOf(id)]]))

/** A device that is paired now and takes everything from this room. */
function lateComer(by: TestDevice, outer: Y.Doc): TestDevice {
  const late = new TestDevice('late', by.vault, 4242)
  by.keyring.addDevice(describeDevice(late.device))
  late.keys = copyOf(by.keys)
  late.outer = copyOf(outer)
  late.keyring = late.openKeyring()
  late.room = openSealedDocument(late.inner, late.ports())
  late.start()
  return late
}

describe('removing a device', () => {
  test('SYN-7 a removed device cannot read what is written afterwards; the others read old and new', () => {
    const [laptop, tablet, phone] = three()
    write(phone, 'from the phone. ')
    exchange(laptop, tablet, phone)
    const before = laptop.keyring.currentEpoch()
    remove(laptop, phoneId)
    const after = laptop.keyring.currentEpoch()
    expect(after?.number).toBe((before?.number ?? 0) + 1)
    write(laptop, 'after the removal. ')
    // The server gives the phone everything, keys room included.
    exchange(laptop, tablet)
    exchangeDocs([laptop.keys, phone.keys])
    Y.applyUpdate(phone.outer, Y.encodeStateAsUpdate(laptop.outer), 'wire')
    expect(tablet.text.toString()).toBe('from the phone. after the removal. ')
    expect(phone.text.toString()).toBe('from the phone. ')
    expect(phone.refusals()).toEqual(['unknown-epoch'])
    expect(phone.keyring.isRemoved()).toBe(true)
    expect(phone.keyring.currentEpoch()).toBeNull()
    expect(phone.keyring.epoch(after?.id ?? '')).toBeNull()
  })

  test('SYN-7 what a removed device writes afterwards is refused, under the old epoch, a new stream or an old counter', () => {
    const [laptop, tablet, phone] = three()
    write(phone, 'first. ')
    write(phone, 'second. ')
    exchange(laptop, tablet, phone)
    const old = { keys: copyOf(phone.keys), chain: structuredClone(phone.chain) }
    const epoch = phone.keyring.currentEpoch()
    remove(laptop, phoneId)
    exchangeKeys(laptop, tablet)

    // The phone does not know yet, or does as if it did not.
    write(phone, 'afterwards. ')
    const other = new TestDevice('phone', phone.vault, 88)
    Object.assign(other, { keys: old.keys, device: phone.device, outer: new Y.Doc(), chain: createChain(seededRandom(3)) })
    other.keyring = other.openKeyring()
    other.room = openSealedDocument(other.inner, other.ports())
    other.start()
    write(other, 'another stream. ')
    const forged = new Y.Doc()
    forged.getText('text').insert(0, 'old counter. ')
    const body = encodeBody({ kind: 'update', edits: 1, update: Y.encodeStateAsUpdate(forged) })
    const header = { epochId: epoch?.id ?? '', deviceTag: toHex(deviceTagOf(phone.vault.vaultKey, phoneId)), stream: old.chain.stream, counter: 1, previous: noHash }
    const keys = { epochKey: epoch?.key ?? new Uint8Array(), signSecret: phone.device.signSecret }
    const { bytes } = sealEntry({ vaultId: phone.keyring.vaultId, room: 'memory' }, header, body, keys, phone.random)

    const server = copyOf(phone.outer)
    exchangeDocs([server, other.outer])
    server.getArray<Uint8Array>('entries').push([bytes])
    for (const each of [laptop, tablet]) Y.applyUpdate(each.outer, Y.encodeStateAsUpdate(server), 'wire')
    for (const each of [laptop, tablet]) {
      expect(each.text.toString()).toBe('first. second. ')
      expect(each.refusals()).toEqual(['removed-device', 'removed-device', 'removed-device'])
    }
    const late = lateComer(laptop, server)
    expect(late.text.toString()).toBe('first. second. ')
    expect(late.refusals()).toEqual(['removed-device', 'removed-device', 'removed-device'])
    // Folding leaves alone what was refused, and the next devices need none of it.
    laptop.room.compact()
    const latest = lateComer(laptop, laptop.outer)
    expect(latest.text.toString()).toBe('first. second. ')
  })

  test('SYN-7 statements that a removed device signs afterwards are void: it brings nobody in and removes nobody', () => {
    const [laptop, tablet, phone] = three()
    const epoch = phone.keyring.currentEpoch()
    remove(laptop, phoneId)
    const accomplice = createDevice({ deviceId: 'accomplice' as DeviceId, name: 'accomplice', kind: 'phone' }, seededRandom(6))
    phone.keyring.addDevice(describeDevice(accomplice))
    phone.keyring.removeDevice('laptop' as DeviceId, new Map())
    phone.keyring.rotate()
    exchangeKeys(laptop, tablet, phone)
    for (const each of [laptop, tablet]) {
      const { devices } = each.keyring.roster()
      expect(devices.map(({ id, removed }) => [id, removed !== null])).toEqual([['laptop', false], ['tablet', false], ['phone', true]])
      expect(each.keyring.currentEpoch()?.number).toBe((epoch?.number ?? 0) + 1)
    }
    expect(tablet.keyring.currentEpoch()).toEqual(laptop.keyring.currentEpoch())
  })

  test('two devices that remove others at once: nobody who is out knows the key that is used', () => {
    const devices = devicesOf(['laptop', 'tablet', 'phone', 'old'])
    const [laptop, tablet, phone, old] = devices
    if (laptop === undefined || tablet === undefined || phone === undefined || old === undefined) throw new Error('Four were made')
    for (const each of devices) each.start()
    remove(laptop, 'phone' as DeviceId)
    remove(tablet, 'old' as DeviceId)
    exchangeKeys(...devices)
    expect(laptop.keyring.currentEpoch()).toBeNull()
    expect(laptop.keyring.tend()).toBe(true)
    exchangeKeys(...devices)
    expect(tablet.keyring.tend()).toBe(false)
    write(laptop, 'for two. ')
    exchange(...devices)
    expect(devices.map(({ text }) => text.toString())).toEqual(['for two. ', 'for two. ', '', ''])
    expect(tablet.keyring.currentEpoch()).toEqual(laptop.keyring.currentEpoch())
  })

  test('a device added by one while another begins an epoch gets it from whoever is there', () => {
    const [laptop, tablet] = three()
    const late = new TestDevice('late', laptop.vault, 4242)
    laptop.keyring.addDevice(describeDevice(late.device))
    tablet.keyring.rotate()
    exchangeKeys(laptop, tablet, late)
    late.keyring = late.openKeyring()
    late.room = openSealedDocument(late.inner, late.ports())
    late.start()
    write(tablet, 'new epoch. ')
    exchange(laptop, tablet, late)
    expect(late.text.toString()).toBe('')
    expect(late.room.kept()).toBe(1)
    expect(laptop.keyring.tend()).toBe(true)
    exchange(laptop, tablet, late)
    expect(late.text.toString()).toBe('new epoch. ')
    expect(late.room.kept()).toBe(0)
  })

  test('SYN-7 presence: sealed, signed, for the current epoch only', () => {
    const [laptop, tablet, phone] = three()
    const presence = { device: phoneId, at: 5, writing: { sessionId: 's' as never, messageId: 'm' as never, text: 'x'.repeat(30_000) } }
    const sealed = sealPresence(presence, phone.keyring, phone.random) ?? new Uint8Array()
    const opened = openPresence(sealed, laptop.keyring)
    expect(opened.ok && opened.value.writing?.text.length).toBe(20_000)
    const flipped = sealed.map((byte, at) => (at === 60 ? byte ^ 1 : byte))
    expect(openPresence(flipped, laptop.keyring)).toMatchObject({ ok: false })
    expect(openPresence(sealPresence({ ...presence, device: 'laptop' as DeviceId }, phone.keyring, phone.random) ?? sealed, laptop.keyring)).toEqual({ ok: false, failure: 'malformed' })
    remove(laptop, phoneId)
    exchangeKeys(laptop, tablet)
    expect(openPresence(sealed, tablet.keyring)).toEqual({ ok: false, failure: 'removed-device' })
    const stale = sealPresence({ device: 'tablet' as DeviceId, at: 6 }, phone.keyring, phone.random) ?? new Uint8Array()
    expect(openPresence(stale, laptop.keyring).ok).toBe(false)
  })
})

describe('the recovery phrase', () => {
  test('brings everything back when all devices are lost, and removes them', () => {
    const created = createVault(seededRandom(50))
    const laptop = new TestDevice('laptop', created.secrets, 51)
    const ports = { outer: laptop.keys, vault: created.secrets, clock: laptop.time, random: laptop.random }
    openKeyring({ ...ports, device: laptop.device, recovery: created.recovery }).found()
    laptop.start()
    write(laptop, 'all that was known. ')
    laptop.keyring.rotate()
    write(laptop, 'in two epochs.')

    const recovered = recoverVault(created.phrase)
    if (!recovered.ok) throw new Error('The phrase is right')
    // The drill reads and writes nothing.
    const drillKeys = copyOf(laptop.keys)
    const drill = openKeyring({ ...ports, outer: drillKeys, device: null, recovery: recovered.value.recovery })
    const drillInner = new Y.Doc()
    const drilled = openSealedDocument(drillInner, { ...laptop.ports(), outer: copyOf(laptop.outer), keyring: drill, chain: createChain(laptop.random) })
    drilled.start()
    expect(drillInner.getText('text').toString()).toBe('all that was known. in two epochs.')
    expect(Y.encodeStateVector(drillKeys)).toEqual(Y.encodeStateVector(laptop.keys))

    const desk = new TestDevice('desk', recovered.value.secrets, 52)
    Object.assign(desk, { keys: copyOf(laptop.keys), outer: copyOf(laptop.outer) })
    laptop.time.pass(1000)
    const asRecovery = openKeyring({ ...ports, outer: desk.keys, device: desk.device, recovery: recovered.value.recovery })
    asRecovery.found()
    desk.keyring = desk.openKeyring()
    desk.room = openSealedDocument(desk.inner, desk.ports())
    desk.start()
    expect(desk.text.toString()).toBe('all that was known. in two epochs.')
    asRecovery.removeDevice('laptop' as DeviceId, new Map([['memory', desk.room.chainsOf('laptop' as DeviceId)]]))
    write(desk, ' And on.')
    expect(desk.keyring.roster().devices.map(({ id, removed }) => [id, removed !== null])).toEqual([['laptop', true], ['desk', false]])
    exchangeKeys(laptop, desk)
    expect(laptop.keyring.isRemoved()).toBe(true)
  })
})
