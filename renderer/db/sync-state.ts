import type { DeviceId, MessageId, SessionId } from '@shared/ids'
import type { ChainState } from '@shared/sync/chain-state'
import type { ChainRun } from '@shared/sync/keyring'
import type { RoomKind } from '@shared/sync/rooms'
import type { DeviceSecrets, VaultSecrets } from '@shared/sync/vault'
import type { SyncOptions, UnseenPhrase } from '@renderer/state/services'
import type { CommonplaceDb } from './schema'

/** That this profile is in a vault, and as which device. */
export interface Membership {
  readonly serverUrl: string
  readonly secrets: VaultSecrets
  readonly device: DeviceSecrets
  readonly since: number
  readonly isPhraseChecked: boolean
  /** How far each chain was for the device that let this one in, by room (SYN-4); null where none did. */
  readonly promised: Readonly<Partial<Record<RoomKind, Readonly<Record<string, number>>>>> | null
  readonly promisedStatements: readonly string[]
}

/** What a device knows of one segment of the journal. */
export interface SegmentState {
  /** Everything of it lies in `messages`, and its sealed document is no longer kept. */
  readonly isDone: boolean
  /**
   * Some of its entries could not be opened, by a reader of this number: with other keys, or a newer reader, it is
   * read again. 0 where all could.
   */
  readonly keptBy: number
  /** Counters that were taken, by device tag and stream (`ChainState.seen`). */
  readonly counters: Readonly<Record<string, number>>
  /** How far chains were said to be when it was read: what was not there then is not looked for again. */
  readonly said: Readonly<Record<string, number>>
  /** What counts of each device, should it be removed. */
  readonly chains: Readonly<Record<DeviceId, readonly ChainRun[]>>
}

/** How messages that were here before come into the vault. */
export interface Backfill {
  /** The last message that was noted; null before the first. */
  readonly after: MessageId | null
  readonly isNoted: boolean
  /** Nothing noted is sent before the vault's own messages have all arrived: what it has need not be sent. */
  readonly isHeld: boolean
}

/** A vault that was left without a word, since its server could not be reached: it is told later. */
export interface Farewell {
  readonly serverUrl: string
  readonly deviceId: DeviceId
  readonly token: string
  readonly leftAt: number
}

interface Values {
  readonly membership: Membership
  readonly options: SyncOptions
  readonly isPaused: boolean
  readonly backfill: Backfill
  readonly segments: Readonly<Record<string, SegmentState>>
  /** When a change of a device was last taken up. */
  readonly lastChanges: Readonly<Record<DeviceId, number>>
  /** Which window may write: one that was superseded finds another name here and stops. */
  readonly leader: string
  /** Sessions that others deleted for good and whose rows were deleted here since. */
  readonly purged: readonly string[]
  /** Messages of which words were erased here, and not yet in the vault. */
  readonly erased: readonly MessageId[]
  /** Messages of which words were erased, here or elsewhere: who did not know of it may bring them back into the vault. */
  readonly knownErased: readonly MessageId[]
  /** Sessions deleted for good here, whose rows still lie in the vault. */
  readonly unsaidPurges: readonly SessionId[]
  /** How often something was noted in `erased`, `unsaidPurges` or `isFoldDue`: what is noted while it is carried out is not done. */
  readonly erasureNotes: number
  /** Sessions that were deleted for good, of which rows came all the same: the vault still holds them. */
  readonly returned: readonly SessionId[]
  /** Text was deleted from documents for good, and older entries of their rooms still hold it. */
  readonly isFoldDue: boolean
  readonly syncedAt: number
  /** The recovery phrase of a vault that was made here, until the person has seen it. */
  readonly unseenPhrase: UnseenPhrase
  readonly farewells: readonly Farewell[]
}

export type SyncStateKey = keyof Values

/** Within a transaction over `syncState`, or alone. */
export async function readSyncState<Key extends SyncStateKey>(db: CommonplaceDb, key: Key): Promise<Values[Key] | null> {
  return ((await db.syncState.get(key))?.value as Values[Key] | undefined) ?? null
}

export const writeSyncState = <Key extends SyncStateKey>(db: CommonplaceDb, key: Key, value: Values[Key]): PromiseLike<unknown> =>
  db.syncState.put({ key, value })

export const deleteSyncState = (db: CommonplaceDb, key: SyncStateKey): PromiseLike<unknown> => db.syncState.delete(key)

/** Where a room stands; stored in one transaction with the updates of its sealed document. */
export interface RoomState {
  readonly chain: ChainState
  /** `Acknowledged.encode`. */
  readonly acknowledged: Uint8Array
}

const roomKey = (room: RoomKind): string => `room:${room}`

export async function readRoomState(db: CommonplaceDb, room: RoomKind): Promise<RoomState | null> {
  return ((await db.syncState.get(roomKey(room)))?.value as RoomState | undefined) ?? null
}

export const writeRoomState = (db: CommonplaceDb, room: RoomKind, state: RoomState): PromiseLike<unknown> =>
  db.syncState.put({ key: roomKey(room), value: state })

export const dropRoomState = (db: CommonplaceDb, room: RoomKind): PromiseLike<unknown> => db.syncState.delete(roomKey(room))

/** What stands for the rooms: thrown away where the rest of the database is older than it. */
export async function dropRooms(db: CommonplaceDb): Promise<void> {
  await db.syncState.where('key').startsWith('room:').delete()
  await db.syncDocs.clear()
  // Rows that were deleted for good may be back with the older data.
  await db.syncState.bulkDelete(['segments', 'syncedAt', 'purged'])
}

/**
 * After older data was put back: this device is still in the vault, begins new chains, reads every room anew, and
 * sends only what the vault does not have.
 */
export async function restartSync(db: CommonplaceDb): Promise<void> {
  await db.transaction('rw', [db.syncState, db.syncDocs], async () => {
    if ((await readSyncState(db, 'membership')) === null) return
    await dropRooms(db)
    await writeSyncState(db, 'backfill', { after: null, isNoted: false, isHeld: true })
  })
}

/** Forgets the vault; what was synced stays, and so does what its server is still to be told. */
export async function forgetVault(db: CommonplaceDb): Promise<void> {
  await db.transaction('rw', [db.syncState, db.syncDocs, db.syncOutbox, db.syncBlobs], async () => {
    await Promise.all([db.syncState.where('key').notEqual('farewells' satisfies SyncStateKey).delete(), db.syncDocs.clear(), db.syncOutbox.clear(), db.syncBlobs.clear()])
  })
}
