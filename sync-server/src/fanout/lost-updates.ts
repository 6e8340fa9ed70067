import type { RoomKey } from '../storage/storage'
import type { RoomMessage } from './fanout'

type Update = Extract<RoomMessage, { kind: 'update' }>

const roomsKept = 10_000
const bytesKept = 32 * 2 ** 20

export interface LostUpdates {
  note(channel: string, key: RoomKey, update: Update): void
  /** What is to be said again, and forgotten here. */
  take(): readonly { readonly key: RoomKey; readonly update: Update }[]
}

/**
 * The newest update of each room that could not be published. Said again later, its number shows the others what they
 * missed. Past the bounds the oldest rooms are dropped: their next update shows the gap as well.
 */
export function createLostUpdates(): LostUpdates {
  const newest = new Map<string, { key: RoomKey; update: Update }>()
  let bytes = 0

  function drop(channel: string): void {
    bytes -= newest.get(channel)?.update.update.byteLength ?? 0
    newest.delete(channel)
  }

  return {
    note(channel, key, update) {
      if ((newest.get(channel)?.update.sequence ?? 0) > update.sequence) return
      drop(channel)
      newest.set(channel, { key, update })
      bytes += update.update.byteLength
      for (const oldest of newest.keys()) {
        if (newest.size <= roomsKept && bytes <= bytesKept) return
        drop(oldest)
      }
    },
    take() {
      const taken = [...newest.values()]
      newest.clear()
      bytes = 0
      return taken
    },
  }
}
