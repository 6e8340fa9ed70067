import type { Contender } from './contenders'
import { openRawSocket, type RawSocket } from './raw-socket'
import { greeting, nothingNew, readMessage } from './wire'

export interface RoomDevice {
  readonly socket: RawSocket
  /** Milliseconds from connecting until the whole room was there. */
  readonly syncedMs: number
  /** Bytes of the room's state as it was sent. */
  readonly stateBytes: number
}

/** Called for each update of others and the echo of one's own; `at` is when its bytes were read. */
export type OnUpdate = (update: Uint8Array, at: number) => void

/** As long as the app's own names; `numberOf` finds the number again. */
export const roomName = (prefix: string, number: number): string => `${prefix}-${number}`.padEnd(22, '~')

export const numberOf = (room: string): number => Number(/(\d+)~*$/.exec(room)?.[1])

/** Opens a room as a device that has nothing yet, and resolves when the server has answered with the room's state. */
export async function enterRoom(server: Contender, room: string, device: number, onUpdate: OnUpdate): Promise<RoomDevice> {
  const startedAt = performance.now()
  let whenSynced: (stateBytes: number) => void = () => undefined
  const synced = new Promise<number>((resolve) => (whenSynced = resolve))
  const socket: RawSocket = await openRawSocket({
    ...server.addressOf(room, device),
    onMessage: (message, at, reply) => {
      const received = readMessage(server.wire, message)
      if (received.kind === 'step 1') reply(nothingNew(server.wire, room))
      if (received.kind !== 'update') return
      if (received.isAnswer) whenSynced(received.update.length)
      onUpdate(received.update, at)
    },
  })
  socket.write(greeting(server.wire, room))
  const refused = socket.closed.then((code) => Promise.reject(new Error(`${server.name} closed a room with ${code}`)))
  const stateBytes = await Promise.race([synced, refused])
  refused.catch(() => undefined)
  return { socket, syncedMs: performance.now() - startedAt, stateBytes }
}

/** Enters in small groups, so that no server has more handshakes at once than it takes. */
export async function enterAll<T>(items: readonly T[], enter: (item: T, index: number) => Promise<RoomDevice>): Promise<RoomDevice[]> {
  const groupSize = 50
  const devices: RoomDevice[] = []
  for (let start = 0; start < items.length; start += groupSize) {
    const group = items.slice(start, start + groupSize)
    devices.push(...(await Promise.all(group.map((item, index) => enter(item, start + index)))))
  }
  return devices
}
