import type { SessionId } from '@shared/ids'
import type { Doorbell } from '@renderer/db/doorbell'
import type { SyncStatus, VaultView, WritingElsewhere } from './sync-service'

/** What the leading window shows, and what the others show with it. */
export interface SharedState {
  readonly status: SyncStatus
  readonly vault: VaultView | null
  readonly writingElsewhere: ReadonlyMap<SessionId, WritingElsewhere>
  readonly isCompactor: boolean
}

export type WindowMessage =
  | { readonly kind: 'state'; readonly state: SharedState }
  /** A window has opened and knows nothing yet. */
  | { readonly kind: 'ask-state' }
  /** The leading window is to let go. */
  | { readonly kind: 'ask-lead' }
  | { readonly kind: 'sync-now' }
  /** What this window wrote is stored, and is not to wait for the end of its batch. */
  | { readonly kind: 'flush' }
  | { readonly kind: 'log' }
  /** Sync was turned on or off in this profile. */
  | { readonly kind: 'membership'; readonly isOn: boolean }

export interface BetweenWindows {
  send(message: WindowMessage): void
  listen(listener: (message: WindowMessage) => void): () => void
}

export const betweenWindows = (doorbell: Doorbell): BetweenWindows => ({
  send: (message) => doorbell.ring({ kind: 'sync', message }),
  listen: (listener) =>
    doorbell.listen((ring) => {
      if (ring.kind === 'sync') listener(ring.message as WindowMessage)
    }),
})
