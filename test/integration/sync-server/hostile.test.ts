import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { closeCodes, syncLimits } from '@shared/sync/protocol'
import { usageOf } from '../../bench/sync/process-usage'
import { connectStock, isSynced, startTestServer, type StockDevice, type TestVault } from '../../helpers/sync-server'
import { maskedFrame, openRaw, updateMessage, varuint, type RawSocket } from '../../helpers/raw-web-socket'
import { buildServer, createVaults, startServerProcess, type BuiltServer, type ServerProcess } from '../../helpers/sync-server-process'

const { malformed, frameTooLarge, flood } = closeCodes
const waitMs = 250
const memoryBytes = 64 * 2 ** 20

let built: BuiltServer
let server: ServerProcess
let folder: string
let vault: TestVault
let other: TestVault
let bystander: Bystander

beforeAll(async () => {
  built = await buildServer()
  folder = await mkdtemp(join(tmpdir(), 'commonplace-hostile-'))
  const [first, second] = await createVaults(folder, 2)
  if (first === undefined || second === undefined) throw new Error('no vaults')
  vault = first
  other = second
  server = await startServerProcess(built, folder)
  bystander = await Bystander.start()
}, 60_000)

afterAll(async () => {
  bystander.stop()
  await server.kill('SIGTERM')
  await built.remove()
  await rm(folder, { recursive: true, force: true })
})

/**
 * A device of another vault that writes all the while and measures how long its echo takes: in time on the clock and in
 * the time that the server's event loop had the processor, since on a busy machine everything waits.
 */
class Bystander {
  private worstMs = 0
  private sentAt: { readonly clockMs: number; readonly cpuMs: number } | null = null
  private readonly timer: NodeJS.Timeout
  private readonly device: StockDevice

  static async start(): Promise<Bystander> {
    const device = connectStock(server.url, 'quiet', other.token)
    await isSynced(device)
    return new Bystander(device)
  }

  constructor(device: StockDevice) {
    this.device = device
    const { cpuMs } = usageOf(`${server.pid}/task/${server.pid}`)
    device.provider.ws?.addEventListener('message', () => {
      if (this.sentAt === null) return
      this.worstMs = Math.max(this.worstMs, Math.min(performance.now() - this.sentAt.clockMs, cpuMs() - this.sentAt.cpuMs))
      this.sentAt = null
    })
    this.timer = setInterval(() => {
      if (this.sentAt !== null) return
      this.sentAt = { clockMs: performance.now(), cpuMs: cpuMs() }
      device.doc.getMap('map').set('tick', this.sentAt.clockMs)
    }, 15)
  }

  get isConnected(): boolean {
    return this.device.provider.wsconnected
  }

  /** The longest wait since the last time, once the last echo is there. */
  async take(): Promise<number> {
    while (this.sentAt !== null) await pause(5)
    const worst = this.worstMs
    this.worstMs = 0
    return worst
  }

