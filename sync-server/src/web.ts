import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { assetHeaders, assetPath, browserConnectSources, fillPage, pageHeaders } from '../../shared/page-policy'
import { acceptsGzip, packedAsset } from './packed-asset'

/** The built page and what it is told. */
export interface WebAppFiles {
  /** The folder of the built page. */
  readonly root: string
  /** Sources that the page may connect to besides its own origin; by default what model services need. */
  readonly connect?: readonly string[]
  /** Address of the demo's model, told to the page. */
  readonly demoUrl?: string
}

export interface WebAppOptions extends WebAppFiles {
  /** Loopback where it is left out: only this computer reaches it. */
  readonly host?: string
  /** 0, the default, takes any free port. */
  readonly port?: number
}

export interface WebApp {
  /** Where to open it, without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the built page alone over HTTP. Rejects where the port is taken. */
export async function serveWebApp(options: WebAppOptions): Promise<WebApp> {
  const { host = '127.0.0.1', port = 0 } = options
  const server = createServer((request, response) => {
    respondWithWebApp(request, response, options).catch(() => response.destroy())
  })
  await listen(server, host, port)
  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${shownHost}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

/** Answers one request with a file of the page, or that there is none. */
export async function respondWithWebApp(request: IncomingMessage, response: ServerResponse, options: WebAppFiles): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return end(response, 405, { Allow: 'GET, HEAD' })
  }
  const path = assetPath(pathnameOf(request.url ?? '/'))
  if (path === null) return end(response, 404)
  if (path === 'index.html') return sendPage(request, response, options)
  return sendAsset(request, response, options.root, path)
}

/** As it was sent: a URL parser would quietly resolve the dot segments that `assetPath` refuses. */
const pathnameOf = (target: string): string => target.replace(/[?#].*$/s, '')

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers }).end()
}

async function sendPage(request: IncomingMessage, response: ServerResponse, options: WebAppFiles): Promise<void> {
  const html = await readFile(join(options.root, 'index.html'), 'utf8').catch(() => null)
  if (html === null) return end(response, 404)
  const nonce = randomBytes(16).toString('base64')
  const page = Buffer.from(fillPage(html, nonce, options.demoUrl ?? null))
  const headers = pageHeaders({ nonce, connect: options.connect ?? browserConnectSources })
  response.writeHead(200, { ...headers, 'Content-Length': String(page.byteLength) })
  response.end(request.method === 'HEAD' ? undefined : page)
}

async function sendAsset(request: IncomingMessage, response: ServerResponse, root: string, path: string): Promise<void> {
  const file = join(root, path)
  const info = await stat(file).catch(() => null)
  if (!info?.isFile()) return end(response, 404)
  const headers = { ...assetHeaders(path), Vary: 'Accept-Encoding' }
  const packed = acceptsGzip(request.headers['accept-encoding']) ? await packedAsset(file, info) : null
  if (packed !== null) {
    response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip', 'Content-Length': String(packed.byteLength) })
    response.end(request.method === 'HEAD' ? undefined : packed)
    return
  }
  response.writeHead(200, { ...headers, 'Content-Length': String(info.size) })
  if (request.method === 'HEAD') response.end()
  else await pipeline(createReadStream(file), response)
}
