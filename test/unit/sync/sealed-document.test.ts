import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { createChain } from '@shared/sync/chain-state'
import { noHash, sealEntry } from '@shared/sync/envelope'
import { toHex } from '@shared/sync/bytes'
import { openSealedDocument, syncOrigin } from '@shared/sync/sealed-document'
import { deviceTagOf } from '@shared/sync/vault'
import { copyOf, devicesOf, exchange, type TestDevice } from '../../helpers/sync-devices'

function two(): [TestDevice, TestDevice] {
  const [laptop, phone] = devicesOf(['laptop', 'phone'])
  if (laptop === undefined || phone === undefined) throw new Error('Two were made')
  return [laptop, phone]
}

const sizeOf = (doc: Y.Doc): number => Y.encodeStateAsUpdate(doc).byteLength

describe('what is pushed', () => {
  test('SYN-1 edits of two devices meet, with what was written before sync was on', () => {
    const [laptop, phone] = two()
    laptop.text.insert(0, 'written before sync was on. ')
    laptop.start()
    phone.start()
    exchange(laptop, phone)
    phone.text.insert(0, 'phone ')
    laptop.text.insert(0, 'laptop ')
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe(laptop.text.toString())
    expect(phone.text.toString()).toContain('phone ')
    expect(phone.text.toString()).toContain('written before')
    expect(phone.events).toEqual([{ kind: 'merged', device: 'laptop', edits: 1 }, { kind: 'merged', device: 'laptop', edits: 1 }])
    expect(Y.encodeStateAsUpdate(laptop.inner)).toEqual(Y.encodeStateAsUpdate(phone.inner))
  })

  test('16 updates or 200 ms make an entry', () => {
    const [laptop] = two()
    laptop.start()
    for (let count = 0; count < 15; count += 1) laptop.text.insert(0, 'a')
    expect([laptop.entries().length, laptop.room.waiting()]).toEqual([0, 15])
    laptop.text.insert(0, 'a')
    expect([laptop.entries().length, laptop.room.waiting()]).toEqual([1, 0])
    laptop.text.insert(0, 'a')
    laptop.time.pass(199)
    expect(laptop.entries().length).toBe(1)
    laptop.time.pass(1)
    expect(laptop.entries().length).toBe(2)
  })

  test('what came from sync is not pushed again; what another window wrote is', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    laptop.text.insert(0, 'one')
    exchange(laptop, phone)
    expect(phone.entries().length).toBe(1)
    const origins: unknown[] = []
    phone.inner.on('update', (_, origin) => origins.push(origin))
    laptop.text.insert(0, 'two')
    exchange(laptop, phone)
    expect(origins).toEqual([syncOrigin])

    const window = copyOf(phone.inner)
    window.getText('text').insert(0, 'window ')
    Y.applyUpdate(phone.inner, Y.encodeStateAsUpdate(window), 'read from the disk')
    exchange(laptop, phone)
    expect(laptop.text.toString()).toContain('window ')
  })

  test('SYN-1 what was written and deleted while sync was off is found at the start, and only that', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    laptop.text.insert(0, 'kept. deleted. ')
    exchange(laptop, phone)
    laptop.room.close()
    const offline = copyOf(laptop.inner)
    offline.getText('text').delete(6, 9)
    laptop.inner = copyOf(offline)
    laptop.restart()
    expect(laptop.entries().length).toBe(2)
    const entry = laptop.entries()[1]
    expect(entry?.byteLength).toBeLessThan(200)
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe('kept. ')
  })

  test('STO-1 opening a room 200 times, or after a crash, without an edit does not grow it', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    for (let count = 0; count < 40; count += 1) laptop.text.insert(0, `line ${count} `)
    laptop.text.delete(3, 30)
    exchange(laptop, phone)
    laptop.room.flush()
    const before = sizeOf(laptop.outer)
    for (let count = 0; count < 200; count += 1) laptop.restart(count % 20 === 0)
    expect(sizeOf(laptop.outer)).toBe(before)
    for (let count = 0; count < 20; count += 1) {
      phone.chain = createChain(phone.random)
      phone.restart()
    }
    expect(sizeOf(phone.outer)).toBe(before)
  })

  test('SYN-1 what cannot be sealed yet waits, and is sealed when there is a key', () => {
    const [laptop, phone] = two()
    const keys = phone.keys
    phone.keys = new Y.Doc()
    phone.keyring = phone.openKeyring()
    phone.room = openSealedDocument(phone.inner, phone.ports())
    phone.start()
    laptop.start()
    for (let count = 0; count < 700; count += 1) phone.text.insert(phone.text.length, 'x')
    expect([phone.entries().length, phone.room.waiting()]).toEqual([0, 700])
    Y.applyUpdate(phone.keys, Y.encodeStateAsUpdate(keys))
    expect(phone.room.waiting()).toBe(0)
    exchange(laptop, phone)
    expect(laptop.text.toString()).toBe('x'.repeat(700))
  })
})

