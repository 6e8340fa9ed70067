import * as Y from 'yjs'
import { seededRandom } from '../../helpers/memory'
import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import type { Contender } from './contenders'
import { enterRoom } from './room-device'
import { medians, pause } from './runs'
import { scanUpdate } from './scan-update'
import { updateFrame } from './wire'

const roomBytes = 10 * 2 ** 20
const entryBytes = 2048
const room = 'a-room-of-ten-megabytes'.slice(0, 22)
const inFlight = 200

/** A server that keeps what it was given, and can be started again on it. */
export interface Restartable {
  readonly name: string
  start(): Promise<Contender>
}

/** From connecting to a server that was just started until a device has the whole of a large room. */
export async function* coldOpenFigures(servers: readonly Restartable[], { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  log('cold open of a 10 MB room')
  const updates = entries(roomBytes / entryBytes)
  for (const restartable of servers) {
    const server = await restartable.start()
    await fill(server, updates)
    // Hocuspocus writes a room down some time after its last device has left.
    await pause(restartable === servers[0] ? 500 : 3000)
    await server.stop()
  }
  const values = new Map<string, number[]>(servers.map(({ name }) => [name, []]))
  for (let run = 0; run < (isQuick ? 1 : 5); run++) {
    for (const restartable of servers) {
      const server = await restartable.start()
      values.get(restartable.name)?.push((await openedMs(server, updates.length)) / 1000)
      await server.stop()
    }
  }
  const [ours] = servers
  yield atMost(0.4, { figure: 'cold open of a room of 10 MB', unit: 's', values: values.get(ours?.name ?? '') ?? [], peers: medians(values, 's') })
}

/** As a device writes them: sealed batches, which nothing can compress. */
function entries(count: number): Uint8Array[] {
  const random = seededRandom(5)
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  const list = doc.getArray<Uint8Array>('entries')
  for (let entry = 0; entry < count; entry++) list.push([Uint8Array.from({ length: entryBytes }, () => random() * 256)])
  doc.destroy()
  return updates
}

async function fill(server: Contender, updates: readonly Uint8Array[]): Promise<void> {
  let echoed = 0
  let onEcho: () => void = () => undefined
  const device = await enterRoom(server, room, 0, (update) =>
    scanUpdate(update, (_, endClock) => {
      echoed = Math.max(echoed, endClock)
      onEcho()
    }),
  )
  for (let sent = 0; sent < updates.length; sent += inFlight) {
    const next = updates.slice(sent, sent + inFlight)
    device.socket.write(Buffer.concat(next.map((update) => updateFrame(server.wire, room, update))))
    await new Promise<void>((resolve) => {
      onEcho = () => void (echoed >= sent + next.length && resolve())
      onEcho()
    })
  }
  device.socket.close()
  await device.socket.closed
}

async function openedMs(server: Contender, count: number): Promise<number> {
  const startedAt = performance.now()
  let heard = 0
  let onHeard: () => void = () => undefined
  const device = await enterRoom(server, room, 0, (update) =>
    scanUpdate(update, (_, endClock) => {
      heard = Math.max(heard, endClock)
      onHeard()
    }),
  )
  await new Promise<void>((resolve) => {
    onHeard = () => void (heard >= count && resolve())
    onHeard()
  })
  const ms = performance.now() - startedAt
  device.socket.close()
  return ms
}
