import type { SessionId } from '@shared/ids'

/** What one window tells the others: something was written, read it. The truth is in the database, never here. */
export type Ring =
  | { readonly kind: 'doc'; readonly docName: string }
  /** `isReceived`: another device wrote them. */
  | { readonly kind: 'rows'; readonly sessionIds: readonly SessionId[]; readonly isReceived?: boolean }
  /** Rows of these sessions were rewritten, since something in them was forgotten for good. */
  | { readonly kind: 'erased'; readonly sessionIds: readonly SessionId[] }
  | { readonly kind: 'table'; readonly table: 'drafts' | 'settings' | 'modelProviders' | 'inflight' }
  /** Whoever runs this session's turn is asked to stop it. */
  | { readonly kind: 'stop-turn'; readonly sessionId: SessionId }
  /** Between the windows' sync clients; they know what is in it. */
  | { readonly kind: 'sync'; readonly message: unknown }

export interface Doorbell {
  ring(ring: Ring): void
  /** Hears the other windows, never this one. Returns the way out. */
  listen(listener: (ring: Ring) => void): () => void
  close(): void
}

/** A doorbell over BroadcastChannel; one per window. */
export function createDoorbell(name = 'commonplace'): Doorbell {
  const channel = new BroadcastChannel(name)
  const listeners = new Set<(ring: Ring) => void>()
  channel.onmessage = (event: MessageEvent<Ring>) => {
    for (const listener of [...listeners]) listener(event.data)
  }
  return {
    ring: (ring) => channel.postMessage(ring),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => channel.close(),
  }
}
