import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BridgeFetchError } from '@shared/bridge/bridge'
import { createCredentialVault, type CredentialVault, type SecretBox, type VaultFile } from '@shared/bridge/credential-vault'
import type { FetchRequest } from '@shared/bridge/contract'
import { fetchDirectly } from '@renderer/platform/browser/direct-fetch'
import { responseFromPort } from '@renderer/platform/port-response'
import { serveFetch, type Port } from '../../electron/credentialed-fetch'
import { slicesOf } from '../helpers/leak-scan'
import { nodeTransport } from '../helpers/node-transport'

const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
const servers: Server[] = []
let base = ''
let otherBase = ''
let writtenBytes = 0
let closedEarly: () => void = () => undefined

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? ''
  const chunks: Buffer[] = []
  request.on('data', (bytes: Buffer) => chunks.push(bytes))
  request.on('end', () => {
    seen.push({ url, headers: request.headers, body: Buffer.concat(chunks).toString() })
    const redirect = /^\/v1\/redirect\/(\d+)$/.exec(url)?.[1]
    if (redirect !== undefined) return response.writeHead(Number(redirect), { location: `${otherBase}/v1/stolen` }).end()
    if (url === '/v1/big') return writeForever(response, 50_000_000)
    if (url === '/v1/endless') return void response.on('close', () => closedEarly()).writeHead(200).write('first')
    if (url === '/v1/cut') return void response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy())
    if (url === '/v1/empty') return response.writeHead(204).end()
    if (url === '/v1/error') return response.writeHead(429, 'Slow Down', { 'retry-after': '7', 'set-cookie': 'a=b' }).end('{"error":"slow"}')
    response.writeHead(200, { 'content-type': 'text/plain', 'x-request-id': 'r1' }).end(`hello ${Buffer.concat(chunks).toString()}`)
  })
}

function writeForever(response: ServerResponse, total: number): void {
  writtenBytes = 0
  const more = () => {
    while (writtenBytes < total) {
      writtenBytes += 65_536
      if (!response.write(Buffer.alloc(65_536, 97))) return void response.once('drain', more)
    }
    response.end()
  }
  response.writeHead(200)
  more()
}

