import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createdVaultSchema, openedRendezvousSchema, recoveredSchema, serverInfoSchema, vaultInfoSchema } from '@shared/sync/api'
import { createSetupToken, createToken } from '../../../sync-server/src/auth'
import { openSqliteStorage } from '../../../sync-server/src/storage/sqlite'
import { defaultStorageLimits } from '../../../sync-server/src/storage/storage'
import { createLog } from '../../../sync-server/src/log'
import { hashWebApp } from '../../../sync-server/src/web-hash'
import { openRaw } from '../../helpers/raw-web-socket'
import { startTestServer, type TestServer, type TestVault } from '../../helpers/sync-server'

let server: TestServer
let vault: TestVault
let webRoot: string
const lines: string[] = []
const tokens: string[] = []

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'commonplace-web-'))
  await writeFile(join(webRoot, 'index.html'), '<html>the app</html>')
  server = await startTestServer({
    storage: 'sqlite',
    storageLimits: { maxVaultBytes: 2_000_000 },
    web: { root: webRoot },
    limits: { maxBlobBytes: 1_000_000, maxMissesPerMinute: 10_000 },
    log: createLog({ level: 'debug', isJson: true, write: (line) => lines.push(line) }),
  })
  vault = await server.createVault()
})
afterAll(() => server.stop())

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const remember = (token: string): string => {
  tokens.push(token)
  return token
}

interface Call {
  readonly token?: string | undefined
  readonly json?: unknown
  readonly body?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

const call = (method: string, path: string, { token, json, body, headers }: Call = {}): Promise<Response> =>
  fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
    body: json === undefined ? (body === undefined ? null : Buffer.from(body)) : JSON.stringify(json),
  })
const answer = async (response: Promise<Response>): Promise<[number, unknown]> => {
  const { status, ...rest } = await response.then(async (given) => ({ status: given.status, text: await given.text() }))
  return [status, rest.text === '' ? null : JSON.parse(rest.text)]
}

test('says what it is, and the hash of the app that it serves', async () => {
  const [status, body] = await answer(call('GET', '/info'))
  expect(status).toBe(200)
  expect(serverInfoSchema.parse(body)).toMatchObject({ protocol: 1, webApp: { sha256: await hashWebApp(webRoot) } })
})

test('serves the web app, the health check and the API beside each other', async () => {
  const get = async (path: string) => {
    const response = await fetch(server.url + path)
    return [response.status, await response.text()]
  }
  expect(await get('/')).toEqual([200, '<html>the app</html>'])
  expect(await get('/healthz')).toEqual([200, '{"status":"ok"}'])
  expect((await get('/nothing.js'))[0]).toBe(404)
  expect((await get('/sync/room'))[0]).toBe(426)
  expect(await get('/api/v1/nothing')).toEqual([404, '{"error":"not-found"}'])
})

