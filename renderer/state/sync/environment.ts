import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { IdFactory, SessionId } from '@shared/ids'
import type { RandomBytes } from '@shared/sync/bytes'
import type { Timer } from '@shared/sync/room-ports'
import type { Doorbell } from '@renderer/db/doorbell'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { MessageStore } from '@renderer/db/message-store'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { SyncSwitch } from '@renderer/db/sync-outbox'
import type { Fetch } from '@renderer/sync/api-client'
import type { SocketClass } from '@renderer/sync/room-connection'
import type { LiveTurn, Observable } from '../services'
import type { DeviceKind } from './sync-service'

/** What sync works with in one window. */
export interface SyncEnvironment {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly doorbell: Doorbell
  readonly index: PersistedDoc
  readonly memory: PersistedDoc
  readonly store: Pick<MessageStore, 'subscribe' | 'received' | 'erased'>
  readonly live: Observable<ReadonlyMap<SessionId, LiveTurn>>
  readonly bridge: Pick<Bridge, 'request' | 'surface' | 'onEvent'>
  readonly clock: Clock
  readonly newId: IdFactory
  readonly windowId: string
  readonly locks: Pick<LockManager, 'request'>
  readonly syncSwitch: SyncSwitch
  readonly fetch: Fetch
  readonly Socket: SocketClass
  readonly random: RandomBytes
  readonly timer: Timer
  readonly deviceKind: DeviceKind
  readonly isOnline: () => boolean
  /** The network came back, the window is shown, the machine has woken. Returns the way out. */
  readonly onWake: (listener: () => void) => () => void
  /** The person looks elsewhere, or the window is about to close: what waits goes now. Returns the way out. */
  readonly onRest: (listener: () => void) => () => void
}

/** One random number from 0 up to 1, of the same source as the keys. */
export const chanceOf = (random: RandomBytes) => (): number => new DataView(random(4).slice().buffer).getUint32(0) / 2 ** 32
