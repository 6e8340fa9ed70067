import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { areSynced, closeAfterEach, device, startServer, turnOn, until, vaultOf } from '../../helpers/sync-vault'

closeAfterEach()

/** A server in the place of ours. @returns how often it was asked */
async function listenInstead(port: number, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    answer(request, response)
  })
  server.on('upgrade', (_request, socket) => {
    requests++
    socket.end('HTTP/1.1 302 Found\r\nLocation: https://portal.example.org/\r\nContent-Length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(stop)
  return { port: (server.address() as AddressInfo).port, requests: () => requests, stop }
}

test('SYN-8 a sign-in page in the place of the server is said, asked for seldom, and left for the server as soon as that is back', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  const port = Number(new URL(server.url).port)
  await server.close()
  const portal = await listenInstead(port, (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to the hotel</h1>'))
  await until(() => expect(laptop.status.current()).toMatchObject({ kind: 'offline', reason: 'not-our-server' }))
  laptop.remember('Written in the hotel')
  const before = { requests: portal.requests(), sockets: laptop.cable.opened }
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(portal.requests() - before.requests).toBeLessThanOrEqual(5)
  expect(laptop.cable.opened - before.sockets).toBe(0)
  expect(laptop.status.current()).toMatchObject({ kind: 'offline', waiting: 1, retryAt: expect.any(Number) as number })
  await portal.stop()
  await startServer({ storage: 'sqlite', folder: server.folder, port })
  laptop.wake()
  await areSynced(laptop)
}, 60_000)

test('SYN-8 a server that refuses every connection is tried with growing pauses, room by room or all together', async () => {
  const server = await startServer()
  const laptop = await device()
  await turnOn(server, laptop)
  await areSynced(laptop)
  const port = Number(new URL(server.url).port)
  await server.close()
  const info = JSON.stringify({ name: 'commonplace-sync', protocol: 1, version: '1.0.0', now: 0, webApp: null })
  const other = await listenInstead(port, (request, response) => response.writeHead(request.url === '/api/v1/info' ? 200 : 401, { 'content-type': 'application/json' }).end(info))
  await new Promise((resolve) => setTimeout(resolve, 6000))
  expect(laptop.cable.opened).toBeLessThanOrEqual(40)
  expect(other.requests()).toBeLessThanOrEqual(40)
  expect(['syncing', 'offline']).toContain(laptop.status.current().kind)
}, 40_000)

test('SYN-8 a token that the server does not know is refused once and not tried again until the person goes on', async () => {
  const server = await startServer()
  const { all: [laptop] } = await vaultOf(server, 1)
  if (laptop === undefined) throw new Error('one device')
  const port = Number(new URL(server.url).port)
  await server.close()
  const other = await startServer({ storage: 'sqlite', port })
  await until(() => expect(laptop.status.current()).toMatchObject({ kind: 'refused', reason: 'token-rejected' }))
  const opened = laptop.cable.opened
  laptop.wake()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(laptop.cable.opened).toBe(opened)
  await other.close()
  await startServer({ storage: 'sqlite', folder: server.folder, port })
  await laptop.client.resume()
  await areSynced(laptop)
}, 60_000)
