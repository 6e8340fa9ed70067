import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { apiPath, syncPath } from '../../shared/sync/protocol'
import { openDevice } from './auth'
import type { BlobFiles } from './blobs/blob-files'
import { clientAddress } from './client-address'
import type { Fanout } from './fanout/fanout'
import { createLocalFanout } from './fanout/local'
import { createApi } from './http/api'
import { Exchange } from './http/exchange'
import { defaultLimits, type ServerLimits } from './limits'
import { silentLog, type Log } from './log'
import { noMetrics, type ServerMetrics } from './metrics'
import { Rooms } from './rooms/rooms'
import { Connections, sweepParts } from './sockets/connections'
import { createHandshake } from './sockets/handshake'
import type { Storage } from './storage/storage'
import { hashWebApp } from './web-hash'
import { respondWithWebApp, type WebAppFiles } from './web'

export interface SyncServerOptions {
  /** Closed with the server. */
  readonly storage: Storage
  /** Closed with the server; without one it is the only instance. */
  readonly fanout?: Fanout
  /** Without it there are no attachments. */
  readonly blobs?: BlobFiles | null
  /** Loopback where it is left out: only this computer reaches it. */
  readonly host?: string
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** PEM: the server then speaks https and wss itself. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
  /** The web app served beside sync. */
  readonly web?: WebAppFiles | null
  /** Pages of other origins that may connect, `*` for all. */
  readonly origins?: readonly string[]
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly proxies?: readonly string[]
  /** One vault for everybody, without tokens: for tries with other clients, on loopback only. */
  readonly isOpen?: boolean
  readonly limits?: Partial<ServerLimits>
  readonly log?: Log
  readonly metrics?: ServerMetrics
  readonly version?: string
  /** Answers paths that are neither sync nor API before the web app does, such as /metrics; false where they are not its own. */
  readonly route?: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>
  readonly now?: () => number
}

export interface SyncServer {
  /** Where it is reached, without a slash at the end. */
  readonly url: string
  /** Devices connected now. */
  readonly peerCount: number
  readonly roomCount: number
  /** A renewed certificate, for connections from now on. */
  setCertificate(cert: string | Buffer, key: string | Buffer): void
  /** Stores what has arrived, closes every connection with 4503 and then storage and fan-out. */
  close(): Promise<void>
}

const foreignChangeMs = 1000
const abandonedBlobMs = 7 * 24 * 60 * 60_000
const cleanUpMs = 60 * 60_000
const loopback = /^(127\.|::1$|localhost$)/

/** A code where there is one: messages of the file system hold paths, and those the names of vaults. */
function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name)
}

