import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { closeCodes, syncLimits } from '@shared/sync/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultLimits } from '../../../sync-server/src/limits'
import { connectStock, isSynced, startTestServer, syncAddress, type StockDevice, type TestServer, type TestVault } from '../../helpers/sync-server'

const room = 'a-room-of-22-character'

let server: TestServer
let vault: TestVault
const devices: StockDevice[] = []

beforeEach(async () => {
  server = await startTestServer({ storage: 'sqlite', limits: { sweepMs: 200 } })
  vault = await server.createVault()
})

afterEach(async () => {
  for (const device of devices.splice(0)) device.close()
  await server.stop()
})

test('SYN-10 stock clients meet on our server: what one wrote before, what both write at once, who comes late', async () => {
  const [early, other] = [connect(), connect()]
  early.doc.getText('text').insert(0, 'written while connecting')
  await Promise.all([isSynced(early), isSynced(other)])
  early.doc.getText('text').insert(0, 'here: ')
  other.doc.getMap('map').set('key', { nested: [1, 'two', null, 3.5] })
  const late = connect()
  await until(() => [early, other, late].every(({ doc }) => doc.getText('text').length > 20 && doc.getMap('map').has('key')))
  expect(contentOf(other)).toEqual(contentOf(early))
  expect(contentOf(late)).toEqual(contentOf(early))
})

test('SYN-10 everything that Yjs can hold passes through our server, and is there after it was started anew', async () => {
  const writer = connect()
  await isSynced(writer)
  writeOfEveryKind(writer.doc)
  const reader = connect()
  await until(() => isSame(writer, reader))
  writer.close()
  reader.close()

  await server.close()
  const again = await startTestServer({ storage: 'sqlite', folder: server.folder })
  try {
    const returning = connectStock(again.url, room, vault.token)
    devices.push(returning)
    await isSynced(returning)
    expect(contentOf(returning)).toEqual(contentOf(writer))
    returning.close()
  } finally {
    await again.stop()
  }
})

test('SYN-10 stock clients see each other on our server, also who came before, and that one leaves', async () => {
  const [first, second] = [connect(), connect()]
  first.provider.awareness.setLocalState({ name: 'first' })
  second.provider.awareness.setLocalState({ name: 'second' })
  await until(() => stateOf(second, first) === 'first' && stateOf(first, second) === 'second')
  const third = connect()
  await until(() => stateOf(third, first) === 'first' && stateOf(third, second) === 'second')
  first.close()
  await until(() => stateOf(second, first) === undefined && stateOf(third, first) === undefined)
})

test('SYN-10 a stock client finds back to our server by itself, with what both sides wrote meanwhile', async () => {
  const [here, away] = [connect(), connect()]
  await Promise.all([isSynced(here), isSynced(away)])
  away.provider.disconnect()
  here.doc.getText('text').insert(0, 'from here. ')
  away.doc.getText('text').insert(0, 'from away. ')
  for (const socket of [here.provider.ws]) socket?.close()
  await until(() => !here.provider.wsconnected)
  await until(() => here.provider.wsconnected && here.provider.synced)
  away.provider.connect()
  await until(() => isSame(here, away) && here.doc.getText('text').length > 20)
})

test('SYN-10 a quiet stock client hears something at least every 15 s, and understands it', async () => {
  // A peer that was sent nothing in two sweeps is sent something: three sweeps is the longest.
  expect(3 * defaultLimits.sweepMs).toBeLessThanOrEqual(syncLimits.serverSilenceMs)
  const complaints = vi.spyOn(console, 'error')
  const quiet = connect()
  quiet.provider.awareness.setLocalState(null)
  await isSynced(quiet)
  for (let heard = 0; heard < 4; heard++) {
    const before = quiet.provider.wsLastMessageReceived
    await until(() => quiet.provider.wsLastMessageReceived > before)
  }
  expect(quiet.provider.wsconnected).toBe(true)
  expect(complaints).not.toHaveBeenCalled()
})

test('SYN-10 a stock client with a wrong token is told so and does not come back', async () => {
  const stranger = connectStock(server.url, room, 'x'.repeat(43))
  devices.push(stranger)
  const code = await new Promise((resolve) => stranger.provider.on('connection-close', (event) => resolve(event?.code)))
  expect(code).toBe(closeCodes.tokenRejected)
  expect(stranger.provider.shouldConnect).toBe(false)
})

test('SYN-10 the server answers the name of the protocol and never repeats the token', async () => {
  const socket = new WebSocket(`${syncAddress(server.url)}/${room}`, ['commonplace-sync.1', vault.token])
  await new Promise((resolve) => socket.once('open', resolve))
  expect(socket.protocol).toBe('commonplace-sync.1')
  socket.close()
})

function connect(): StockDevice {
  const device = connectStock(server.url, room, vault.token)
  devices.push(device)
  return device
}

function writeOfEveryKind(doc: Y.Doc): void {
  const text = doc.getText('text')
  text.insert(0, 'plain, 中文, 👩‍👩‍👧 and the end')
  text.format(0, 5, { bold: true })
  text.insertEmbed(6, { image: 'a picture' })
  text.delete(10, 4)
  const list = doc.getArray<unknown>('list')
  list.push([new Uint8Array([1, 2, 3]), 2 ** 40, -7, 0.25, true, null, 'a string', { deep: { map: [1n, undefined] } }])
  list.delete(1, 2)
  const nested = new Y.Map<unknown>()
  doc.getMap('map').set('nested', nested)
  nested.set('again', 1)
  nested.set('again', 2)
  nested.delete('again')
  doc.getMap('map').set('inner document', new Y.Doc({ guid: 'inner' }))
  const element = new Y.XmlElement('p')
  doc.getXmlFragment('xml').push([element])
  element.setAttribute('class', 'wide')
  element.push([new Y.XmlText('in a paragraph')])
  const undo = new Y.UndoManager(text)
  text.insert(0, 'taken back')
  undo.undo()
}

const stateOf = (on: StockDevice, of: StockDevice): unknown => on.provider.awareness.getStates().get(of.doc.clientID)?.['name']

const isSame = (one: StockDevice, other: StockDevice): boolean => JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))

/** As every client must have it, whatever its Yjs keeps besides. */
function contentOf({ doc }: StockDevice): unknown {
  return {
    text: doc.getText('text').toDelta(),
    list: JSON.stringify(doc.getArray('list').toArray(), (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
    map: [...doc.getMap('map').keys()].sort(),
    nested: doc.getMap('map').get('nested') instanceof Y.Map,
    xml: doc.getXmlFragment('xml').toJSON(),
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}