describe('folding', () => {
  test('SYN-5 past 64 entries one device folds, and nobody else has to', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    for (let count = 0; count < 70; count += 1) {
      laptop.text.insert(0, `${count} `)
      laptop.room.flush()
    }
    expect(laptop.entries().length).toBe(70)
    exchange(laptop, phone)
    laptop.time.pass(10_000)
    expect(laptop.entries().length).toBe(1)
    exchange(laptop, phone)
    phone.time.pass(60_000)
    expect(phone.events.filter(({ kind }) => kind !== 'merged')).toEqual([])
    expect(phone.text.toString()).toBe(laptop.text.toString())
    expect(laptop.events).toEqual([{ kind: 'compacted', entries: 70 }])
  })

  test('SYN-5 after 10,000 edits of two devices and folding, the room takes at most 1.6 times the plain document', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    for (let count = 0; count < 10_000; count += 1) {
      const device = count % 3 === 0 ? phone : laptop
      const text = device.text
      if (count % 5 === 4 && text.length > 40) text.delete((count * 31) % (text.length - 10), 4)
      else text.insert((count * 17) % (text.length + 1), `word${count % 977} `)
      if (count % 200 === 199) {
        exchange(laptop, phone)
        laptop.time.pass(300)
        phone.time.pass(300)
      }
    }
    exchange(laptop, phone)
    laptop.room.compact()
    phone.room.compact()
    exchange(laptop, phone)
    laptop.time.pass(10_000)
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe(laptop.text.toString())
    const share = sizeOf(laptop.outer) / sizeOf(laptop.inner)
    expect(share).toBeLessThanOrEqual(1.6)
    expect(laptop.entries().length).toBe(1)
  }, 60_000)

  test('a large snapshot is not written again for every 64 small changes', () => {
    const [laptop, phone] = two()
    const random = toHex(laptop.random(1_500_000))
    laptop.text.insert(0, random)
    laptop.start()
    phone.start()
    exchange(laptop, phone)
    laptop.room.compact()
    const large = sizeOf(laptop.outer)
    let sent = 0
    laptop.outer.on('update', (update: Uint8Array) => {
      sent += update.byteLength
    })
    for (let count = 0; count < 640; count += 1) {
      laptop.text.insert(0, `${count} `)
      laptop.room.flush()
      laptop.time.pass(1000)
    }
    expect(sent).toBeLessThan(large)
    expect(laptop.entries().length).toBeLessThan(90)
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe(laptop.text.toString())
    phone.time.pass(60_000)
    expect(phone.events.filter(({ kind }) => kind !== 'merged' && kind !== 'compacted')).toEqual([])
  }, 60_000)

  test('a document larger than an entry travels in parts, cut between characters', () => {
    const [laptop, phone] = two()
    const pasted = Array.from(laptop.random(900_000), (byte) => String.fromCodePoint(0x1f300 + byte)).join('')
    laptop.text.insert(0, pasted)
    laptop.start()
    phone.start()
    laptop.room.compact()
    const lengths = laptop.entries().map(({ byteLength }) => byteLength)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(512 * 1024)
    expect(lengths.length).toBeGreaterThan(1)
    exchange(laptop, phone)
    expect(phone.text.toString() === pasted).toBe(true)
  }, 60_000)
})

