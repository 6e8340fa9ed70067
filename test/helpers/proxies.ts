import { readFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createSocketServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { ProxyLogin } from '@shared/bridge/proxy'
import { projectRoot } from './source-files'

/** A real proxy on this computer; `passed` lists the places (`host:port`) that it connected to. */
export interface TestProxy {
  readonly port: number
  readonly passed: string[]
  /** How often it was asked without its login, or with a wrong one. */
  refused(): number
  close(): Promise<void>
}

const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(projectRoot, 'test/fixtures/tls', name))) as [Buffer, Buffer]
export const testTls = { cert, key }

async function listening(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Bytes both ways until either side ends. */
function passBoth(client: Duplex, upstream: Socket): void {
  client.pipe(upstream).pipe(client)
  client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
  upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
}

/** HTTP or HTTPS (TLS to the proxy), with CONNECT and whole addresses; Basic where there is a login. */
export async function startHttpProxy({ login = null, isSecure = false }: { login?: ProxyLogin | null; isSecure?: boolean } = {}): Promise<TestProxy> {
  const passed: string[] = []
  let refused = 0
  const expected = login === null ? null : `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const isRefused = (request: IncomingMessage): boolean => {
    const is = expected !== null && request.headers['proxy-authorization'] !== expected
    if (is) refused += 1
    return is
  }
  const server: Server = isSecure ? createSecureServer(testTls) : createServer()
  const sockets = new Set<Duplex>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    client.on('error', () => undefined)
    if (isRefused(request)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\nContent-Length: 0\r\n\r\n')
    const [host = '', port] = (request.url ?? '').split(':')
    passed.push(`${host}:${port}`)
    const upstream = connect(Number(port), host === 'localhost' ? '127.0.0.1' : host)
    upstream.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'))
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      passBoth(client, upstream)
    })
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isRefused(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end()
    const url = new URL(request.url ?? '', 'http://not-whole.invalid')
    passed.push(url.host)
    const { 'proxy-authorization': _login, 'proxy-connection': _hop, ...headers } = request.headers
    const onward = httpRequest(url, { method: request.method ?? 'GET', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  const port = await listening(server)
  return { port, passed, refused: () => refused, close: () => closeAll(server, sockets) }
}

/** SOCKS5 (RFC 1928), with name and password (RFC 1929) where there is a login. */
export async function startSocksProxy({ login = null }: { login?: ProxyLogin | null } = {}): Promise<TestProxy> {
  const passed: string[] = []
  const sockets = new Set<Duplex>()
  let refused = 0
  const server = createSocketServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    serveSocks(client, login, passed, () => (refused += 1)).catch(() => client.destroy())
  })
  const port = await listening(server)
  return { port, passed, refused: () => refused, close: () => closeAll(server, sockets) }
}

async function serveSocks(client: Socket, login: ProxyLogin | null, passed: string[], onRefused: () => void): Promise<void> {
  const take = reader(client)
  const [, count = 0] = await take(2)
  const offered = [...(await take(count))]
  const method = login === null ? 0 : 2
  if (!offered.includes(method)) {
    onRefused()
    return void client.end(Buffer.of(5, 255))
  }
  client.write(Buffer.of(5, method))
  if (login !== null) {
    const [, userLength = 0] = await take(2)
    const user = (await take(userLength)).toString()
    const [passwordLength = 0] = await take(1)
    const isRight = (await take(passwordLength)).toString() === login.password && user === login.user
    client.write(Buffer.of(1, isRight ? 0 : 1))
    if (!isRight) {
      onRefused()
      return void client.end()
    }
  }
  const [, , , kind] = await take(4)
  const host = kind === 1 ? [...(await take(4))].join('.') : (await take((await take(1))[0] ?? 0)).toString()
  const port = (await take(2)).readUInt16BE()
  passed.push(`${host}:${port}`)
  const upstream = connect(port, host === 'localhost' ? '127.0.0.1' : host)
  upstream.once('error', () => client.end(Buffer.of(5, 4, 0, 1, 0, 0, 0, 0, 0, 0)))
  upstream.once('connect', () => {
    client.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    passBoth(client, upstream)
  })
}

function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      if (bytes === 0) return Buffer.alloc(0)
      const got = socket.read(bytes) as Buffer | null
      if (got !== null) return got
      await new Promise<void>((resolve, reject) => socket.once('readable', resolve).once('close', () => reject(new Error('closed'))))
    }
  }
}

/** Listens like a proxy, and answers everything with the same bytes. */
export async function startBrokenProxy(answer: string): Promise<TestProxy> {
  const sockets = new Set<Duplex>()
  const server = createSocketServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', () => client.end(answer))
  })
  const port = await listening(server)
  return { port, passed: [], refused: () => 0, close: () => closeAll(server, sockets) }
}

async function closeAll(server: Server | SocketServer, sockets: ReadonlySet<Duplex>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  for (const socket of sockets) socket.destroy()
  await closed
}
