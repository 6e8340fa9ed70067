import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { createChain, type ChainState } from '@shared/sync/chain-state'
import { openSealedJournal, type SealedJournal } from '@shared/sync/sealed-journal'
import type { DeviceId } from '@shared/ids'
import { copyOf, devicesOf, exchangeDocs, exchangeKeys, type TestDevice } from '../../helpers/sync-devices'

interface Row {
  readonly id: string
  readonly text: string
}

/** A device's rows and its open segment. */
class Reader {
  readonly rows = new Map<string, Row>()
  journal: SealedJournal
  isDiskFull = false
  chain: ChainState
  takes = 0

  constructor(
    readonly device: TestDevice,
    public outer = new Y.Doc(),
  ) {
    this.chain = createChain(device.random)
    this.journal = this.open()
  }

  open(): SealedJournal {
    this.journal = openSealedJournal({
      ...this.device.ports(),
      kind: 'journal/1',
      outer: this.outer,
      chain: this.chain,
      take: async (rows) => {
        await Promise.resolve()
        if (this.isDiskFull) throw new Error('full')
        this.takes += 1
        for (const row of rows as Row[]) if (!this.rows.has(row.id)) this.rows.set(row.id, row)
      },
    })
    return this.journal
  }

  append(...rows: Row[]): boolean {
    for (const row of rows) this.rows.set(row.id, row)
    return this.journal.append(rows)
  }

  texts(): string[] {
    return [...this.rows.values()].map(({ text }) => text).sort()
  }
}

const rowOf = (id: string, text = id): Row => ({ id, text })

async function meet(...readers: Reader[]): Promise<void> {
  exchangeDocs(readers.map(({ outer }) => outer))
  for (const { journal } of readers) await journal.start()
}

async function pair(): Promise<[Reader, Reader]> {
  const [laptop, phone] = devicesOf(['laptop', 'phone']).map((device) => new Reader(device))
  if (laptop === undefined || phone === undefined) throw new Error('Two were made')
  await laptop.journal.start()
  await phone.journal.start()
  return [laptop, phone]
}

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let round = 0; round < 1000 && !isTrue(); round += 1) await new Promise((resolve) => setTimeout(resolve, 1))
}

test('what arrives between opening a segment and starting it is taken', async () => {
  const [laptop, phone] = await pair()
  laptop.append(rowOf('1'))
  const late = new Reader(phone.device, new Y.Doc())
  exchangeDocs([laptop.outer, late.outer])
  await late.journal.start()
  expect(late.texts()).toEqual(['1'])
})