  stop(): void {
    clearInterval(this.timer)
    this.device.close()
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const open = (): Promise<RawSocket> => openRaw(server.url, 'room', { token: vault.token })

const valid = (() => {
  const doc = new Y.Doc()
  doc.getArray('entries').push([new Uint8Array(300), 'text', { deep: [1, null] }])
  doc.getText('text').insert(0, 'words')
  return Y.encodeStateAsUpdate(doc)
})()
const largeUpdate = (bytes: number): Uint8Array => {
  const doc = new Y.Doc()
  doc.getArray('entries').push([new Uint8Array(bytes)])
  return Y.encodeStateAsUpdate(doc)
}
const message = (...bytes: number[]) => maskedFrame(new Uint8Array(bytes))
const update = (...bytes: number[]) => maskedFrame(updateMessage(new Uint8Array(bytes)))
const awareness = (...bytes: number[]) => message(1, ...varuint(bytes.length), ...bytes)
const text = (word: string) => [...varuint(word.length), ...new TextEncoder().encode(word)]

describe('SYN-6 the offender is closed, with a reason', () => {
  test.each<[what: string, code: number, bytes: () => Buffer]>([
    ['an empty frame', malformed, () => message()],
    ['an unknown message', malformed, () => message(9, 1, 0)],
    ['the message that only a server sends', malformed, () => message(2, 0, 1, 65)],
    ['an unknown sync message', malformed, () => message(0, 3, 0)],
    ['six bytes that claim 2^32 structs', malformed, () => update(1, 255, 255, 255, 255, 15)],
    ['six bytes that claim 2^28 clients', malformed, () => update(255, 255, 255, 127, 0, 0)],
    ['a varint without an end', malformed, () => message(0, 2, ...Array<number>(40).fill(255))],
    ['a length beyond the frame', malformed, () => message(0, 2, 255, 255, 255, 255, 15)],
    ['bytes behind the message', malformed, () => message(0, 0, 1, 0, 0)],
    ['a cut update', malformed, () => maskedFrame(updateMessage(valid.slice(0, -1)))],
    ['a state vector that claims too much', malformed, () => message(0, 0, 5, 255, 255, 255, 255, 15)],
    ['awareness that claims too many states', malformed, () => awareness(255, 255, 3)],
    ['awareness that is no JSON', malformed, () => awareness(1, 1, 1, ...text('{"a":'))],
    ['awareness that is no UTF-8', malformed, () => awareness(1, 1, 1, 3, 0x22, 0xff, 0x22)],
    ['awareness that nests too deeply', malformed, () => awareness(1, 1, 1, ...text('['.repeat(5000) + ']'.repeat(5000)))],
    ['a text frame', malformed, () => maskedFrame(Buffer.from('hello'), 0x81)],
    ['a text frame that is no UTF-8', 1007, () => maskedFrame(Buffer.from([0xff, 0xfe]), 0x81)],
    ['a compressed frame that nobody agreed on', 1002, () => maskedFrame(Buffer.from([0, 0, 1, 0]), 0xc2)],
    ['a reserved bit', 1002, () => maskedFrame(Buffer.from([0, 0, 1, 0]), 0xa2)],
    ['a reserved opcode', 1002, () => maskedFrame(Buffer.from([0]), 0x83)],
    ['an unmasked frame', 1002, () => Buffer.from([0x82, 4, 0, 0, 1, 0])],
    ['a declared 1 GB frame', 1009, () => Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4, 0])],
    ['a declared frame of 2^63 bytes', 1009, () => Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 0])],
    ['a frame a little too large', frameTooLarge, () => maskedFrame(updateMessage(largeUpdate(syncLimits.frameBytes)))],
    ['a long ping', 1002, () => maskedFrame(Buffer.alloc(126), 0x89)],
    ['endless fragments', 1008, () => Buffer.concat([maskedFrame(Buffer.from([0]), 0x02), ...Array.from({ length: 1100 }, () => maskedFrame(Buffer.from([0]), 0x00))])],
  ])('%s', async (_what, code, bytes) => {
    const offender = await open()
    offender.write(bytes())
    expect(await offender.closed).toBe(code)
    expect(bystander.isConnected).toBe(true)
    offender.destroy()
  })

  test('an update flood', async () => {
    const offender = await open()
    const one = maskedFrame(updateMessage(valid))
    const many = Buffer.concat(Array.from({ length: 3000 }, () => one))
    offender.write(many)
    expect(await offender.closed).toBe(flood)
    offender.destroy()
  })

  test('a flood of pings', async () => {
    const offender = await open()
    offender.write(Buffer.concat(Array.from({ length: 3000 }, () => maskedFrame(Buffer.from([1]), 0x89))))
    expect(await offender.closed).toBe(flood)
    offender.destroy()
  })

  test('a flood of awareness', async () => {
    const small = await startTestServer({ limits: { maxPresenceBytes: 500_000 } })
    const { token } = await small.createVault()
    const offender = await openRaw(small.url, 'room', { token })
    const json = Buffer.from(JSON.stringify('x'.repeat(100_000)))
    for (let clock = 1; clock < 60; clock++) {
      const states = Buffer.concat([Buffer.from([1, 1, clock, ...varuint(json.length)]), json])
      offender.send(Buffer.concat([Buffer.from([1, ...varuint(states.length)]), states]))
    }
    expect(await offender.closed).toBe(flood)
    offender.destroy()
    await small.stop()
  })

  test('whoever does not finish the handshake is cut', async () => {
    const { hostname, port } = new URL(server.url)
    const startedAt = performance.now()
    await new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('GET /sync/room HTTP/1.1\r\nHost: x\r\n'))
      socket.on('data', () => undefined)
      socket.on('error', () => undefined)
      socket.on('close', resolve)
    })
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  })
})

