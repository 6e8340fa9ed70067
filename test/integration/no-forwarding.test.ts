import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceFilesIn } from '../helpers/source-files'
import { startTestServer, type TestServer } from '../helpers/sync-server'

let server: TestServer
let token = ''
let model: Server
let modelUrl = ''
const reached: string[] = []

beforeAll(async () => {
  model = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('{}')
  })
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  modelUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}`
  server = await startTestServer({ web: { root: 'does-not-matter' } })
  token = (await server.createVault()).token
})
afterAll(async () => {
  await server.stop()
  model.closeAllConnections()
  model.close()
})

/** Status of one request whose target is sent as it stands. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })

/** What a server answers to a raw line before it closes; '' where it says nothing. */
const raw = (head: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(head))
    let said = ''
    socket.on('data', (bytes) => {
      said += bytes.toString('latin1')
      socket.end()
    })
    socket.on('error', () => resolve(said))
    socket.on('close', () => resolve(said))
  })

test('SYN-12 no request makes the server call a model', async () => {
  const host = modelUrl.slice('http://'.length)
  const call = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] })
  const paths = ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/api/v1/chat/completions', '/api/v1/proxy', '/proxy', `/proxy?url=${modelUrl}/v1`, `/${modelUrl}/v1/models`, `${modelUrl}/v1/models`]
  for (const path of paths) {
    expect([path, await ask('POST', path, { 'content-type': 'application/json', authorization: `Bearer ${token}` }, call)]).toEqual([path, expect.any(Number)])
    expect([path, (await ask('GET', path, { authorization: `Bearer ${token}`, 'x-forwarded-host': host, forwarded: `host=${host}` })) >= 400]).toEqual([path, true])
  }
  expect(await raw(`GET /sync/${modelUrl} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 2/)
  expect(await raw(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 2/)
  expect(await raw(`GET ${modelUrl}/v1/models HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 2/)
  expect(reached).toEqual([])
})

test('SYN-12 nothing in the server speaks http to another server', () => {
  const calls = /\bfetch\(|\bhttps?\.(request|get)\(|\bnew (Agent|ProxyAgent|WebSocket)\(|from 'undici'/
  const clients = sourceFilesIn('sync-server/src').filter(({ text }) => calls.test(text) || /import \{[^}]*\b(request|get)\b[^}]*\} from 'node:https?'/.test(text))
  // The health check of a container asks this very server.
  expect(clients.map(({ path }) => path).filter((path) => path !== 'sync-server/src/admin/health.ts')).toEqual([])
})
