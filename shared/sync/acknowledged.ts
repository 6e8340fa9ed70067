import type * as Y from 'yjs'

/** Clients of an outer document whose newest entries the server once echoed and no longer has. */
export interface RolledBack {
  readonly clients: number
  /** Array items and tombstones that are gone. */
  readonly structs: number
}

/** What the server has said it holds of one room. "Acknowledged" means echoed after the server's fsync. */
export interface Acknowledged {
  /** An update that came from the server, this device's own included. */
  note(update: Uint8Array): void
  /** The state vector the server opened with; what it lacks against before is given back, null where nothing. */
  compare(serverStateVector: Uint8Array): RolledBack | null
  /** Structs of the outer document that the server has not echoed: 0 means everything is there. */
  waiting(outer: Y.Doc): number
  /** To be stored; a state vector. */
  encode(): Uint8Array
}

export function openAcknowledged(_stored: Uint8Array | null): Acknowledged {
  throw new Error('not there yet')
}