describe('versions to come', () => {
  test('SYN-11 entries of a newer version and of a new kind are neither broken nor folded away', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    const epoch = phone.keyring.currentEpoch()
    const header = { epochId: epoch?.id ?? '', deviceTag: toHex(deviceTagOf(phone.vault.vaultKey, phone.device.deviceId)), stream: 'ffffffff', counter: 1, previous: noHash }
    const keys = { epochKey: epoch?.key ?? new Uint8Array(), signSecret: phone.device.signSecret }
    const newKind = sealEntry({ vaultId: phone.keyring.vaultId, room: 'memory' }, header, Uint8Array.from([77, 1, 2, 3]), keys, phone.random).bytes
    const newVersion = Uint8Array.from([9, 9, 9])
    phone.outer.getArray<Uint8Array>('entries').push([newKind, newVersion])
    for (let count = 0; count < 80; count += 1) {
      laptop.text.insert(0, 'a')
      laptop.room.flush()
    }
    exchange(laptop, phone)
    laptop.time.pass(10_000)
    laptop.room.compact()
    exchange(laptop, phone)
    expect(laptop.entries().length).toBe(3)
    expect(laptop.entries()).toContainEqual(newKind)
    expect(laptop.entries()).toContainEqual(newVersion)
    expect(laptop.refusals()).toEqual(['newer-version', 'newer-version'])
    expect(phone.text.toString()).toBe('a'.repeat(80))
    laptop.restart()
    expect(laptop.room.kept()).toBe(2)
  })

  test('SYN-11 what a newer version puts into the document itself stays in it', () => {
    const [laptop, phone] = two()
    laptop.start()
    phone.start()
    phone.inner.getMap('a type of next year').set('field', new Y.XmlElement('note'))
    exchange(laptop, phone)
    laptop.room.compact()
    exchange(laptop, phone)
    phone.restart(true)
    expect(phone.inner.getMap('a type of next year').toJSON()).toEqual({ field: '<note></note>' })
    expect(sizeOf(laptop.inner)).toBe(sizeOf(phone.inner))
  })
})

test('sealed and batched, the wire carries at most 1.4 times the bytes of plain sync', () => {
  const [laptop] = two()
  laptop.start()
  let plain = 0
  let sealed = 0
  laptop.inner.on('update', (update: Uint8Array) => {
    plain += update.byteLength + 3
  })
  laptop.outer.on('update', (update: Uint8Array) => {
    sealed += update.byteLength + 3
  })
  // Someone types, five characters a second at first and then faster; pauses at the ends of sentences.
  const sentence = 'The quick brown fox jumps over the lazy dog while we look at it. '
  for (let count = 0; count < 2000; count += 1) {
    laptop.text.insert(laptop.text.length, sentence[count % sentence.length] ?? '')
    laptop.time.pass(count % 3 === 0 ? 30 : 10)
  }
  expect(sealed / plain).toBeLessThanOrEqual(1.4)
})

test('what is typed on and on goes in ever larger batches, and one edit after a pause as quickly as ever', () => {
  const [laptop] = devicesOf(['laptop'])
  if (laptop === undefined) throw new Error('One was made')
  laptop.start()
  const sealedAfter = (ms: number): number => {
    laptop.time.pass(ms)
    return laptop.entries().length
  }
  const before = laptop.entries().length
  laptop.text.insert(0, 'a')
  expect([sealedAfter(190) - before, sealedAfter(20) - before]).toEqual([0, 1])
  for (let key = 0; key < 180; key += 1) {
    laptop.text.insert(0, 'b')
    laptop.time.pass(167)
  }
  const typed = sealedAfter(3000) - before
  expect(typed).toBeLessThan(25)
  expect(laptop.room.waiting()).toBe(0)
  laptop.time.pass(3000)
  laptop.text.insert(0, 'c')
  expect(sealedAfter(200) - before).toBe(typed + 1)
  laptop.text.insert(0, 'd')
  laptop.room.flush()
  expect(laptop.entries().length - before).toBe(typed + 2)
})
