import type { DeviceId } from '../ids'
import type { DeviceKind } from './vault'

/** A device of the vault, as its statements say. */
export interface RosterDevice {
  readonly id: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  /** Public X25519 key. */
  readonly boxKey: Uint8Array
  /** Public Ed25519 key. */
  readonly signKey: Uint8Array
  /** Milliseconds since the epoch, by the clock of the device that added it. */
  readonly addedAt: number
  readonly addedBy: DeviceId | 'recovery'
  readonly removed: Removal | null
}

export interface Removal {
  readonly at: number
  readonly by: DeviceId | 'recovery'
}

export interface Roster {
  /** In order of age: by `addedAt`, then id. Removed devices are among them. */
  readonly devices: readonly RosterDevice[]
  find(id: DeviceId): RosterDevice | null
}
