import { afterEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { openRaw, updateMessage } from '../../helpers/raw-web-socket'
import { connectStock, isSynced, startTestServer, type TestServer, type TestServerOptions, type TestVault } from '../../helpers/sync-server'

const servers: TestServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))
const start = async (options: TestServerOptions): Promise<TestServer> => {
  const server = await startTestServer(options)
  servers.push(server)
  return server
}
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 10 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const bigUpdate = (fill: number): Uint8Array => {
  const doc = new Y.Doc()
  doc.getArray('entries').push([new Uint8Array(500_000).fill(fill)])
  return Y.encodeStateAsUpdate(doc)
}

/** A vault whose room holds so many updates of half a megabyte. */
async function fillRoom(server: TestServer, count: number): Promise<TestVault> {
  const vault = await server.createVault()
  const writer = connectStock(server.url, 'room', vault.token)
  await isSynced(writer)
  for (let index = 0; index < count; index++) Y.applyUpdate(writer.doc, bigUpdate(index))
  await until(async () => expect((await server.storage.getVault(vault.vaultId))?.usedBytes).toBeGreaterThan(count * 500_000))
  writer.close()
  await until(() => expect(server.peerCount).toBe(0))
  return vault
}

describe('SYN-8', () => {
  test('a slow reader is cut, loses nothing, and keeps nobody waiting', async () => {
    const server = await start({ limits: { maxSlowReaderBytes: 2_000_000 } })
    const { token } = await server.createVault()
    const slow = await openRaw(server.url, 'room', { token })
    slow.socket.pause()
    const writer = connectStock(server.url, 'room', token)
    await isSynced(writer)
    // More than the limit and what the system keeps for a socket.
    for (let index = 0; index < 40; index++) {
      Y.applyUpdate(writer.doc, bigUpdate(index))
      await pause(10)
    }
    await until(() => expect(server.peerCount).toBe(1))
    slow.destroy()
    const back = connectStock(server.url, 'room', token)
    await isSynced(back)
    await until(() => expect(back.doc.getArray('entries').length).toBe(40))
    writer.close()
    back.close()
  })

  test('a slow reader may ask for much: its own answer does not count', async () => {
    const server = await start({ limits: { maxSlowReaderBytes: 100_000 } })
    const { token } = await fillRoom(server, 10)
    const reader = await openRaw(server.url, 'room', { token })
    reader.socket.pause()
    reader.send(new Uint8Array([0, 0, 1, 0]))
    await pause(300)
    expect(reader.closeCode).toBeNull()
    reader.socket.resume()
    const received = () => reader.frames.filter(({ payload }) => payload[0] === 0 && payload[1] !== 0).reduce((sum, { payload }) => sum + payload.length, 0)
    await until(() => expect(received()).toBeGreaterThan(5_000_000))
    reader.destroy()
  })

  test('one that asks and never reads is cut in the end', async () => {
    const server = await start({ limits: { sweepMs: 40 } })
    const { token } = await fillRoom(server, 30)
    const reader = await openRaw(server.url, 'room', { token })
    reader.socket.pause()
    reader.send(new Uint8Array([0, 0, 1, 0]))
    await until(() => expect(server.peerCount).toBe(0))
    reader.destroy()
  })

  test('a half-open connection is noticed, its device no longer shown', async () => {
    const server = await start({ limits: { sweepMs: 50 } })
    const { token } = await server.createVault()
    const gone = await openRaw(server.url, 'room', { token })
    gone.socket.pause()
    await until(() => expect(server.peerCount).toBe(1))
    await until(() => expect(server.peerCount).toBe(0))
    gone.destroy()
  })

  test('one that answers pings stays, however quiet it is, and hears something all the while', async () => {
    const server = await start({ limits: { sweepMs: 50 } })
    const { token } = await server.createVault()
    const quiet = connectStock(server.url, 'room', token)
    await isSynced(quiet)
    let heard = 0
    quiet.provider.ws?.addEventListener('message', () => (heard += 1))
    await pause(1200)
    expect([server.peerCount, quiet.provider.wsconnected]).toEqual([1, true])
    expect(heard).toBeGreaterThan(5)
    quiet.close()
  })

  test('a full vault says so to whoever fills it, and what it has can still be read', async () => {
    const server = await start({ storage: 'sqlite', storageLimits: { maxVaultBytes: 1_200_000 } })
    const { token } = await server.createVault()
    const writer = await openRaw(server.url, 'room', { token })
    for (let index = 0; index < 3; index++) writer.send(updateMessage(bigUpdate(index)))
    expect(await writer.closed).toBe(4507)
    const reader = connectStock(server.url, 'room', token)
    await isSynced(reader)
    expect(reader.doc.getArray('entries').length).toBeLessThan(3)
    // What was refused does not count as held: sent again, it is refused again.
    const again = await openRaw(server.url, 'room', { token })
    again.send(updateMessage(bigUpdate(9)))
    again.send(updateMessage(bigUpdate(10)))
    expect(await again.closed).toBe(4507)
    reader.close()
  })

  test('a store that fails closes with "later", and nothing counts as stored', async () => {
    const server = await start({})
    const { token } = await server.createVault()
    const device = connectStock(server.url, 'room', token)
    await isSynced(device)
    const append = vi.spyOn(server.storage, 'append').mockRejectedValueOnce(new Error('the disk is full'))
    const closed = new Promise<number | undefined>((resolve) => device.provider.once('connection-close', (event) => resolve(event?.code)))
    device.doc.getArray('entries').push(['kept by the device'])
    expect(await closed).toBe(4503)
    append.mockRestore()
    // The client comes back by itself and sends it again.
    const reader = connectStock(server.url, 'room', token)
    await until(() => expect(reader.doc.getArray('entries').toJSON()).toEqual(['kept by the device']))
    device.close()
    reader.close()
  })

  test('closing stores what has arrived', async () => {
    const server = await start({ storage: 'sqlite' })
    const { token } = await server.createVault()
    const device = connectStock(server.url, 'room', token)
    await isSynced(device)
    const reader = connectStock(server.url, 'room', token)
    await isSynced(reader)
    for (let index = 0; index < 100; index++) device.doc.getArray('entries').push([index])
    await until(() => expect(reader.doc.getArray('entries').length).toBeGreaterThan(0))
    await server.close()
    const heard = reader.doc.getArray('entries').length
    device.close()
    reader.close()
    const again = await start({ storage: 'sqlite', folder: server.folder })
    const late = connectStock(again.url, 'room', token)
    await isSynced(late)
    expect(late.doc.getArray('entries').length).toBeGreaterThanOrEqual(heard)
    late.close()
  })
})
