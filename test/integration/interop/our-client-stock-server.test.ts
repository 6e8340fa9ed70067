import { WebSocket as NodeSocket } from 'ws'
import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { RoomConnection, type SocketClass } from '@renderer/sync/room-connection'
import { syncLimits, syncSubprotocol } from '@shared/sync/protocol'
import { splitUpdate } from '@shared/sync/split-update'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { devicesOf } from '../../helpers/sync-devices'
import { startStockSyncServer, type StockSyncServer } from '../../helpers/stock-sync-server'

// lib0 takes Date.now as it is when it is loaded: this one can be moved on.
const clock = vi.hoisted(() => {
  const real = Date.now
  const shifted = { byMs: 0 }
  Date.now = () => real() + shifted.byMs
  return shifted
})

interface Device {
  readonly outer: Y.Doc
  readonly awareness: Awareness
  readonly connection: RoomConnection
  readonly heard: string[]
}

const devices: Device[] = []
let server: StockSyncServer

beforeEach(async () => {
  server = await startStockSyncServer()
})

afterEach(async () => {
  for (const { connection, awareness } of devices.splice(0)) {
    connection.close()
    awareness.destroy()
  }
  await server.kill()
})

test('SYN-10 two of our devices meet on the stock server: what was there, what is written, and that it was taken', async () => {
  const laptop = device()
  push(laptop, 'before the first connection')
  laptop.connection.connect()
  await caughtUp(laptop)

  const phone = device()
  phone.connection.connect()
  await until(() => entries(phone).length === 1)

  push(laptop, 'a line')
  push(phone, 'another line')
  await until(() => entries(laptop).length === 3 && entries(phone).length === 3)
  expect(entries(phone)).toEqual(entries(laptop))
  await until(() => laptop.heard.includes('stored') && phone.heard.includes('stored'))
})

test('SYN-10 sealed memory crosses the stock server, which sees none of it', async () => {
  const [laptop, phone] = devicesOf(['laptop', 'phone'])
  if (laptop === undefined || phone === undefined) throw new Error('Two were made')
  for (const one of [laptop, phone]) {
    one.start()
    device(one.outer).connection.connect()
  }
  laptop.text.insert(0, 'a sentence that only devices read')
  laptop.time.pass(1000)
  await until(() => phone.text.toString() === 'a sentence that only devices read')
  phone.text.insert(2, 'second ')
  phone.time.pass(1000)
  await until(() => laptop.text.toString() === 'a second sentence that only devices read')
  expect(new TextDecoder().decode(Y.encodeStateAsUpdate(laptop.outer))).not.toContain('sentence')
})

test('SYN-10 presence crosses the stock server, and ends with the connection', async () => {
  const [laptop, phone] = [device(), device()]
  laptop.awareness.setLocalState({ sealed: 'here' })
  laptop.connection.connect()
  phone.connection.connect()
  await until(() => phone.awareness.getStates().get(laptop.awareness.clientID)?.['sealed'] === 'here')
  laptop.connection.close()
  await until(() => !phone.awareness.getStates().has(laptop.awareness.clientID))
})

test('SYN-10 a stock server that was started anew has nothing: our half says what it lost and gives it back', async () => {
  const laptop = device()
  laptop.connection.connect()
  await caughtUp(laptop)
  push(laptop, 'kept by the laptop alone')
  await until(() => laptop.heard.includes('stored'))

  await server.kill()
  await until(() => laptop.heard.includes('closed'))
  server = await startStockSyncServer(server.port)
  laptop.heard.length = 0
  laptop.connection.connect()
  await caughtUp(laptop)
  expect(laptop.heard).toContain('state of 0 writers')

  const phone = device()
  phone.connection.connect()
  await until(() => entries(phone).includes('kept by the laptop alone'))
})

test('SYN-10 a room larger than one frame crosses the stock server in parts', async () => {
  const laptop = device()
  const large = 'x'.repeat(500 * 1024)
  for (let part = 0; part < 8; part++) push(laptop, `${part}${large}`)
  laptop.connection.connect()
  await caughtUp(laptop)
  const phone = device()
  phone.connection.connect()
  await until(() => entries(phone).length === 8)
  expect(entries(phone)).toEqual(entries(laptop))
})

test('SYN-10 half a minute without a word from the stock server: our half lets go and can connect again', async () => {
  const laptop = device()
  laptop.connection.connect()
  await caughtUp(laptop)
  laptop.heard.length = 0
  clock.byMs += 31_000
  await until(() => laptop.heard.includes('closed'))
  laptop.connection.connect()
  await caughtUp(laptop)
  push(laptop, 'written after the silence')
  await until(() => laptop.heard.includes('stored'))
})

/** A room's client half as the engine uses it; here everything is on the disk at once. */
function device(outer = new Y.Doc()): Device {
  const awareness = new Awareness(outer)
  awareness.setLocalState(null)
  const heard: string[] = []
  const connection = new RoomConnection({
    socketUrl: server.url,
    roomName: 'a-room-of-22-character',
    protocols: [syncSubprotocol, 'a-token-the-stock-server-does-not-look-at'],
    outer,
    awareness,
    Socket: NodeSocket as unknown as SocketClass,
    split: (update) => splitUpdate(update, syncLimits.splitBytes),
    settled: () => Promise.resolve(),
    on: {
      opened: () => heard.push('opened'),
      serverState: (stateVector) => heard.push(`state of ${Y.decodeStateVector(stateVector).size} writers`),
      caughtUp: () => heard.push('caught up'),
      stored: () => heard.push('stored'),
      unreadable: () => heard.push('unreadable'),
      closed: () => heard.push('closed'),
    },
  })
  outer.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== connection.origin) connection.send(update)
  })
  const made: Device = { outer, awareness, connection, heard }
  devices.push(made)
  return made
}

const list = ({ outer }: Device): Y.Array<Uint8Array> => outer.getArray<Uint8Array>('entries')
const push = (on: Device, text: string): void => list(on).push([new TextEncoder().encode(text)])
const entries = (on: Device): string[] => list(on).toArray().map((entry) => new TextDecoder().decode(entry))

const caughtUp = ({ heard }: Device): Promise<void> => until(() => heard.includes('caught up'))

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}
