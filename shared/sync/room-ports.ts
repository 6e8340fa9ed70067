import type * as Y from 'yjs'
import type { Clock } from '../clock'
import type { DeviceId } from '../ids'
import type { RandomBytes } from './bytes'
import type { ChainState } from './chain-state'
import type { EntryRefusal } from './envelope'
import type { Keyring } from './keyring'
import type { RoomKind } from './rooms'

/** Runs `work` after a while; the function returned calls it off. */
export interface Timer {
  after(delayMs: number, work: () => void): () => void
}

/** What one sealed room is given. The outer document is loaded before the room is opened. */
export interface RoomPorts {
  readonly kind: RoomKind
  readonly outer: Y.Doc
  readonly keyring: Keyring
  readonly clock: Clock
  readonly random: RandomBytes
  readonly timer: Timer
  /** This device's place in the room: changed in place, kept by the caller. */
  readonly chain: ChainState
  /**
   * The chain has changed. The caller stores it in one transaction with the outer document's updates up to now, and
   * after what was written to the inner document; what a crash takes is found again by `start`.
   */
  readonly onChain: () => void
  readonly report: (event: RoomEvent) => void
  /** The inner document has edits that are not sealed yet. */
  readonly onEdit?: () => void
}

export type RoomEvent =
  /** Another device's edits arrived. */
  | { readonly kind: 'merged'; readonly device: DeviceId; readonly edits: number }
  /** An entry that is not taken, said once. 'unknown-epoch' and 'unknown-device' are tried again when the keys change. */
  | { readonly kind: 'refused'; readonly reason: EntryRefusal; readonly device: DeviceId | null }
  /** This device folded so many entries into one. */
  | { readonly kind: 'compacted'; readonly entries: number }
  /** Entries of a device are missing, and no snapshot makes up for them. */
  | { readonly kind: 'gap'; readonly device: DeviceId | null; readonly missing: number }
  /** Two histories of one device: it was restored from a copy, or two run with the same keys. Both are kept. */
  | { readonly kind: 'forked'; readonly device: DeviceId }
  /** Entries were taken out of the room and nothing was put in their place. */
  | { readonly kind: 'rolled-back'; readonly entries: number }
  /** What was taken out is back, pushed by this device. */
  | { readonly kind: 'healed'; readonly entries: number }
