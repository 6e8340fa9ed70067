import type { Keyring } from '@shared/sync/keyring'
import { syncSubprotocol } from '@shared/sync/protocol'
import type { RoomEvent, RoomPorts } from '@shared/sync/room-ports'
import { roomName, type RoomKind } from '@shared/sync/rooms'
import type { Failure } from '@shared/errors'
import type { Awareness } from 'y-protocols/awareness'
import type { Result } from '@shared/result'
import { RoomStore } from '@renderer/db/sync-room-store'
import type { Membership } from '@renderer/db/sync-state'
import type { ApiClient } from '@renderer/sync/api-client'
import type { Link } from '@renderer/sync/link'
import { webSocketAddress } from '@renderer/sync/server-address'
import { SyncRoom } from '@renderer/sync/sync-room'
import type { SyncEnvironment } from './environment'
import type { SyncReport } from './report'

/** What every part of a running engine shares. */
export interface EngineContext {
  readonly env: SyncEnvironment
  readonly membership: Membership
  readonly api: ApiClient
  readonly link: Link
  readonly leader: string
  readonly report: SyncReport
  /** Something that the status is made of may have changed. */
  readonly touch: () => void
  readonly onSuperseded: () => void
  /** The server lacks what it had stored before. */
  readonly onRolledBack: () => void
  readonly onStorage: (failure: Failure | null) => void
}

export interface RoomRequest {
  readonly kind: RoomKind
  readonly isPassing?: boolean
  readonly before?: () => Promise<Result<unknown, Failure>>
}

export const openRoomStore = ({ env, leader, onSuperseded, onStorage }: EngineContext, { kind, isPassing, before }: RoomRequest): Promise<RoomStore> =>
  RoomStore.open(
    kind,
    { db: env.db, guard: env.guard, random: env.random, leader, ...(before !== undefined && { before }), onSuperseded, onFailed: onStorage },
    { isPassing: isPassing === true },
  )

export interface ConnectOptions {
  readonly awareness?: Awareness
  readonly onChanged?: () => void
}

/** Puts a room on the wire. */
export function connectRoom(context: EngineContext, store: RoomStore, { awareness, onChanged }: ConnectOptions = {}): SyncRoom {
  const { env, membership, link, report, touch } = context
  const { kind } = store
  return new SyncRoom({
    keeper: store,
    link,
    socketUrl: webSocketAddress(membership.serverUrl),
    protocols: [syncSubprotocol, membership.device.token],
    roomName: roomName(membership.secrets.vaultKey, kind),
    Socket: env.Socket,
    ...(awareness !== undefined && { awareness }),
    now: env.clock.now,
    onChanged() {
      onChanged?.()
      touch()
    },
    onUnreadable: () => report.add({ kind: 'refused', room: kind, reason: 'malformed' }),
    onRolledBack(entries) {
      report.add({ kind: 'rolled-back', room: kind, count: entries })
      context.onRolledBack()
    },
    onHealed: () => report.add({ kind: 'healed', room: kind }),
  })
}

/** What a sealed room is given. */
export function roomPorts(context: EngineContext, store: RoomStore, keyring: Keyring, kept: () => number): RoomPorts {
  const { env, report } = context
  return {
    kind: store.kind,
    outer: store.outer,
    keyring,
    clock: env.clock,
    random: env.random,
    timer: env.timer,
    chain: store.chain,
    onChain: () => store.touch(),
    report: (event: RoomEvent) => report.room(store.kind, event, keyring, kept),
  }
}
