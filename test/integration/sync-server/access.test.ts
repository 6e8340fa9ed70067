import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { createToken } from '../../../sync-server/src/auth'
import { createLog } from '../../../sync-server/src/log'
import { openRaw, updateMessage, type RawSocket } from '../../helpers/raw-web-socket'
import { connectStock, isSynced, startTestServer, type TestServer, type TestVault } from '../../helpers/sync-server'

let server: TestServer
let vault: TestVault
let other: TestVault
const lines: string[] = []

beforeAll(async () => {
  server = await startTestServer({ storage: 'sqlite', origins: ['https://notes.example'], log: createLog({ level: 'debug', isJson: true, write: (line) => lines.push(line) }) })
  vault = await server.createVault()
  other = await server.createVault()
  const device = connectStock(server.url, 'existing', vault.token)
  await isSynced(device)
  device.doc.getArray('entries').push(['there'])
  device.provider.awareness.setLocalState({ here: true })
  await new Promise((resolve) => setTimeout(resolve, 50))
  device.close()
})
afterAll(() => server.stop())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** What a stranger gets to see, apart from the time. */
async function seen(socket: RawSocket): Promise<unknown> {
  await socket.closed
  return { status: socket.status, frames: socket.frames.map(({ opcode, payload }) => [opcode, payload.toString('hex')]), code: socket.closeCode }
}

describe('SYN-7 without a valid token', () => {
  test.each<[string, () => string | null]>([
    ['none', () => null],
    ['a wrong one', () => createToken()],
    ['one that is cut', () => vault.token.slice(0, -1)],
    ['one with something behind', () => `${vault.token}A`],
    ['the recovery token', () => vault.recoveryToken],
    ['the hash of a token', () => Buffer.from(vault.token).toString('base64url').slice(0, 43)],
  ])('with %s an existing room looks like one that is not there', async (_what, token) => {
    const answers = await Promise.all(['existing', 'absent'].map(async (room) => seen(await openRaw(server.url, room, { token: token() }))))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ code: 4401, frames: [[8, expect.any(String) as string]] })
  })

  test('nothing is written', async () => {
    const doc = new Y.Doc()
    doc.getArray('entries').push(['forged'])
    const stranger = await openRaw(server.url, 'existing', { token: createToken() })
    stranger.send(updateMessage(Y.encodeStateAsUpdate(doc)))
    await stranger.closed
    const reader = connectStock(server.url, 'existing', vault.token)
    await isSynced(reader)
    expect(reader.doc.getArray('entries').toJSON()).toEqual(['there'])
    reader.close()
  })

  test('a token of another vault opens that vault and no other', async () => {
    const device = connectStock(server.url, 'existing', other.token)
    await isSynced(device)
    expect(device.doc.getArray('entries').toJSON()).toEqual([])
    device.doc.getArray('entries').push(['of the other vault'])
    await pause(50)
    device.close()
    const reader = connectStock(server.url, 'existing', vault.token)
    await isSynced(reader)
    expect(reader.doc.getArray('entries').toJSON()).toEqual(['there'])
    reader.close()
  })

  test('a token in the address or another header counts for nothing', async () => {
    const strangers = await Promise.all([
      openRaw(server.url, 'existing', { path: `/sync/existing?token=${vault.token}` }),
      openRaw(server.url, 'existing', { headers: [`Authorization: Bearer ${vault.token}`, `Cookie: token=${vault.token}`] }),
    ])
    expect(await Promise.all(strangers.map(({ closed }) => closed))).toEqual([4401, 4401])
  })

  test('a removed device reads nothing of what is written afterwards', async () => {
    const token = await vault.addDevice('device-2')
    const [removed, stays] = [await openRaw(server.url, 'later', { token }), connectStock(server.url, 'later', vault.token)]
    await isSynced(stays)
    await fetch(`${server.url}/api/v1/devices/device-2`, { method: 'DELETE', headers: { Authorization: `Bearer ${vault.token}` } })
    expect(await removed.closed).toBe(4403)
    const heard = removed.frames.length
    stays.doc.getArray('entries').push(['afterwards'])
    await pause(100)
    expect(removed.frames.length).toBe(heard)
    expect(await (await openRaw(server.url, 'later', { token })).closed).toBe(4403)
    stays.close()
  })
})

describe('who may connect', () => {
  const statusWith = async (origin: string | null) => {
    const socket = await openRaw(server.url, 'existing', { token: vault.token, headers: origin === null ? [] : [`Origin: ${origin}`] })
    socket.destroy()
    return socket.status.split(' ')[1]
  }

  test.each([null, 'app://commonplace', 'https://notes.example', 'http://localhost:5173', 'http://127.0.0.1:9'])('%s may', async (origin) => {
    expect(await statusWith(origin)).toBe('101')
  })

  test.each(['https://evil.example', 'https://notes.example.evil.example', 'null', 'http://localhost.evil.example'])('%s may not', async (origin) => {
    expect(await statusWith(origin)).toBe('403')
  })

  test('the server’s own pages may, by whatever name it is reached', async () => {
    const { host } = new URL(server.url)
    expect(await statusWith(`http://${host}`)).toBe('101')
  })

  test('no other path is a room', async () => {
    for (const path of ['/other', '/sync', '/sync/', '/sync/a/b', '/sync/..%2fx', `/sync/${'x'.repeat(200)}`]) {
      expect(await (await openRaw(server.url, '', { token: vault.token, path })).closed, path).toBe(4404)
    }
  })
})

test('an open server is for this computer only', async () => {
  const open = await startTestServer({ isOpen: true })
  const device = connectStock(open.url, 'room', null)
  await isSynced(device)
  device.close()
  await open.stop()
  await expect(startTestServer({ isOpen: true, host: '0.0.0.0' })).rejects.toThrow('this computer')
})

test('SYN-3 a sealed sentence stays sealed, and tokens are nowhere: not on the disk, not in the log', async () => {
  const device = connectStock(server.url, 'sealed', vault.token)
  await isSynced(device)
  const sentence = 'the planted sentence of a person'
  const sealed = Buffer.from(Array.from(Buffer.from(sentence), (byte) => byte ^ 0x5a))
  device.doc.getArray('entries').push([new Uint8Array(sealed)])
  await pause(100)
  device.close()
  const files = (await readdir(server.folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const bytes = Buffer.concat(await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name)))))
  // The search would find what is there.
  expect(bytes.includes(sealed)).toBe(true)
  for (const secret of [sentence, vault.token, other.token, vault.recoveryToken]) {
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes(Buffer.from(secret, 'base64url'))).toBe(false)
    expect(lines.join('\n')).not.toContain(secret)
  }
})