/** Starts the server. Rejects where the port is taken. */
export async function startSyncServer(options: SyncServerOptions): Promise<SyncServer> {
  const { storage, host = '127.0.0.1', port = 0, log = silentLog, metrics = noMetrics, now = Date.now, isOpen = false } = options
  if (isOpen && !loopback.test(host)) throw new Error('an open server listens on this computer only')
  const limits = { ...defaultLimits, ...options.limits }
  const fanout = options.fanout ?? createLocalFanout()
  const blobs = options.blobs ?? null
  let isClosing = false
  if (isOpen) await makeOpenVault(storage, now())

  const rooms = new Rooms({ storage, fanout, limits, log, metrics })
  const connections = new Connections(storage, log, now)
  let webHash: Promise<string | null> | null = null
  const api = createApi({
    storage,
    fanout,
    connections,
    blobs,
    limits,
    metrics,
    version: options.version ?? '0.1.0',
    webHash: () => (webHash ??= options.web ? hashWebApp(options.web.root) : Promise.resolve(null)),
    addressOf: ({ request }) => clientAddress(request, options.proxies ?? []),
    now,
    isOpen,
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split(/[?#]/)
    if (path === apiPath || path.startsWith(`${apiPath}/`)) return api(new Exchange(request, response, path, query))
    if (path === '/healthz') return health(response)
    if (path === syncPath || path.startsWith(`${syncPath}/`)) return plain(response, 426, { Upgrade: 'websocket', Connection: 'Upgrade' })
    if (await options.route?.(request, response, path)) return
    if (options.web) await respondWithWebApp(request, response, options.web)
    else plain(response, 404)
  }

  async function health(response: ServerResponse): Promise<void> {
    const isWell = !isClosing && (await storage.check().then(() => true, () => false))
    const body = JSON.stringify({ status: isWell ? 'ok' : 'failing' })
    response.writeHead(isWell ? 200 : 503, { 'Content-Type': 'application/json', 'Content-Length': String(body.length), 'Cache-Control': 'no-store' }).end(body)
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    respond(request, response).catch((error: unknown) => {
      log.error('request-failed', { reason: reasonOf(error) })
      if (response.headersSent) response.destroy()
      else plain(response, 503)
    })
  }
  const serverOptions = { headersTimeout: limits.unauthenticatedMs, connectionsCheckingInterval: Math.min(1000, limits.unauthenticatedMs / 2), maxHeaderSize: 8192 }
  const tls = options.tls === undefined ? null : createTlsServer({ ...options.tls, ...serverOptions, handshakeTimeout: limits.unauthenticatedMs }, onRequest)
  const server: Server = tls ?? createServer(serverOptions, onRequest)
  server.on('upgrade', createHandshake({ storage, rooms, connections, limits, origins: options.origins ?? [], isOpen, log, metrics, isClosing: () => isClosing }))

  fanout.onSignal((signal) => {
    if (signal.kind === 'device-removed') connections.closeDevice(signal)
    if (signal.kind === 'vault-deleted') connections.closeVault(signal.vaultId)
  })
  const timers = [
    setInterval(() => connections.sweep(), limits.sweepMs / sweepParts),
    setInterval(() => rooms.sweep(), limits.sweepMs),
    setInterval(() => void followForeignChanges(storage, connections, log), foreignChangeMs),
    setInterval(() => void cleanUp(storage, blobs, now(), log), cleanUpMs),
  ]

  await listen(server, host, port)
  const { address, family, port: boundPort } = server.address() as AddressInfo
  const shownHost = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `${tls === null ? 'http' : 'https'}://${shownHost}:${boundPort}`,
    get peerCount() {
      return connections.count
    },
    get roomCount() {
      return rooms.count
    },
    setCertificate: (cert, key) => tls?.setSecureContext({ cert, key }),
    async close() {
      if (isClosing) return
      isClosing = true
      for (const timer of timers) clearInterval(timer)
      const isClosed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.closeAll()
      await rooms.close()
      server.closeAllConnections()
      await isClosed
      await fanout.close()
      await storage.close()
    },
  }
}

const plain = (response: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void =>
  void response.writeHead(status, { 'Content-Length': '0', ...headers }).end()

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

async function makeOpenVault(storage: Storage, now: number): Promise<void> {
  const nobody = new Uint8Array(32)
  await storage.createVault({ vaultId: openDevice.vaultId, setupTokenHash: null, recoveryTokenHash: nobody, device: { deviceId: openDevice.deviceId, tokenHash: nobody } }, now)
}

/** What the administrator's command line changed meanwhile. */
async function followForeignChanges(storage: Storage, connections: Connections, log: Log): Promise<void> {
  try {
    if (await storage.takeForeignChange?.()) await connections.checkAll()
  } catch {
    log.warn('changes-not-followed')
  }
}

async function cleanUp(storage: Storage, blobs: BlobFiles | null, now: number, log: Log): Promise<void> {
  try {
    await storage.dropExpired(now)
    for (const { vaultId, blobId } of await storage.listUnfinishedBlobs(now - abandonedBlobMs)) {
      await storage.deleteBlob(vaultId, blobId)
      await blobs?.delete(vaultId, blobId)
    }
  } catch {
    log.warn('clean-up-failed')
  }
}
