import type { DeviceId, MessageId, SessionId } from '../ids'
import type { Result } from '../result'
import type { RandomBytes } from './bytes'
import type { EntryRefusal } from './envelope'
import type { Keyring } from './keyring'

export interface Presence {
  readonly device: DeviceId
  /** Milliseconds since the epoch, by that device's clock. */
  readonly at: number
  readonly writing?: { readonly sessionId: SessionId; readonly messageId: MessageId; readonly text: string }
}

/** Null where there is no epoch to seal with. The text is cut to its last 20,000 characters. */
export function sealPresence(_presence: Presence, _keyring: Keyring, _random: RandomBytes): Uint8Array | null {
  throw new Error('not there yet')
}

/** Opens what another device's awareness state holds. Only the current epoch counts. */
export function openPresence(_sealed: Uint8Array, _keyring: Keyring): Result<Presence, EntryRefusal> {
  throw new Error('not there yet')
}