beforeAll(async () => {
  base = await listen(answer)
  otherBase = await listen((request, response) => {
    seen.push({ url: `other${request.url}`, headers: request.headers, body: '' })
    response.end('other')
  })
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function createVault(): Promise<CredentialVault> {
  let file: VaultFile | null = null
  const box: SecretBox = { seal: async (text) => text, open: async (text) => ({ text, isStale: false }) }
  const vault = createCredentialVault({
    deviceKind: 'keychain',
    load: async () => file,
    save: async (next) => void (file = next),
    exclusive: (task) => task(),
    deviceBox: async () => ({ kind: 'ready', box, name: null }),
    passphraseBox: async () => box,
    newSalt: () => '',
    failureOf: () => ({ code: 'storage-failed', stage: 'bridge' }),
  })
  await vault.save({ id: 'k', secret, urlPrefixes: [`${base}/v1`], scheme: 'bearer' })
  return vault
}

function portOf(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => void (port.onmessage = ({ data }: MessageEvent<unknown>) => listener(data)),
    onClose: (listener) => port.addEventListener('close', listener),
    close: () => port.close(),
  }
}

type Send = (request: FetchRequest, signal?: AbortSignal) => Promise<Response>

/** Main's end and the page's end, joined by a real message channel. */
const overPort =
  (vault: CredentialVault, isTrusted = true, isOnline = true): Send =>
  (request, signal = new AbortController().signal) => {
    const { port1, port2 } = new MessageChannel()
    void serveFetch(request, isTrusted, portOf(port1), { vault, fetch: nodeTransport, isOnline: () => isOnline })
    return responseFromPort(port2, signal)
  }

const directly =
  (vault: CredentialVault, isOnline = true): Send =>
  (request, signal = new AbortController().signal) =>
    fetchDirectly(request, signal, { vault, fetch, isOnline: () => isOnline })

const requestTo = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({ credentialId: 'k', url, method: 'GET', headers: [], body: null, ...more })

async function failureOf(sent: Promise<Response>) {
  try {
    return `answered with ${(await sent).status}`
  } catch (error) {
    return error instanceof BridgeFetchError ? error.failure : error
  }
}

beforeEach(() => {
  seen.length = 0
})

describe.each([
  ['through main', overPort],
  ['in a browser', (vault: CredentialVault) => directly(vault)],
] as const)('a request with a stored key, %s', (_name, connect) => {
  test('carries the key in its header, and only that one', async () => {
    const send = connect(await createVault())
    const headers: [string, string][] = [['Content-Type', 'text/plain'], ['Authorization', 'Bearer placeholder'], ['x-api-key', 'placeholder']]
    const response = await send(requestTo(`${base}/v1/echo`, { method: 'POST', headers, body: new TextEncoder().encode('you') }))
    expect([response.status, await response.text(), response.headers.get('x-request-id')]).toEqual([200, 'hello you', 'r1'])
    expect([seen[0]?.headers.authorization, seen[0]?.headers['x-api-key']]).toEqual([`Bearer ${secret}`, undefined])
  })

  test.each([301, 302, 303, 307, 308])('SEC-2 a redirect (%i) is refused, and its target hears nothing', async (status) => {
    const send = connect(await createVault())
    const failure = await failureOf(send(requestTo(`${base}/v1/redirect/${status}`, { method: 'POST', body: new Uint8Array([1]) })))
    expect(failure).toMatchObject({ code: expect.stringMatching(/^(url-not-allowed|network)$/), stage: 'bridge' })
    expect(seen.map(({ url }) => url)).toEqual([`/v1/redirect/${status}`])
  })

  test('SEC-2 another origin, another path, a trick in the path, a downgrade: no request leaves', async () => {
    const send = connect(await createVault())
    const urls = [`${otherBase}/v1/x`, `${base}/v2/x`, `${base}/v10`, `${base}/v1/../admin`, `${base}/v1/%2e%2e/admin`, `${base}/v1/..%2fadmin`, base.replace('http://', 'http://key@'), 'http://example.com/v1', base.replace('127.0.0.1', 'localhost')]
    for (const url of urls) expect(await failureOf(send(requestTo(url)))).toMatchObject({ code: 'url-not-allowed' })
    expect(seen).toEqual([])
  })

  test('SEC-2 https to plain http is a downgrade', async () => {
    const vault = await createVault()
    await vault.save({ id: 'k', secret, urlPrefixes: [base.replace('http:', 'https:')], scheme: 'bearer' })
    expect(await failureOf(connect(vault)(requestTo(`${base}/v1/x`)))).toMatchObject({ code: 'url-not-allowed' })
    expect(seen).toEqual([])
  })

  test('an unknown credential, a header that cannot be sent, a server that is not there', async () => {
    const send = connect(await createVault())
    expect(await failureOf(send(requestTo(`${base}/v1`, { credentialId: 'other' })))).toMatchObject({ code: 'no-key' })
    expect(await failureOf(send(requestTo(`${base}/v1`, { headers: [['a', 'b\r\nc: d']] })))).toMatchObject({ code: 'invalid-input' })
    const vault = await createVault()
    await vault.save({ id: 'gone', secret, urlPrefixes: ['http://127.0.0.1:9/v1'], scheme: 'bearer' })
    const failure = await failureOf(connect(vault)(requestTo('http://127.0.0.1:9/v1/x', { credentialId: 'gone' })))
    expect(failure).toMatchObject({ code: 'network' })
    // SEC-1: no part of the key is in what the person reads.
    expect(slicesOf(secret.slice(8)).filter((slice) => JSON.stringify(failure).includes(slice))).toEqual([])
  })

  test('the status, the headers and the body of an error arrive', async () => {
    const response = await connect(await createVault())(requestTo(`${base}/v1/error`))
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([429, '7', '{"error":"slow"}'])
    const empty = await connect(await createVault())(requestTo(`${base}/v1/empty`))
    expect([empty.status, await empty.text()]).toEqual([204, ''])
  })

  test('STR-2 a body that is cut ends in an error, not in silence', async () => {
    const response = await connect(await createVault())(requestTo(`${base}/v1/cut`))
    await expect(response.text()).rejects.toThrow()
  })

  test('aborting the page closes the connection, before and during the answer', async () => {
    const send = connect(await createVault())
    const abort = new AbortController()
    const closed = new Promise<void>((resolve) => (closedEarly = resolve))
    const response = await send(requestTo(`${base}/v1/endless`), abort.signal)
    const reading = response.text()
    abort.abort()
    await expect(reading).rejects.toThrow(/abort/i)
    await closed
    await expect(send(requestTo(`${base}/v1/endless`), AbortSignal.abort())).rejects.toThrow(/abort/i)
  })

  test('leaving the body unread stops the server instead of filling memory; cancelling closes it', async () => {
    const response = await connect(await createVault())(requestTo(`${base}/v1/big`))
    const reader = response.body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const stoppedAt = writtenBytes
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(writtenBytes).toBe(stoppedAt)
    expect(writtenBytes).toBeLessThan(15_000_000)
    await reader?.cancel()
  })

  test('a large answer arrives whole', async () => {
    const response = await connect(await createVault())(requestTo(`${base}/v1/big`))
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThanOrEqual(50_000_000)
  })
})

describe('main’s side alone', () => {
  test('SEC-2 a request from another frame is refused unread', async () => {
    expect(await failureOf(overPort(await createVault(), false)(requestTo(`${base}/v1/x`)))).toMatchObject({ code: 'invalid-input' })
    expect(seen).toEqual([])
  })

  test.each([null, 'x', {}, { ...requestTo('https://a.b/'), method: 'DELETE' }, { ...requestTo('https://a.b/'), extra: 1 }, { ...requestTo('https://a.b/'), body: 'text' }])(
    'SEC-3 a request of the wrong shape is refused: %j',
    async (request) => {
      expect(await failureOf(overPort(await createVault())(request as FetchRequest))).toMatchObject({ code: 'invalid-input' })
    },
  )

  test('without a network it says so', async () => {
    const vault = await createVault()
    await vault.save({ id: 'gone', secret, urlPrefixes: ['http://127.0.0.1:9/v1'], scheme: 'bearer' })
    for (const send of [overPort(vault, true, false), directly(vault, false)]) {
      expect(await failureOf(send(requestTo('http://127.0.0.1:9/v1/x', { credentialId: 'gone' })))).toMatchObject({ code: 'offline' })
    }
  })

  test('a browser tells Anthropic that it means to call it from a page', async () => {
    const vault = await createVault()
    await vault.save({ id: 'k', secret, urlPrefixes: [`${base}/v1`], scheme: 'x-api-key' })
    const headers: [string, string][] = [['anthropic-version', '2023-06-01']]
    await directly(vault)(requestTo(`${base}/v1/messages`, { headers }))
    await overPort(vault)(requestTo(`${base}/v1/messages`, { headers }))
    expect(seen.map(({ headers: sent }) => [sent['x-api-key'], sent['anthropic-dangerous-direct-browser-access']])).toEqual([[secret, 'true'], [secret, undefined]])
  })
})
