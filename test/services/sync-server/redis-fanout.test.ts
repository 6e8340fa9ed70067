import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Fanout, RoomMessage, Signal } from '../../../sync-server/src/fanout/fanout'
import { createRedisFanout } from '../../../sync-server/src/fanout/redis'
import { fanoutSuite } from '../../contract/sync-server/fanout-suite'
import { startRedis, type RedisServer } from '../../helpers/redis-server'

let server: RedisServer

beforeAll(async () => {
  server = await startRedis()
})
afterAll(() => server.stop())

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const key = { vaultId: 'vault-a', room: 'memory' }
const update = (sequence: number): RoomMessage => ({ kind: 'update', sequence, update: new Uint8Array([sequence]) })

async function openConnected(url = server.url, silenceMs = 5000): Promise<{ fanout: Fanout; states: boolean[] }> {
  const fanout = createRedisFanout({ url, silenceMs })
  const states: boolean[] = []
  fanout.onConnection((isConnected) => states.push(isConnected))
  await until(() => expect(states.at(-1)).toBe(true))
  return { fanout, states }
}

fanoutSuite({
  name: 'Redis',
  open: async (count) => (await Promise.all(Array.from({ length: count }, () => openConnected()))).map(({ fanout }) => fanout),
})

test('SYN-8 a Redis that dies and comes back is said, and what it missed shows by the newest number', async () => {
  const own = await startRedis()
  const [a, b] = await Promise.all([openConnected(own.url), openConnected(own.url)])
  const heard: RoomMessage[] = []
  await b.fanout.subscribe(key, (message) => heard.push(message))
  a.fanout.publish(key, update(1))
  await until(() => expect(heard).toEqual([update(1)]))
  await own.kill()
  await until(() => expect([a.states.at(-1), b.states.at(-1)]).toEqual([false, false]))
  for (const sequence of [2, 3, 4]) a.fanout.publish(key, update(sequence))
  // A room that is opened meanwhile does not wait for Redis.
  const late: RoomMessage[] = []
  await b.fanout.subscribe({ ...key, room: 'index' }, (message) => late.push(message))
  await own.start()
  await until(() => expect([a.states.at(-1), b.states.at(-1)]).toEqual([true, true]))
  a.fanout.publish(key, update(5))
  a.fanout.publish({ ...key, room: 'index' }, update(1))
  await until(() => expect([heard.at(-1), late]).toEqual([update(5), [update(1)]]))
  await Promise.all([a, b].map(({ fanout }) => fanout.close()))
  await own.stop()
})

test('SYN-8 an instance that alone lost its connection says its newest updates again', async () => {
  const gate = await openGate(server.url)
  const [cut, whole] = await Promise.all([openConnected(gate.url), openConnected()])
  const heard: RoomMessage[] = []
  await whole.fanout.subscribe(key, (message) => heard.push(message))
  gate.cut()
  await until(() => expect(cut.states.at(-1)).toBe(false))
  for (const sequence of [7, 8]) cut.fanout.publish(key, update(sequence))
  gate.open()
  await until(() => expect(heard).toEqual([update(8)]))
  expect(whole.states).toEqual([false, true])
  await Promise.all([cut, whole].map(({ fanout }) => fanout.close()))
  await gate.close()
})

test('SYN-8 a connection that says nothing any more counts as lost', async () => {
  const gate = await openGate(server.url)
  const { fanout, states } = await openConnected(gate.url, 300)
  gate.freeze()
  await until(() => expect(states.at(-1)).toBe(false))
  gate.open()
  await until(() => expect(states.at(-1)).toBe(true))
  await fanout.close()
  await gate.close()
})

test('what another program writes to the same channels is passed over', async () => {
  const { fanout } = await openConnected()
  const other = await openConnected()
  const heard: (RoomMessage | Signal)[] = []
  await fanout.subscribe(key, (message) => heard.push(message))
  fanout.onSignal((signal) => heard.push(signal))
  const { Redis } = await import('ioredis')
  const stranger = new Redis(server.url)
  for (const channel of ['commonplace:room:vault-a/memory', 'commonplace:signals']) {
    for (const text of ['', 'short', 'longer than a header but of no kind', `12345678\x04{"kind":"device-removed"}`, '12345678\x04{', '12345678\x01abc']) {
      await stranger.publish(channel, text)
    }
  }
  other.fanout.publish(key, update(1))
  await until(() => expect(heard).toEqual([update(1)]))
  stranger.disconnect()
  await Promise.all([fanout.close(), other.fanout.close()])
})

/** A way to Redis that can be cut (refusing), frozen (silent) and opened again. */
async function openGate(target: string) {
  const { port } = new URL(target)
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    if (state === 'cut') return from.destroy()
    const to = connect(Number(port), '127.0.0.1')
    for (const [socket, other] of [[from, to], [to, from]] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => state === 'open' && other.write(bytes))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    freeze: () => void (state = 'frozen'),
    open: () => void (state = 'open'),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(resolve)
      }),
  }
}
