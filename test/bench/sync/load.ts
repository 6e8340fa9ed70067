import type { Contender } from './contenders'
import { enterAll, enterRoom, roomName, type RoomDevice } from './room-device'
import { scanUpdate } from './scan-update'
import { framesFor, type Frames, type TypedUpdates } from './typing-updates'

export interface LoadResult {
  readonly updates: number
  readonly elapsedMs: number
  /** Of the server's process, until the last update was with everybody. */
  readonly serverCpuMs: number
  /** Of the generator's own process, to tell when it was the limit. */
  readonly loadCpuMs: number
  /** From writing an update to the socket until each other device of its room had read it, in ms, sorted. */
  readonly latenciesMs: Float64Array
}

interface Writer {
  readonly frames: Frames
  readonly count: number
  readonly sentAt: Float64Array
  /** How many of the others have each update. */
  readonly haveIt: Uint16Array
  sent: number
  /** Updates that everybody has. */
  delivered: number
  write: (frames: Uint8Array) => void
}

const limitMs = 60_000

/** Each room's devices write to each other. A run of it uses rooms of its own on the server. */
export class Load {
  private readonly writers: Writer[] = []
  private readonly latencies: Float64Array
  private latencyCount = 0
  private missing = 0
  private devices: RoomDevice[] = []
  private onDelivered: (writer: Writer) => void = () => undefined
  private onComplete: () => void = () => undefined

  /** @param rooms the updates of each room's devices. */
  constructor(private readonly server: Contender, private readonly runName: string, private readonly rooms: readonly (readonly TypedUpdates[])[]) {
    const deliveries = rooms.map((devices) => devices.reduce((sum, { updates }) => sum + updates.length, 0) * (devices.length - 1))
    this.latencies = new Float64Array(deliveries.reduce((sum, count) => sum + count, 0))
    this.missing = rooms.flat().reduce((sum, { updates }) => sum + updates.length, 0)
  }

  async enter(): Promise<void> {
    const places = this.rooms.flatMap((devices, room) => {
      const name = roomName(this.runName, room)
      const writers = devices.map((typed) => this.writerOf(name, typed))
      const writerOfClient = new Map(devices.map(({ client }, index) => [client, index]))
      return devices.map((_, index) => ({ name, index, writers, writerOfClient }))
    })
    this.devices = await enterAll(places, ({ name, index, writers, writerOfClient }) => {
      const heard = new Uint32Array(writers.length)
      const others = writers.length - 1
      return enterRoom(this.server, name, index, (update, at) =>
        scanUpdate(update, (client, endClock) => {
          const from = writerOfClient.get(client)
          if (from === undefined || from === index) return
          this.hear(writers[from], heard[from] ?? 0, endClock, others, at)
          heard[from] = Math.max(heard[from] ?? 0, endClock)
        }),
      )
    })
    this.writers.forEach((writer, index) => (writer.write = (frames) => this.devices[index]?.socket.write(frames)))
  }

  /** As fast as the server passes them on: each device has at most `inFlight` updates that not everybody has. */
  runClosed(inFlight: number): Promise<LoadResult> {
    this.onDelivered = (writer) => this.send(writer, Math.min(writer.count, writer.delivered + inFlight))
    return this.measure(() => this.writers.forEach(this.onDelivered))
  }

  /** Evenly, whatever the server does: `perSecond` of all devices together, each in its turn. */
  runOpen(perSecond: number): Promise<LoadResult> {
    return this.measure(() => {
      const startedAt = performance.now()
      const total = this.writers.reduce((sum, { count }) => sum + count, 0)
      let sent = 0
      const tick = (): void => {
        const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond))
        for (; sent < due; sent++) {
          const writer = this.writers[sent % this.writers.length]
          if (writer !== undefined) this.send(writer, writer.sent + 1)
        }
        if (sent < total) setTimeout(tick, 1)
      }
      tick()
    })
  }

  leave(): void {
    for (const { socket } of this.devices) socket.close()
  }

  private writerOf(room: string, typed: TypedUpdates): Writer {
    const count = typed.updates.length
    const writer: Writer = {
      frames: framesFor(this.server.wire, room, typed),
      count,
      sentAt: new Float64Array(count),
      haveIt: new Uint16Array(count),
      sent: 0,
      delivered: 0,
      write: () => undefined,
    }
    this.writers.push(writer)
    return writer
  }

  private send(writer: Writer, upTo: number): void {
    if (upTo <= writer.sent) return
    writer.sentAt.fill(performance.now(), writer.sent, upTo)
    writer.write(writer.frames.between(writer.sent, upTo))
    writer.sent = upTo
  }

  private hear(writer: Writer | undefined, from: number, to: number, others: number, at: number): void {
    if (writer === undefined) return
    const before = writer.delivered
    for (let clock = from; clock < to; clock++) {
      this.latencies[this.latencyCount++] = at - (writer.sentAt[clock] ?? 0)
      const have = (writer.haveIt[clock] ?? 0) + 1
      writer.haveIt[clock] = have
      if (have === others) writer.delivered = clock + 1
    }
    if (writer.delivered === before) return
    this.missing -= writer.delivered - before
    if (this.missing === 0) this.onComplete()
    else this.onDelivered(writer)
  }

  private async measure(begin: () => void): Promise<LoadResult> {
    const updates = this.missing
    const complete = new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error(`${this.server.name}: ${this.missing} of ${updates} updates did not arrive in time`)), limitMs)
      this.onComplete = () => (clearTimeout(tooLate), resolve())
    })
    const refused = this.devices.map(({ socket }) => socket.closed.then((code) => Promise.reject(new Error(`${this.server.name} closed a device with ${code}`))))
    for (const promise of refused) promise.catch(() => undefined)
    const serverCpuMs = this.server.usage.cpuMs()
    const ownCpu = process.cpuUsage()
    const startedAt = performance.now()
    begin()
    await Promise.race([complete, ...refused])
    const elapsedMs = performance.now() - startedAt
    const { user, system } = process.cpuUsage(ownCpu)
    return {
      updates,
      elapsedMs,
      serverCpuMs: this.server.usage.cpuMs() - serverCpuMs,
      loadCpuMs: (user + system) / 1000,
      latenciesMs: this.latencies.subarray(0, this.latencyCount).sort(),
    }
  }
}

export const percentile = (sorted: Float64Array, share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
