import type { RoomKey } from '../storage/storage'

/**
 * How the instances of one server hear of each other's rooms. It may lose messages: whoever sees a gap in the sequence
 * of a room, or is told of a reconnection, reads from the storage, which has everything. What is published never comes
 * back to the instance that published it.
 */
export interface Fanout {
  readonly kind: 'local' | 'redis'
  /** One room's messages of other instances, until the returned function is called. Resolves once nothing published from then on is missed. */
  subscribe(key: RoomKey, listener: (message: RoomMessage) => void): Promise<() => void>
  /** Does not wait and never throws: what cannot be sent is lost. */
  publish(key: RoomKey, message: RoomMessage): void
  /** Signals of other instances, to all. */
  onSignal(listener: (signal: Signal) => void): () => void
  signal(signal: Signal): void
  /** True after a (re)connection, false when it is lost: in between, and once after it, rooms are read from the storage. */
  onConnection(listener: (isConnected: boolean) => void): () => void
  close(): Promise<void>
}

export type RoomMessage =
  /** An update that is stored. */
  | { readonly kind: 'update'; readonly sequence: number; readonly update: Uint8Array }
  /** An awareness update of the peers of the publishing instance. */
  | { readonly kind: 'presence'; readonly presence: Uint8Array }
  /** An instance has opened the room: the others publish the presence of their peers. */
  | { readonly kind: 'presence-wanted' }

export type Signal =
  | { readonly kind: 'device-removed'; readonly vaultId: string; readonly deviceId: string }
  | { readonly kind: 'vault-deleted'; readonly vaultId: string }
  /** Something was put into a slot of it. */
  | { readonly kind: 'rendezvous'; readonly id: string }
