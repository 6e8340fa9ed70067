import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws'
import { closeCodes, roomNamePattern, syncPath, syncSubprotocol, type CloseCode } from '../../../shared/sync/protocol'
import { checkDeviceToken, openDevice, type DeviceCheck } from '../auth'
import type { ServerLimits } from '../limits'
import type { Log } from '../log'
import { refusalOf, type ServerMetrics } from '../metrics'
import type { Rooms } from '../rooms/rooms'
import type { Storage } from '../storage/storage'
import type { Connections } from './connections'
import { isOriginAllowed } from './origins'
import { Peer } from './peer'

export interface HandshakePorts {
  readonly storage: Storage
  readonly rooms: Rooms
  readonly connections: Connections
  readonly limits: ServerLimits
  readonly origins: readonly string[]
  readonly isOpen: boolean
  readonly log: Log
  readonly metrics: ServerMetrics
  readonly isClosing: () => boolean
}

/** Above the frame limit by so much that a frame a little too large still gets a reason of ours. */
const frameSlack = 2 ** 20
const closeMs = 1000

/** Answers upgrades: a device with a token comes into its room, everyone else is closed with a reason. */
export function createHandshake(ports: HandshakePorts): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { limits, connections, rooms, metrics, log } = ports
  // The types of ws do not know the last three yet.
  const options: ServerOptions & { closeTimeout: number; maxFragments: number; maxBufferedChunks: number } = {
    noServer: true,
    clientTracking: false,
    // Pings count like messages, and are answered by the peer.
    autoPong: false,
    perMessageDeflate: false,
    maxPayload: limits.maxFrameBytes + frameSlack,
    handleProtocols: (offered: Set<string>) => (offered.has(syncSubprotocol) ? syncSubprotocol : false),
    maxFragments: 1024,
    maxBufferedChunks: 16_384,
    closeTimeout: closeMs,
  }
  const wss = new WebSocketServer(options)

  function welcome(ws: WebSocket, socket: Duplex, check: DeviceCheck & { kind: 'device' }, room: string): void {
    const peer = new Peer(ws, socket, check.device, limits, {
      frame: (from, bytes) => rooms.receive(from, bytes),
      closed(from, code) {
        connections.remove(from)
        rooms.leave(from)
        metrics.peerClosed()
        const refusal = refusalOf(code)
        if (refusal !== null) metrics.refused(refusal)
        log.debug('peer-closed', { code })
      },
    })
    metrics.peerOpened()
    connections.add(peer)
    void rooms.join(peer, { vaultId: check.device.vaultId, room })
  }

  function turnAway(ws: WebSocket, code: CloseCode, reason: string): void {
    metrics.refused(reason)
    ws.on('error', () => undefined)
    ws.close(code, reason)
    // Whatever else it sends is not taken in.
    ws.pause()
  }

  async function greet(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const check = ports.isOpen ? ({ kind: 'device', device: openDevice } as const) : await checkDeviceToken(ports.storage, tokenOf(request))
    const room = roomOf(request.url ?? '')
    wss.handleUpgrade(request, socket, head, (ws) => {
      if (check.kind === 'rejected') turnAway(ws, closeCodes.tokenRejected, 'token-rejected')
      else if (check.kind === 'removed') turnAway(ws, closeCodes.removed, 'removed')
      else if (room === null) turnAway(ws, closeCodes.notFound, 'not-found')
      else if (isFull(check.device.vaultId)) turnAway(ws, closeCodes.busy, 'too-many')
      else welcome(ws, socket, check, room)
    })
  }

  const isFull = (vaultId: string): boolean =>
    ports.isClosing() || connections.count >= limits.maxPeers || connections.countOf(vaultId) >= limits.maxPeersPerVault

  return (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!isOriginAllowed(request.headers.origin, request.headers.host, ports.origins)) {
      metrics.refused('origin')
      return refuse(socket, '403 Forbidden')
    }
    greet(request, socket, head).catch(() => refuse(socket, '503 Service Unavailable'))
  }
}

const refuse = (socket: Duplex, status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)

/** The protocols that a device offers are ours and then its token. */
function tokenOf(request: IncomingMessage): string | null {
  const [protocol, token] = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim())
  return protocol === syncSubprotocol && token !== undefined ? token : null
}

function roomOf(target: string): string | null {
  const path = target.replace(/[?#].*$/s, '')
  if (!path.startsWith(`${syncPath}/`)) return null
  const room = path.slice(syncPath.length + 1)
  return roomNamePattern.test(room) ? room : null
}
