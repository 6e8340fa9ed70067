import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { closeCodes } from '../../shared/sync/protocol'

/** What the core reports as it works. Counts and times only: no vault, room or device has a name here. */
export interface ServerMetrics {
  peerOpened(): void
  peerClosed(): void
  roomOpened(): void
  roomClosed(): void
  /** One update of a device that was taken in. */
  update(bytes: number): void
  /** One group of updates that is on the disk. */
  fsync(durationMs: number): void
  /** From an update's arrival until it was handed to the other devices. */
  relay(durationMs: number): void
  /** Rooms whose log waits to be folded, those that are being folded included. */
  foldQueue(rooms: number): void
  /** One fold came to an end, also one that nothing came of. */
  folded(durationMs: number, isDone: boolean): void
  /** A connection, request or message that was turned away; `reason` is one of a closed list. */
  refused(reason: string): void
}

export const noMetrics: ServerMetrics = {
  peerOpened: () => undefined,
  peerClosed: () => undefined,
  roomOpened: () => undefined,
  roomClosed: () => undefined,
  update: () => undefined,
  fsync: () => undefined,
  relay: () => undefined,
  foldQueue: () => undefined,
  folded: () => undefined,
  refused: () => undefined,
}

/** Why the server closed a connection, for the count of refusals; null where nobody was refused. */
export function refusalOf(code: number): string | null {
  const [name] = Object.entries(closeCodes).find(([, value]) => value === code) ?? []
  return name?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? null
}

/** Sums over everything that is stored, asked for when the metrics are read. */
export interface StoredTotals {
  readonly vaults: number
  readonly bytes: number
}

export interface PrometheusMetrics {
  readonly metrics: ServerMetrics
  /** The page in Prometheus's text format. */
  read(): Promise<string>
}

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Metrics in a registry of their own, so that two servers in one process do not meet. */
export function createMetrics(totals: () => Promise<StoredTotals>): PrometheusMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const peers = new Gauge({ name: 'commonplace_peers', help: 'Connected devices', registers })
  const rooms = new Gauge({ name: 'commonplace_rooms', help: 'Rooms in memory', registers })
  const updates = new Counter({ name: 'commonplace_updates_total', help: 'Updates taken in', registers })
  const bytes = new Counter({ name: 'commonplace_update_bytes_total', help: 'Bytes of the updates taken in', registers })
  const refused = new Counter({ name: 'commonplace_refused_total', help: 'Connections, requests and messages turned away', labelNames: ['reason'] as const, registers })
  const fsync = new Histogram({ name: 'commonplace_fsync_seconds', help: 'Time until a group of updates was on the disk', buckets: secondsBuckets, registers })
  const relay = new Histogram({ name: 'commonplace_relay_seconds', help: 'Time from the arrival of an update to handing it on', buckets: secondsBuckets, registers })
  const foldQueue = new Gauge({ name: 'commonplace_fold_queue', help: 'Rooms whose log waits to be folded or is being folded', registers })
  const fold = new Histogram({ name: 'commonplace_fold_seconds', help: 'Time that one fold took', labelNames: ['outcome'] as const, buckets: secondsBuckets, registers })
  const vaults = new Gauge({ name: 'commonplace_vaults', help: 'Vaults on this server', registers })
  const stored = new Gauge({ name: 'commonplace_stored_bytes', help: 'Bytes that the vaults hold, attachments included', registers })
  return {
    metrics: {
      peerOpened: () => peers.inc(),
      peerClosed: () => peers.dec(),
      roomOpened: () => rooms.inc(),
      roomClosed: () => rooms.dec(),
      update(byteLength) {
        updates.inc()
        bytes.inc(byteLength)
      },
      fsync: (durationMs) => fsync.observe(durationMs / 1000),
      relay: (durationMs) => relay.observe(durationMs / 1000),
      foldQueue: (waiting) => foldQueue.set(waiting),
      folded: (durationMs, isDone) => fold.observe({ outcome: isDone ? 'done' : 'failed' }, durationMs / 1000),
      refused: (reason) => refused.inc({ reason }),
    },
    async read() {
      const sums = await totals()
      vaults.set(sums.vaults)
      stored.set(sums.bytes)
      return registry.metrics()
    },
  }
}

/** Answers /metrics: with the token, or to this computer where none was set. Everyone else sees a path that is not there. */
export async function answerMetrics(request: IncomingMessage, response: ServerResponse, metrics: PrometheusMetrics, token: string | null): Promise<void> {
  if (!mayReadMetrics(request, token)) {
    response.writeHead(404, { 'Content-Length': '0' }).end()
    return
  }
  const page = Buffer.from(await metrics.read())
  response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Content-Length': String(page.byteLength) })
  response.end(request.method === 'HEAD' ? undefined : page)
}

function mayReadMetrics(request: IncomingMessage, token: string | null): boolean {
  if (token !== null) return isSame(request.headers.authorization ?? '', `Bearer ${token}`)
  // A proxy on this computer speaks for others: what it passes on is not local.
  const isPassedOn = ['forwarded', 'x-forwarded-for', 'via'].some((name) => request.headers[name] !== undefined)
  return !isPassedOn && isLoopback(request.socket.remoteAddress ?? '')
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

/** Compares digests, so that the time tells nothing about where two texts differ. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