describe('a sealed journal', () => {
  test('SYN-1 rows of two devices come to the same set, live and at the start', async () => {
    const [laptop, phone] = await pair()
    laptop.append(rowOf('1'), rowOf('2'))
    phone.append(rowOf('3'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => laptop.rows.size === 3 && phone.rows.size === 3)
    expect(phone.texts()).toEqual(laptop.texts())
    const late = new Reader(phone.device, copyOf(laptop.outer))
    const steps: [number, number][] = []
    await late.journal.start((done, total) => steps.push([done, total]))
    expect(late.texts()).toEqual(['1', '2', '3'])
    expect(steps).toEqual([[1, 2], [2, 2]])
  })

  test('what was taken is not opened again at the next start, and nothing is written by opening', async () => {
    const [laptop, phone] = await pair()
    for (let id = 0; id < 30; id += 1) laptop.append(rowOf(String(id)))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.rows.size === 30)
    await phone.journal.close()
    const { takes } = phone
    const before = Y.encodeStateAsUpdate(phone.outer).byteLength
    phone.chain = structuredClone(phone.chain)
    for (let round = 0; round < 5; round += 1) {
      phone.outer = copyOf(phone.outer)
      await phone.open().start()
      await phone.journal.close()
    }
    expect(phone.takes).toBe(takes)
    expect(Y.encodeStateAsUpdate(phone.outer).byteLength).toBe(before)
  })

  test('STO-3 rows that the disk refuses are offered again', async () => {
    const [laptop, phone] = await pair()
    phone.isDiskFull = true
    laptop.append(rowOf('1'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.journal.kept() === 1)
    expect(phone.rows.size).toBe(0)
    phone.isDiskFull = false
    laptop.append(rowOf('2'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.rows.size === 2)
    expect(phone.texts()).toEqual(['1', '2'])
  })

  test('a row longer than an entry travels in parts', async () => {
    const [laptop, phone] = await pair()
    const long = Array.from(laptop.device.random(3_000_000), (byte) => String.fromCharCode(33 + (byte % 90))).join('')
    laptop.append(rowOf('long', long), rowOf('short'))
    expect(laptop.outer.getArray<Uint8Array>('entries').toArray().every((entry) => entry.byteLength <= 512 * 1024)).toBe(true)
    expect(laptop.outer.getArray('entries').length).toBeGreaterThan(3)
    await meet(laptop, phone)
    expect(phone.rows.get('long')?.text).toBe(long)
    expect(phone.rows.get('short')?.text).toBe('short')
  })

  test('without a key nothing is pushed, and it is said', async () => {
    const [laptop] = await pair()
    laptop.device.keyring.removeDevice('laptop' as DeviceId, new Map())
    expect(laptop.append(rowOf('1'))).toBe(false)
    expect(laptop.outer.getArray('entries').length).toBe(0)
  })

  test('SYN-4 rows whose keys are not there yet wait, and come when the keys do', async () => {
    const [laptop, phone] = await pair()
    laptop.device.keyring.rotate()
    laptop.append(rowOf('1'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.journal.kept() === 1)
    expect(phone.rows.size).toBe(0)
    expect(phone.journal.locked()).toBe(1)
    exchangeKeys(laptop.device, phone.device)
    await until(() => phone.rows.size === 1)
    expect(phone.texts()).toEqual(['1'])
  })

  test('SYN-4 a copy of an entry is refused; an entry that was taken out comes back', async () => {
    const [laptop, phone] = await pair()
    laptop.append(rowOf('1'))
    laptop.append(rowOf('2'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.rows.size === 2)
    const server = copyOf(phone.outer)
    const entries = server.getArray<Uint8Array>('entries')
    entries.push([entries.get(0)])
    exchangeDocs([server, phone.outer])
    await until(() => phone.device.events.some(({ kind }) => kind === 'refused'))
    expect(phone.device.refusals()).toEqual(['replayed'])

    entries.delete(1, 1)
    exchangeDocs([server, phone.outer])
    phone.device.time.pass(4000)
    expect(phone.device.events.map(({ kind }) => kind).slice(-2)).toEqual(['rolled-back', 'healed'])
    const late = new Reader(laptop.device, copyOf(phone.outer))
    await late.journal.start()
    expect(late.texts()).toEqual(['1', '2'])
  })

  test('rows that are erased are in no entry any more, do not come back by replay, and the rest stays', async () => {
    const [laptop, phone] = await pair()
    laptop.append(rowOf('1', 'keep'), rowOf('2', 'secret'))
    laptop.append(rowOf('3', 'also kept'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.rows.size === 3)
    const old = laptop.outer.getArray<Uint8Array>('entries').get(0)
    expect(laptop.journal.rewrite((row) => ((row as Row).text === 'secret' ? null : row))).toBe(1)
    exchangeDocs([laptop.outer, phone.outer])
    phone.device.time.pass(10_000)
    expect(phone.device.events.some(({ kind }) => kind === 'rolled-back')).toBe(false)

    laptop.outer.getArray<Uint8Array>('entries').push([old])
    const late = new Reader(phone.device, copyOf(laptop.outer))
    await late.journal.start()
    expect(late.texts()).toEqual(['also kept', 'keep'])
    expect(late.device.refusals()).toContain('replayed')
  })

  test('SYN-7 rows of a removed device count as far as they were known, also for a device that comes later', async () => {
    const [laptop, phone] = await pair()
    phone.append(rowOf('1', 'old'))
    phone.append(rowOf('2', 'erased'))
    phone.append(rowOf('3', 'newer'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => laptop.rows.size === 3)
    laptop.journal.rewrite((row) => ((row as Row).text === 'erased' ? null : row))
    const phoneId = phone.device.device.deviceId
    laptop.device.keyring.removeDevice(phoneId, new Map([['journal/1', laptop.journal.chainsOf(phoneId)]]))
    phone.append(rowOf('4', 'afterwards'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => laptop.journal.kept() === 1)
    expect(laptop.rows.has('4')).toBe(false)
    const late = new Reader(laptop.device, copyOf(laptop.outer))
    await late.journal.start()
    expect(late.texts()).toEqual(['newer', 'old'])
  })

  test('SYN-7 what leads through a rewritten entry counts also after a stop in the middle, and after a second rewriting', async () => {
    const [laptop, phone] = await pair()
    phone.append(rowOf('1', 'old'))
    phone.append(rowOf('2', 'erased'), rowOf('3', 'erased later'))
    phone.append(rowOf('4', 'newer'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => laptop.rows.size === 4)
    for (const text of ['erased', 'erased later']) laptop.journal.rewrite((row) => ((row as Row).text === text ? null : row))
    const phoneId = phone.device.device.deviceId
    laptop.device.keyring.removeDevice(phoneId, new Map([['journal/1', laptop.journal.chainsOf(phoneId)]]))

    // The rewritten entry arrives before those of the phone, and the process ends in between.
    const late = new Reader(laptop.device, new Y.Doc())
    const [, , rewritten] = laptop.outer.getArray<Uint8Array>('entries').toArray()
    late.outer.getArray<Uint8Array>('entries').push([rewritten ?? new Uint8Array()])
    await late.journal.start()
    await late.journal.close()
    late.chain = structuredClone(late.chain)
    late.outer = copyOf(late.outer)
    exchangeDocs([laptop.outer, late.outer])
    await late.open().start()
    expect(late.texts()).toEqual(['newer', 'old'])
  })

  test('SYN-4 an entry that was replaced is refused after a restart too', async () => {
    const [laptop, phone] = await pair()
    laptop.append(rowOf('1', 'keep'), rowOf('2', 'secret'))
    const [old] = laptop.outer.getArray<Uint8Array>('entries').toArray()
    laptop.journal.rewrite((row) => ((row as Row).text === 'secret' ? null : row))
    const late = new Reader(phone.device, copyOf(laptop.outer))
    await late.journal.start()
    await late.journal.close()
    late.chain = structuredClone(late.chain)
    late.outer = copyOf(late.outer)
    await late.open().start()
    late.outer.getArray<Uint8Array>('entries').push([old ?? new Uint8Array()])
    await until(() => late.device.refusals().includes('replayed'))
    expect(late.texts()).toEqual(['keep'])
  })

  test('SYN-11 entries of a newer version are kept, and left out', async () => {
    const [laptop, phone] = await pair()
    laptop.outer.getArray<Uint8Array>('entries').push([Uint8Array.from([2, 1, 2, 3])])
    laptop.append(rowOf('1'))
    exchangeDocs([laptop.outer, phone.outer])
    await until(() => phone.rows.size === 1)
    expect(phone.journal.kept()).toBe(1)
    expect(phone.journal.locked()).toBe(0)
    expect(phone.device.refusals()).toEqual(['newer-version'])
  })
})
