import type * as Y from 'yjs'
import type { DeviceId } from '../ids'
import type { ChainRun } from './keyring'
import type { RoomPorts } from './room-ports'

/** Origin of transactions on an inner document that came from sync; everything else is pushed. */
export const syncOrigin: unique symbol = Symbol('sync')

/** An inner document and its sealed room, kept equal. One per room and profile: only the leader window has it. */
export interface SealedDocument {
  /** Takes what is in the room, pushes what is not there yet, then follows both sides. */
  start(): void
  /** Seals what waits for its batch. */
  flush(): void
  /** Folds where more than 64 entries are there. It happens by itself as well, after a random while. */
  compactIfDue(): boolean
  /** Folds everything into a snapshot now (after a removal, after forgetting for good). */
  compact(): void
  /** Edits that are not sealed yet; what the server has not echoed is `Acknowledged.waiting`. */
  waiting(): number
  /** Entries that are not taken (unknown epoch or device, newer version). */
  kept(): number
  chainsOf(device: DeviceId): readonly ChainRun[]
  /** Flushes, remembers where it stands, lets go of both documents. */
  close(): void
}

export function openSealedDocument(_inner: Y.Doc, _ports: RoomPorts): SealedDocument {
  throw new Error('not there yet')
}
