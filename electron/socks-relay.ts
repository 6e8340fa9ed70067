import { randomBytes } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProxyAddress, ProxyLogin } from '@shared/bridge/proxy'
import { ProxyError } from './proxy-error'
import { dialThroughSocks, type Target } from './socks-dial'

/**
 * An HTTP proxy on this computer in front of a SOCKS5 proxy that wants a login, which Chromium cannot give. TLS to the
 * service stays Chromium's, with the system's certificates. Other programs of this computer do not get through: the
 * relay has a login of its own, made anew at each start.
 */
export interface SocksRelay {
  readonly address: ProxyAddress
  readonly login: ProxyLogin
  /** Why the last connection to that place (`host:port`) failed, told once. */
  takeFailure(place: string): ProxyError | null
  close(): void
}

export async function openSocksRelay(upstream: Pick<ProxyAddress, 'host' | 'port'>, upstreamLogin: ProxyLogin): Promise<SocksRelay> {
  const login = { user: 'relay', password: randomBytes(32).toString('base64url') }
  const expected = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const failures = new Map<string, ProxyError>()
  const server = createServer()

  async function dial(place: string): Promise<Socket | null> {
    try {
      const target = targetOf(place)
      if (target === null) return null
      const socket = await dialThroughSocks(upstream, upstreamLogin, target)
      failures.delete(place)
      return socket
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error
      failures.set(place, error)
      return null
    }
  }

  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined)
    if (request.headers['proxy-authorization'] !== expected) return void client.end(askForLogin)
    void dial(request.url ?? '').then((socket) => {
      if (socket === null) return void client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) socket.write(head)
      join(client, socket)
    })
  })

  // Plain http has no tunnel: the whole address stands in the first line.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['proxy-authorization'] !== expected) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="relay"' }).end()
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null
    if (url?.protocol !== 'http:') return void response.writeHead(400).end()
    void dial(placeOfUrl(url)).then((socket) => (socket === null ? response.writeHead(502).end() : forward(request, response, url, socket)))
  })

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    address: { scheme: 'http', host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    login,
    takeFailure(place) {
      const failure = failures.get(place) ?? null
      failures.delete(place)
      return failure
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const askForLogin = 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="relay"\r\nContent-Length: 0\r\n\r\n'

/** `host:port` with an IPv6 host in brackets. */
function targetOf(place: string): Target | null {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(place) ?? []
  const host = bracketed ?? plain
  return host === undefined ? null : { host, port: Number(port) }
}

export const placeOfUrl = (url: URL): string => `${url.hostname}:${url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : url.port}`

/** Bytes both ways; the end of one is the end of the other. */
function join(client: Duplex, socket: Socket): void {
  client.pipe(socket).pipe(client)
  client.on('close', () => socket.destroy())
  socket.on('close', () => client.destroy())
  socket.on('error', () => client.destroy())
}

function forward(request: IncomingMessage, response: ServerResponse, url: URL, socket: Socket): void {
  const { 'proxy-authorization': _login, 'proxy-connection': _hop, ...headers } = request.headers
  const onward = httpRequest({ createConnection: () => socket, method: request.method ?? 'GET', path: `${url.pathname}${url.search}`, headers: { ...headers, connection: 'close' } })
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
