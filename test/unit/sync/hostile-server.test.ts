import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { openAcknowledged } from '@shared/sync/acknowledged'
import { behindOf, countersOf, createChain } from '@shared/sync/chain-state'
import { openKeyring } from '@shared/sync/keyring'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { copyOf, devicesOf, exchange, exchangeDocs, TestDevice, seededRandom } from '../../helpers/sync-devices'

function started(...names: string[]): TestDevice[] {
  const devices = devicesOf(names)
  for (const each of devices) each.start()
  return devices
}

function pair(): [TestDevice, TestDevice] {
  const [laptop, phone] = started('laptop', 'phone')
  if (laptop === undefined || phone === undefined) throw new Error('Two were made')
  return [laptop, phone]
}

function write(device: TestDevice, text: string): void {
  device.text.insert(device.text.length, text)
  device.room.flush()
}

/** A server that puts entries of its choice in front of a device. */
const plant = (device: TestDevice, ...entries: Uint8Array[]): void => {
  const server = copyOf(device.outer)
  server.getArray<Uint8Array>('entries').push(entries)
  Y.applyUpdate(device.outer, Y.encodeStateAsUpdate(server, Y.encodeStateVector(device.outer)), 'wire')
}

describe('a server that changes what it holds', () => {
  test('SYN-4 a flipped bit anywhere in an entry is refused and reported, and the next entry is taken', () => {
    const [laptop, phone] = pair()
    write(laptop, 'one sentence')
    const entry = laptop.entries()[0] ?? new Uint8Array()
    for (let at = 0; at < entry.byteLength; at += 1) {
      const flipped = Uint8Array.from(entry)
      flipped[at] = (entry[at] ?? 0) ^ (1 << at % 8)
      plant(phone, flipped)
      expect(phone.text.toString(), `byte ${at}`).toBe('')
      expect(phone.refusals().length, `byte ${at}`).toBe(at + 1)
    }
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe('one sentence')
  })

  test('SYN-4 truncated, empty and random entries, and entries that are no bytes, are refused', () => {
    const [laptop, phone] = pair()
    write(laptop, 'one sentence')
    const entry = laptop.entries()[0] ?? new Uint8Array()
    for (let length = 0; length < entry.byteLength; length += 7) plant(phone, entry.slice(0, length))
    const random = seededRandom(5)
    for (let length = 1; length < 300; length += 13) plant(phone, Uint8Array.from([1, ...random(length)]))
    const server = copyOf(phone.outer)
    server.getArray<unknown>('entries').push(['text', 7, null, { a: 1 }])
    Y.applyUpdate(phone.outer, Y.encodeStateAsUpdate(server), 'wire')
    expect(phone.text.toString()).toBe('')
    expect(new Set(phone.refusals())).toEqual(new Set(['malformed', 'unknown-device', 'bad-signature']))
    expect(phone.refusals().length).toBe(phone.entries().length)
  })

  test('SYN-4 an entry that is there twice is refused, also after the first was folded away', () => {
    const [laptop, phone] = pair()
    write(laptop, 'buy milk')
    exchange(laptop, phone)
    const entry = laptop.entries()[0] ?? new Uint8Array()
    plant(phone, entry)
    expect(phone.refusals()).toEqual(['replayed'])

    laptop.room.compact()
    exchange(laptop, phone)
    plant(phone, entry)
    expect(phone.refusals()).toEqual(['replayed', 'replayed'])
    expect(phone.text.toString()).toBe('buy milk')
  })

  test('SYN-4 an entry of another room or another vault opens nowhere else', () => {
    const [laptop, phone] = pair()
    write(laptop, 'in memory')
    const index = new TestDevice('phone', phone.vault, 99, 'index')
    Object.assign(index, { keys: phone.keys, device: phone.device })
    index.keyring = index.openKeyring()
    index.room = openSealedDocument(index.inner, index.ports())
    index.start()
    plant(index, laptop.entries()[0] ?? new Uint8Array())
    expect(index.refusals()).toEqual(['bad-signature'])

    const [stranger] = devicesOf(['laptop'], 2)
    stranger?.start()
    plant(stranger ?? phone, laptop.entries()[0] ?? new Uint8Array())
    expect(stranger?.refusals()).toEqual(['unknown-device'])
    expect(stranger?.text.toString()).toBe('')
  })

  test('SYN-4 statements of another vault, changed or taken out of the keys room, change nothing', () => {
    const [laptop, phone] = pair()
    const [stranger] = devicesOf(['thief'], 2)
    const roster = phone.keyring.roster()
    const server = copyOf(phone.keys)
    const entries = server.getArray<Uint8Array>('entries')
    const flipped = entries.toArray().map((entry) => entry.map((byte, at) => (at === entry.length - 9 ? byte ^ 4 : byte)))
    entries.push([...(stranger?.keys.getArray<Uint8Array>('entries').toArray() ?? []), ...flipped])
    entries.delete(0, 2)
    exchangeDocs([server, phone.keys])
    expect(phone.keyring.roster().devices).toEqual(roster.devices)
    expect(phone.keyring.currentEpoch()).toEqual(laptop.keyring.currentEpoch())
    // They were put back, for devices that have not seen them.
    const late = openKeyring({ outer: copyOf(phone.keys), vault: phone.vault, device: phone.device, recovery: null, clock: phone.time, random: phone.random })
    expect(late.roster().devices).toEqual(roster.devices)
  })

  test('SYN-4 a server that was emptied or rolled back is noticed, and is given everything again', () => {
    const [laptop, phone] = pair()
    const server = new Y.Doc()
    const known = openAcknowledged(null)
    write(laptop, 'first. ')
    Y.applyUpdate(server, Y.encodeStateAsUpdate(laptop.outer))
    known.note(Y.encodeStateAsUpdate(server))
    const old = copyOf(server)
    write(laptop, 'second. ')
    expect(known.waiting(laptop.outer)).toBe(1)
    Y.applyUpdate(server, Y.encodeStateAsUpdate(laptop.outer))
    known.note(Y.encodeStateAsUpdate(server))
    expect(known.waiting(laptop.outer)).toBe(0)

    const stored = openAcknowledged(known.encode())
    expect(stored.compare(Y.encodeStateVector(server))).toBeNull()
    expect(stored.compare(Y.encodeStateVector(old))).toEqual({ clients: 1, entries: 1 })
    expect(stored.waiting(laptop.outer)).toBe(1)
    expect(openAcknowledged(known.encode()).compare(Y.encodeStateVector(new Y.Doc()))).toEqual({ clients: 1, entries: 2 })

    exchangeDocs([laptop.outer, old])
    Y.applyUpdate(phone.outer, Y.encodeStateAsUpdate(old), 'wire')
    expect(phone.text.toString()).toBe('first. second. ')
  })

  test('SYN-4 a device paired after the rollback notices by the counters it was given', () => {
    const [laptop, phone] = pair()
    write(laptop, 'first. ')
    const old = copyOf(laptop.outer)
    write(laptop, 'second. ')
    write(laptop, 'third. ')
    const counters = countersOf(laptop.chain.seen)
    phone.chain = createChain(phone.random)
    Y.applyUpdate(phone.outer, Y.encodeStateAsUpdate(old), 'wire')
    const behind = behindOf(phone.chain.seen, counters)
    expect(behind.map(({ missing }) => missing)).toEqual([3])
    phone.room.close()
    phone.room = openSealedDocument(phone.inner, phone.ports())
    phone.start()
    expect(behindOf(phone.chain.seen, counters).map(({ missing }) => missing)).toEqual([2])
    exchange(laptop, phone)
    expect(behindOf(phone.chain.seen, counters)).toEqual([])
    expect(phone.text.toString()).toBe('first. second. third. ')
  })

  test('SYN-4 entries that a server takes out are said and put back, once', () => {
    const [laptop, phone] = pair()
    write(laptop, 'first. ')
    write(laptop, 'second. ')
    exchange(laptop, phone)
    const server = copyOf(laptop.outer)
    server.getArray('entries').delete(0, 1)
    exchangeDocs([server, laptop.outer, phone.outer])
    expect(laptop.entries().length).toBe(1)
    laptop.time.pass(4000)
    exchange(laptop, phone)
    phone.time.pass(4000)
    exchange(laptop, phone)
    expect(laptop.entries().length).toBe(2)
    expect(laptop.events.map(({ kind }) => kind).filter((kind) => kind !== 'merged')).toEqual(['rolled-back', 'healed'])
    expect(phone.events.map(({ kind }) => kind).filter((kind) => kind !== 'merged')).toEqual([])

    const [late] = [new TestDevice('phone', phone.vault, 7)]
    Object.assign(late, { keys: phone.keys, device: phone.device, outer: copyOf(laptop.outer) })
    late.keyring = late.openKeyring()
    late.room = openSealedDocument(late.inner, late.ports())
    late.start()
    late.time.pass(20_000)
    expect(late.text.toString()).toBe('first. second. ')
    expect(late.events).toEqual([])
  })

  test('SYN-4 a gap in a chain that no snapshot makes up for is said after a while', () => {
    const [laptop, phone] = pair()
    write(laptop, 'first. ')
    write(laptop, 'second. ')
    write(laptop, 'third. ')
    const entries = laptop.entries()
    plant(phone, ...entries.filter((_, index) => index !== 1))
    expect(phone.events.map(({ kind }) => kind)).toEqual(['merged'])
    phone.time.pass(11_000)
    expect(phone.events.at(-1)).toEqual({ kind: 'gap', device: 'laptop', missing: 1 })
    phone.time.pass(60_000)
    expect(phone.events.filter(({ kind }) => kind === 'gap').length).toBe(1)
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe('first. second. third. ')
  })

  test('SYN-4 two histories of one device are both kept, and said', () => {
    const [laptop, phone] = pair()
    write(laptop, 'common. ')
    exchange(laptop, phone)
    const backup = { outer: copyOf(laptop.outer), inner: copyOf(laptop.inner), chain: structuredClone(laptop.chain) }
    write(laptop, 'before the restore. ')
    exchange(laptop, phone)
    Object.assign(laptop, backup)
    laptop.restart(true)
    const streamBefore = laptop.chain.stream
    write(laptop, 'after the restore. ')
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe(laptop.text.toString())
    expect(phone.text.toString()).toContain('before the restore.')
    expect(phone.text.toString()).toContain('after the restore.')
    expect(phone.events.filter(({ kind }) => kind === 'forked')).toEqual([{ kind: 'forked', device: 'laptop' }])
    // The device goes on under another stream, so that it happens once.
    expect(laptop.chain.stream).not.toBe(streamBefore)
    write(laptop, 'later. ')
    exchange(laptop, phone)
    expect(phone.events.filter(({ kind }) => kind === 'forked').length).toBe(1)
  })
})
