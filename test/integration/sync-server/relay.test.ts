import { afterEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { connectStock, isSynced, startTestServer, type StockDevice, type TestServer, type TestServerOptions } from '../../helpers/sync-server'

const servers: TestServer[] = []
const devices: StockDevice[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const start = async (options?: TestServerOptions): Promise<TestServer> => {
  const server = await startTestServer(options)
  servers.push(server)
  return server
}
const connect = (...args: Parameters<typeof connectStock>): StockDevice => {
  const device = connectStock(...args)
  devices.push(device)
  return device
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 8000, interval: 5 })
const entries = ({ doc }: Pick<StockDevice, 'doc'>): unknown[] => doc.getArray('entries').toJSON()

describe.each(['memory', 'sqlite'] as const)('on %s', (storage) => {
  test('SYN-10 stock clients hear each other, and a late one gets everything', async () => {
    const server = await start({ storage })
    const { token } = await server.createVault()
    const [a, b] = [connect(server.url, 'room', token), connect(server.url, 'room', token)]
    await Promise.all([isSynced(a), isSynced(b)])
    a.doc.getArray('entries').push(['from a'])
    b.doc.getText('text').insert(0, 'from b')
    await until(() => expect([entries(b), a.doc.getText('text').toString()]).toEqual([['from a'], 'from b']))
    const late = connect(server.url, 'room', token)
    await isSynced(late)
    expect([entries(late), late.doc.getText('text').toString()]).toEqual([['from a'], 'from b'])
  })

  test('what a client brings along is taken in, and only what the server lacks is sent', async () => {
    const server = await start({ storage })
    const { vaultId, token } = await server.createVault()
    const doc = new Y.Doc()
    for (let index = 0; index < 50; index++) doc.getArray('entries').push([index])
    const a = connect(server.url, 'room', token, doc)
    const b = connect(server.url, 'room', token)
    await Promise.all([isSynced(a), isSynced(b)])
    await until(() => expect(entries(b)).toHaveLength(50))
    const used = (await server.storage.getVault(vaultId))?.usedBytes
    for (let round = 0; round < 5; round++) {
      const again = connect(server.url, 'room', token, new Y.Doc())
      Y.applyUpdate(again.doc, Y.encodeStateAsUpdate(doc))
      await isSynced(again)
      again.close()
    }
    expect((await server.storage.getVault(vaultId))?.usedBytes).toBe(used)
  })
})

test('the server starts again with what it had', async () => {
  const first = await start({ storage: 'sqlite' })
  const { token } = await first.createVault()
  const a = connect(first.url, 'room', token)
  await isSynced(a)
  a.doc.getArray('entries').push(['kept'])
  const b = connect(first.url, 'room', token)
  await until(() => expect(entries(b)).toEqual(['kept']))
  a.close()
  b.close()
  await first.close()
  const second = await start({ storage: 'sqlite', folder: first.folder })
  const c = connect(second.url, 'room', token)
  await isSynced(c)
  expect(entries(c)).toEqual(['kept'])
})

test('a sender hears its own update when it is stored, and also one that the server has', async () => {
  const server = await start({ storage: 'sqlite' })
  const { vaultId, token } = await server.createVault()
  const a = connect(server.url, 'room', token)
  await isSynced(a)
  const heard: number[] = []
  a.provider.ws?.addEventListener('message', ({ data }) => heard.push(new Uint8Array(data as ArrayBuffer)[1] ?? -1))
  a.doc.getArray('entries').push(['mine'])
  await until(() => expect(heard).toEqual([2]))
  const stored = await server.storage.read({ vaultId, room: 'room' }, 0)
  expect(stored.updates).toHaveLength(1)
  a.provider.ws?.send(new Uint8Array([0, 2, ...lengthOf(stored.updates[0]?.update.length ?? 0), ...(stored.updates[0]?.update ?? [])]))
  await until(() => expect(heard).toEqual([2, 2]))
  expect((await server.storage.read({ vaultId, room: 'room' }, 0)).updates).toHaveLength(1)
})

test('presence reaches those who are there, those who come later, and ends with the connection', async () => {
  const server = await start()
  const { token } = await server.createVault()
  const [a, b] = [connect(server.url, 'room', token), connect(server.url, 'room', token)]
  await Promise.all([isSynced(a), isSynced(b)])
  a.provider.awareness.setLocalState({ name: 'a' })
  const statesOf = (device: StockDevice) => [...device.provider.awareness.getStates().values()].filter((state) => Object.keys(state).length > 0)
  await until(() => expect(statesOf(b)).toEqual([{ name: 'a' }]))
  const late = connect(server.url, 'room', token)
  await until(() => expect(statesOf(late)).toEqual([{ name: 'a' }]))
  a.close()
  await until(() => expect([statesOf(b), statesOf(late)]).toEqual([[], []]))
})

test('a log that has outgrown its state is folded, without deleted content', async () => {
  const server = await start({ storage: 'sqlite' })
  const { vaultId, token } = await server.createVault()
  const a = connect(server.url, 'room', token)
  await isSynced(a)
  const list = a.doc.getArray('entries')
  for (let index = 0; index < 12; index++) {
    list.push([new Uint8Array(60_000).fill(index)])
    if (list.length > 2) list.delete(0, 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await until(async () => expect((await server.storage.read({ vaultId, room: 'room' }, 0)).foldedSequence).toBeGreaterThan(0))
  await vi.waitFor(async () => expect((await server.storage.getVault(vaultId))?.usedBytes).toBeLessThan(700_000), { timeout: 8000 })
  list.push(['after'])
  const late = connect(server.url, 'room', token)
  await isSynced(late)
  await until(() => expect(entries(late)).toEqual(entries(a)))
})

test('rooms that nobody is in leave memory', async () => {
  const server = await start({ limits: { sweepMs: 30, idleRoomSweeps: 2 } })
  const { token } = await server.createVault()
  const a = connect(server.url, 'room', token)
  await isSynced(a)
  expect([server.roomCount, server.peerCount]).toEqual([1, 1])
  a.doc.getArray('entries').push(['kept'])
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(server.roomCount).toBe(1)
  a.close()
  await until(() => expect([server.roomCount, server.peerCount]).toEqual([0, 0]))
  const b = connect(server.url, 'room', token)
  await isSynced(b)
  expect(entries(b)).toEqual(['kept'])
})

const lengthOf = (value: number): number[] => (value < 128 ? [value] : [128 | value % 128, ...lengthOf(Math.floor(value / 128))])