test('SYN-6 whatever is sent, only the sender is closed', async () => {
  const frames = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => updateMessage(bytes)),
    fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }).map((flips) => {
      const bytes = valid.slice()
      for (const [at, value] of flips) bytes[at] = value
      return updateMessage(bytes)
    }),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from([1, ...varuint(bytes.length), ...bytes])),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(frames, { minLength: 1, maxLength: 5 }), async (list) => {
      const offender = await open()
      for (const frame of list) offender.send(frame)
      // A ping behind them: it is answered where nothing was wrong.
      offender.write(maskedFrame(Buffer.from('end'), 0x89))
      while (offender.closeCode === null && !offender.frames.some(({ opcode }) => opcode === 10)) await pause(2)
      expect([null, malformed]).toContain(offender.closeCode)
      offender.destroy()
      expect(bystander.isConnected).toBe(true)
    }),
    { numRuns: 150 },
  )
  // What was taken in can be read by every client.
  const reader = connectStock(server.url, 'room', vault.token)
  await isSynced(reader)
  reader.close()
})

test('SYN-6 random bytes instead of frames end the connection and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 500 }), async (bytes) => {
      const offender = await open()
      offender.write(bytes)
      offender.socket.end()
      await offender.closed
      offender.destroy()
      expect(bystander.isConnected).toBe(true)
    }),
    { numRuns: 100 },
  )
})

/** Made before anything is measured: this process keeps the time for the bystander. */
const refused: readonly Buffer[] = [
  Buffer.concat(Array.from({ length: 3000 }, () => maskedFrame(updateMessage(valid)))),
  Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4, ...new Uint8Array(1000)]),
  maskedFrame(Buffer.alloc(syncLimits.frameBytes + 10)),
  Buffer.concat([Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x3f, 0, 0, 1, 2, 3, 4]), Buffer.alloc(1_000_000)]),
  message(0, 2, 255, 255, 255, 255, 15),
  update(1, 255, 255, 255, 255, 15),
  message(1, 255, 255, 3),
  maskedFrame(Buffer.from('hello'), 0x81),
]
const elements = 4_000_000
const structs = 390_000
/** Valid, and as much work as four megabytes can be. */
const heavy: readonly Buffer[] = [
  Buffer.concat([Buffer.from([1, ...varuint(structs), 7, 0]), Buffer.alloc(2 * structs, Buffer.from([0, 1])), Buffer.from([0])]),
  Buffer.concat([Buffer.from([1, 1, 9, 0, 8, 1, 1, 97, ...varuint(elements)]), Buffer.alloc(elements, 126), Buffer.from([0])]),
  Buffer.concat([Buffer.from([1, 1, 9, 0, 5, 1, 1, 97, ...varuint(elements + 1), 91]), Buffer.alloc(elements - 2, '1,'), Buffer.from([49, 93, 0])]),
  largeUpdate(elements),
].map((bytes) => maskedFrame(updateMessage(bytes)))

test('SYN-6 memory does not grow, whatever is sent how often', async () => {
  await attackWith(refused)
  const before = usageOf(server.pid).residentBytes()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, usageOf(server.pid).residentBytes())), 20)
  for (let round = 0; round < 5; round++) await attackWith(refused)
  clearInterval(watch)
  expect((most - before) / 2 ** 20).toBeLessThan(memoryBytes / 2 ** 20)
}, 60_000)

// What else the machine does is in the time: it is taken again before the server is blamed.
test('SYN-6 nobody else waits, whatever work the frames are', { timeout: 60_000, retry: 2 }, async () => {
  await bystander.take()
  for (let round = 0; round < 3; round++) await attackWith([...refused, ...heavy])
  expect(await bystander.take()).toBeLessThan(waitMs)
  expect(bystander.isConnected).toBe(true)
})

async function attackWith(list: readonly Buffer[]): Promise<void> {
  await Promise.all(list.map(attack))
}

async function attack(bytes: Buffer): Promise<void> {
  const offender = await openRaw(server.url, `room-${Math.floor(Math.random() * 1e9)}`, { token: vault.token })
  offender.write(bytes)
  await Promise.race([offender.closed, pause(1000)])
  offender.destroy()
}
