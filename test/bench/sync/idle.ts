import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import type { Contender, Memory } from './contenders'
import { enterAll, enterRoom, roomName, type RoomDevice } from './room-device'
import { medians, pause } from './runs'
import { typeUpdates } from './typing-updates'
import { updateFrame } from './wire'

const warmRooms = 200
const settleMs = 1500

/** What a server holds for a room that one device has open and in which nothing happens; a process of its own for each run. */
export async function* idleFigures(start: readonly (() => Promise<Contender>)[], { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  log('memory of idle rooms')
  const rooms = isQuick ? 500 : 2000
  const values = new Map<string, number[]>()
  const used = new Map<string, number[]>()
  let ours = ''
  for (let run = 0; run < (isQuick ? 1 : 2); run++) {
    for (const [index, begin] of start.entries()) {
      const server = await begin()
      if (index === 0) ours = server.name
      const bytes = await bytesPerRoom(server, rooms)
      values.set(server.name, [...(values.get(server.name) ?? []), bytes.resident / 1024])
      used.set(server.name, [...(used.get(server.name) ?? []), bytes.used / 1024])
      await server.stop()
    }
  }
  yield atMost(30, { figure: 'memory of an idle room with one connection', unit: 'KB', values: values.get(ours) ?? [], peers: { ...medians(values, 'KB'), ...medians(used, 'KB of objects and buffers') } })
}

async function bytesPerRoom(server: Contender, count: number): Promise<Memory> {
  const warm = await enterRooms(server, 'warm', warmRooms)
  await pause(settleMs)
  const before = await server.memory()
  const devices = await enterRooms(server, 'idle', count)
  await pause(settleMs)
  const after = await server.memory()
  for (const { socket } of [...warm, ...devices]) socket.close()
  return { resident: (after.resident - before.resident) / count, used: (after.used - before.used) / count }
}

/** Each room holds a word, so that none is free because it is empty. */
async function enterRooms(server: Contender, prefix: string, count: number): Promise<RoomDevice[]> {
  const [typed] = typeUpdates(1, 5, 4)
  const devices = await enterAll(Array.from({ length: count }), async (_, index) => {
    const room = roomName(prefix, index)
    let echoed: () => void = () => undefined
    const isStored = new Promise<void>((resolve) => (echoed = resolve))
    let heard = 0
    const device = await enterRoom(server, room, 0, () => ++heard > 1 && echoed())
    device.socket.write(Buffer.concat((typed?.updates ?? []).map((update) => updateFrame(server.wire, room, update))))
    await isStored
    return device
  })
  return devices
}