test('pages of any origin may ask, without cookies', async () => {
  const response = await call('OPTIONS', '/vault', { headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' } })
  expect([response.status, response.headers.get('access-control-allow-origin'), response.headers.get('access-control-allow-credentials')]).toEqual([204, '*', null])
  expect(response.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect((await call('GET', '/vault')).headers.get('access-control-allow-origin')).toBe('*')
})

describe('vaults', () => {
  const make = (setup: string | undefined, body: Record<string, unknown>) => answer(call('POST', '/vaults', { token: setup, json: body }))
  const newVault = () => ({ vaultId: createToken().slice(0, 22), deviceId: 'device-1', tokenHash: hashOf(remember(createToken())), recoveryTokenHash: hashOf(remember(createToken())) })

  test('SYN-7 are made with a setup token, once', async () => {
    const setup = remember(await createSetupToken(server.storage, Date.now()))
    const body = newVault()
    expect(await make(undefined, body)).toEqual([401, { error: 'token-rejected' }])
    expect(await make(remember(createToken()), body)).toEqual([401, { error: 'token-rejected' }])
    expect(await make(setup, { ...body, more: 1 })).toEqual([400, { error: 'invalid' }])
    expect(await make(setup, { ...body, vaultId: '../../etc' })).toEqual([400, { error: 'invalid' }])
    const [status, made] = await make(setup, body)
    expect([status, createdVaultSchema.parse(made)]).toEqual([201, { maxBytes: 2_000_000 }])
    expect(await make(setup, newVault())).toEqual([401, { error: 'token-rejected' }])
  })

  test('one that exists is not made again', async () => {
    const setup = await createSetupToken(server.storage, Date.now())
    expect(await make(setup, { ...newVault(), vaultId: vault.vaultId })).toEqual([409, { error: 'exists' }])
  })

  test('show their devices and what they hold, and go with everything', async () => {
    const own = await server.createVault()
    const second = remember(await own.addDevice('device-2'))
    const socket = await openRaw(server.url, 'room', { token: second })
    const [status, shown] = await answer(call('GET', '/vault', { token: own.token }))
    expect(status).toBe(200)
    expect(vaultInfoSchema.parse(shown).devices.map(({ deviceId, isOnline }) => [deviceId, isOnline])).toEqual([['device-1', false], ['device-2', true]])
    expect((await call('DELETE', '/vault', { token: own.token })).status).toBe(204)
    expect(await socket.closed).toBe(4403)
    expect(await answer(call('GET', '/vault', { token: own.token }))).toEqual([401, { error: 'token-rejected' }])
  })
})

describe('devices', () => {
  test('are added by a device and by the recovery token, and never twice', async () => {
    const own = await server.createVault()
    const [second, third] = [remember(createToken()), remember(createToken())]
    expect(await answer(call('POST', '/devices', { token: own.token, json: { deviceId: 'device-2', tokenHash: hashOf(second) } }))).toEqual([201, null])
    expect(await answer(call('POST', '/devices', { token: own.token, json: { deviceId: 'device-2', tokenHash: hashOf(third) } }))).toEqual([409, { error: 'exists' }])
    expect(await answer(call('POST', '/recoveries', { token: second, json: { deviceId: 'device-3', tokenHash: hashOf(third) } }))).toEqual([401, { error: 'token-rejected' }])
    const [status, body] = await answer(call('POST', '/recoveries', { token: own.recoveryToken, json: { deviceId: 'device-3', tokenHash: hashOf(third) } }))
    expect([status, recoveredSchema.parse(body).vaultId]).toEqual([201, own.vaultId])
    expect((await call('GET', '/vault', { token: third })).status).toBe(200)
  })

  test('SYN-7 a removed device is out within a second and comes back neither by socket nor by HTTP', async () => {
    const own = await server.createVault()
    const token = remember(await own.addDevice('device-2'))
    const sockets = await Promise.all([openRaw(server.url, 'room', { token }), openRaw(server.url, 'room-2', { token })])
    const startedAt = Date.now()
    expect((await call('DELETE', '/devices/device-2', { token: own.token })).status).toBe(204)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4403, 4403])
    expect(Date.now() - startedAt).toBeLessThan(1000)
    expect(await (await openRaw(server.url, 'room', { token })).closed).toBe(4403)
    expect(await answer(call('GET', '/vault', { token }))).toEqual([403, { error: 'removed' }])
    expect(await answer(call('DELETE', '/devices/device-2', { token: own.token }))).toEqual([404, { error: 'not-found' }])
  })

  test('SYN-7 a device removed by the administrator, in another process, is out too', async () => {
    const own = await server.createVault()
    const token = remember(await own.addDevice('device-2'))
    const socket = await openRaw(server.url, 'room', { token })
    const other = await openSqliteStorage(server.folder, defaultStorageLimits)
    await other.removeDevice(own.vaultId, 'device-2', Date.now())
    expect(await socket.closed).toBe(4403)
    await other.close()
  })

  test('SYN-7 no device of another vault can be named', async () => {
    const [own, other] = [await server.createVault(), await server.createVault()]
    await other.addDevice('device-9')
    expect(await answer(call('DELETE', '/devices/device-9', { token: own.token }))).toEqual([404, { error: 'not-found' }])
    expect((await server.storage.listDevices(other.vaultId)).every(({ removedAt }) => removedAt === null)).toBe(true)
  })
})

describe('rendezvous', () => {
  const id = () => createToken().slice(0, 22)
  const put = (path: string, bytes: Uint8Array) => answer(call('PUT', path, { body: bytes }))

  test('carries what two devices put, once, also for one that waits', async () => {
    const meeting = id()
    const [status, opened] = await answer(call('POST', `/rendezvous/${meeting}`, { token: vault.token }))
    expect([status, openedRendezvousSchema.parse(opened).expiresAt > Date.now()]).toEqual([201, true])
    expect((await call('GET', `/rendezvous/${meeting}/0`)).status).toBe(204)
    const waiting = call('GET', `/rendezvous/${meeting}/0?wait=20`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const startedAt = Date.now()
    const bytes = randomBytes(16 * 1024)
    expect(await put(`/rendezvous/${meeting}/0`, bytes)).toEqual([201, null])
    expect(Buffer.from(await (await waiting).arrayBuffer()).equals(bytes)).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(1500)
    expect(await put(`/rendezvous/${meeting}/0`, bytes)).toEqual([409, { error: 'exists' }])
  })

  test('is opened by devices only, has six slots and no room for more than 16 KiB', async () => {
    const meeting = id()
    expect(await answer(call('POST', `/rendezvous/${meeting}`))).toEqual([401, { error: 'token-rejected' }])
    expect(await put(`/rendezvous/${meeting}/0`, randomBytes(5))).toEqual([404, { error: 'not-found' }])
    await call('POST', `/rendezvous/${meeting}`, { token: vault.token })
    expect(await put(`/rendezvous/${meeting}/6`, randomBytes(5))).toEqual([400, { error: 'invalid' }])
    expect(await put(`/rendezvous/${meeting}/1`, randomBytes(16 * 1024 + 1))).toEqual([413, { error: 'too-large' }])
    expect(await answer(call('POST', '/rendezvous/short', { token: vault.token }))).toEqual([400, { error: 'invalid' }])
  })

  test('SYN-7 guessing is slowed down to nothing', async () => {
    const guarded = await startTestServer({ limits: { maxMissesPerMinute: 20 } })
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess++) statuses.push((await fetch(`${guarded.url}/api/v1/rendezvous/${id()}/0`)).status)
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([20, 429])
    await guarded.stop()
  })
})

describe('blobs', () => {
  const blob = () => randomBytes(32).toString('base64url')
  const range = (from: number, to: number, total: number) => ({ 'Content-Range': `bytes ${from}-${to - 1}/${total}` })

  test('are stored in parts, gone on with where they broke off, and read in ranges', async () => {
    const [id, bytes] = [blob(), randomBytes(300_000)]
    const { token } = vault
    expect((await call('HEAD', `/blobs/${id}`, { token })).status).toBe(404)
    expect((await call('PUT', `/blobs/${id}`, { token, body: bytes.subarray(0, 100_000), headers: range(0, 100_000, 300_000) })).status).toBe(204)
    const head = await call('HEAD', `/blobs/${id}`, { token })
    expect([head.headers.get('upload-offset'), head.headers.get('content-length')]).toEqual(['100000', '300000'])
    expect((await call('GET', `/blobs/${id}`, { token })).status).toBe(404)
    const wrong = await call('PUT', `/blobs/${id}`, { token, body: bytes.subarray(200_000), headers: range(200_000, 300_000, 300_000) })
    expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, '100000'])
    expect((await call('PUT', `/blobs/${id}`, { token, body: bytes.subarray(100_000), headers: range(100_000, 300_000, 300_000) })).status).toBe(201)
    const whole = await call('GET', `/blobs/${id}`, { token })
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const part = await call('GET', `/blobs/${id}`, { token, headers: { Range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await call('GET', `/blobs/${id}`, { token, headers: { Range: 'bytes=300000-' } })).status).toBe(416)
    expect((await call('DELETE', `/blobs/${id}`, { token })).status).toBe(204)
    expect((await call('GET', `/blobs/${id}`, { token })).status).toBe(404)
  })

  test('SYN-7 belong to one vault', async () => {
    const [id, other] = [blob(), await server.createVault()]
    await call('PUT', `/blobs/${id}`, { token: vault.token, body: randomBytes(10) })
    expect((await call('GET', `/blobs/${id}`, { token: other.token })).status).toBe(404)
    expect((await call('DELETE', `/blobs/${id}`, { token: other.token })).status).toBe(404)
    expect((await call('GET', `/blobs/${id}`)).status).toBe(401)
    expect((await call('GET', `/blobs/${id}`, { token: vault.token })).status).toBe(200)
  })

  test('no blob is larger than allowed, no vault fuller, and no id leads out of the folder', async () => {
    const own = await server.createVault()
    const put = (id: string, length: number) => call('PUT', `/blobs/${id}`, { token: own.token, body: randomBytes(length) })
    expect((await put(blob(), 1_000_001)).status).toBe(413)
    expect([(await put(blob(), 900_000)).status, (await put(blob(), 900_000)).status]).toEqual([201, 201])
    expect(await answer(put(blob(), 900_000))).toEqual([507, { error: 'quota-full' }])
    for (const id of ['..%2f..%2fcommonplace-sync.sqlite', '.'.repeat(30)]) expect((await put(id, 5)).status).toBe(400)
  })
})

test('SYN-7 one device with a token that is no good shuts out itself, not the others behind its address; who tries ever new ones is shut out', async () => {
  const guarded = await startTestServer({ limits: { maxMissesPerMinute: 3 } })
  const own = await guarded.createVault()
  const ask = async (token: string) => (await fetch(`${guarded.url}/api/v1/vault`, { headers: { Authorization: `Bearer ${token}` } })).status
  const bad = createToken()
  const statuses: number[] = []
  for (let tries = 0; tries < 5; tries++) statuses.push(await ask(bad))
  expect(statuses).toEqual([401, 401, 401, 429, 429])
  expect([await ask(own.token), await ask(createToken())]).toEqual([200, 401])
  for (let guess = 0; guess < 60; guess++) await ask(createToken())
  expect([await ask(createToken()), await ask(own.token)]).toEqual([429, 429])
  await guarded.stop()
})

test('SYN-3 no token is in the log', () => {
  const text = lines.join('\n')
  expect(lines.length).toBeGreaterThan(0)
  for (const token of [...tokens, vault.token, vault.recoveryToken]) expect(text).not.toContain(token)
})
