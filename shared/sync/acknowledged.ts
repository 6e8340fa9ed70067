import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { isGap, joinRanges, type Range } from './update-ranges'

/** What the server once echoed of an outer document and no longer has. */
export interface RolledBack {
  /** Windows and devices whose entries are affected. */
  readonly clients: number
  /** Entries that are gone. */
  readonly entries: number
}

/** What the server has said it holds of one room. "Acknowledged" means echoed after the server's fsync. */
export interface Acknowledged {
  /** An update that came from the server, this device's own included. */
  note(update: Uint8Array): void
  /**
   * The state vector the server opened with. What it lacks against before is given back, null where nothing; from then
   * on that is not acknowledged any more, so that it counts as waiting until it is there again.
   */
  compare(serverStateVector: Uint8Array): RolledBack | null
  /** Entries of the outer document that the server has not echoed: 0 means everything is there. */
  waiting(outer: Y.Doc): number
  /** To be stored; a state vector. */
  encode(): Uint8Array
}

/** @param stored what `encode` gave before; null, or what cannot be read, where the server has said nothing yet */
export function openAcknowledged(stored: Uint8Array | null): Acknowledged {
  const clocks = readStateVector(stored)
  /** Ranges beyond a hole, until it is filled. */
  const ahead = new Map<number, Range[]>()

  function advance(client: number, range: Range): void {
    const joined = joinRanges([[0, clocks.get(client) ?? 0], ...(ahead.get(client) ?? []), range])
    clocks.set(client, joined[0]?.[1] ?? 0)
    ahead.set(client, joined.slice(1))
  }

  return {
    note(update) {
      for (const struct of Y.decodeUpdate(update).structs) {
        if (!isGap(struct)) advance(struct.id.client, [struct.id.clock, struct.id.clock + struct.length])
      }
    },
    compare(serverStateVector) {
      const server = Y.decodeStateVector(serverStateVector)
      const lost = [...clocks].flatMap(([client, clock]) => {
        const entries = clock - (server.get(client) ?? 0)
        return entries > 0 ? [entries] : []
      })
      clocks.clear()
      ahead.clear()
      for (const [client, clock] of server) clocks.set(client, clock)
      return lost.length === 0 ? null : { clients: lost.length, entries: lost.reduce((sum, entries) => sum + entries, 0) }
    },
    waiting(outer) {
      const held = Y.decodeStateVector(Y.encodeStateVector(outer))
      return [...held].reduce((sum, [client, clock]) => sum + Math.max(0, clock - (clocks.get(client) ?? 0)), 0)
    },
    encode() {
      const encoder = encoding.createEncoder()
      encoding.writeVarUint(encoder, clocks.size)
      for (const number of [...clocks].flat()) encoding.writeVarUint(encoder, number)
      return encoding.toUint8Array(encoder)
    },
  }
}

function readStateVector(stored: Uint8Array | null): Map<number, number> {
  try {
    return stored === null ? new Map() : Y.decodeStateVector(stored)
  } catch {
    return new Map()
  }
}
