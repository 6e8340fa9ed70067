import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { RoomConnection, type SocketClass } from '@renderer/sync/room-connection'

test('rooms leave nothing behind that waits for the end of the process', () => {
  const before = process.listenerCount('exit')
  const rooms = Array.from({ length: 12 }, (_, number) => new RoomConnection({
    socketUrl: 'ws://127.0.0.1:9', roomName: `room ${number}`, protocols: [], outer: new Y.Doc(), Socket: WebSocket as unknown as SocketClass,
    split: (update) => [update], settled: async () => undefined,
    on: { opened: () => undefined, serverState: () => undefined, caughtUp: () => undefined, stored: () => undefined, unreadable: () => undefined, closed: () => undefined },
  }))
  expect(process.listenerCount('exit')).toBe(before)
  for (const room of rooms) room.close()
})
