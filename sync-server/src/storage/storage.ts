/**
 * What the server keeps. Everything content-like that comes in here is sealed by the devices already; the server adds
 * nothing that could open it. Fulfilled by memory.ts, sqlite.ts and postgres.ts; one contract suite runs on all of them.
 *
 * Times are milliseconds since 1970. Hashes are the 32 bytes of SHA-256. A promise rejects only where the store itself
 * fails (disk full, no connection); everything a device can cause is a value.
 */
export interface RoomKey {
  readonly vaultId: string
  readonly room: string
}

export const roomId = ({ vaultId, room }: RoomKey): string => `${vaultId}/${room}`

export interface Append {
  readonly key: RoomKey
  /** A Yjs update (v1). The caller does not touch the bytes until the promise is settled. */
  readonly update: Uint8Array
  /** It deletes something, so that folding may make the vault smaller: it may go beyond the quota by `foldReserveBytes`. */
  readonly frees?: boolean
}

/** How far a vault may go beyond its quota with updates that free something: a device cannot clear up without writing first. */
export const foldReserveBytes = 8 * 2 ** 20

export type AppendOutcome =
  | { readonly kind: 'stored'; readonly sequence: number }
  /** The vault was deleted, or never was. */
  | { readonly kind: 'vault-gone' }
  /** The vault would hold more bytes than it may. */
  | { readonly kind: 'quota-full' }
  /** The update would open a room more than a vault may have. */
  | { readonly kind: 'too-many-rooms' }

export interface StoredUpdate {
  readonly sequence: number
  readonly update: Uint8Array
}

export interface RoomLog {
  /** In the order of their sequence. After a fold the first of them is the folded state, under the sequence it reaches. */
  readonly updates: readonly StoredUpdate[]
  /** The room's newest sequence; 0 where nobody wrote yet. */
  readonly sequence: number
  /** Sequence that the folded state reaches; 0 where nothing was folded. */
  readonly foldedSequence: number
}

export interface DeviceRow {
  readonly vaultId: string
  readonly deviceId: string
  readonly tokenHash: Uint8Array
  readonly addedAt: number
  readonly lastSeenAt: number | null
  /** Until then it counts as connected, whichever instance it is connected to. */
  readonly onlineUntil: number
  /** The row stays after removal, so that its token is told from one that never was. */
  readonly removedAt: number | null
}

export interface VaultRow {
  readonly vaultId: string
  readonly createdAt: number
  /** Updates and blobs, reserved bytes of unfinished blobs included. */
  readonly usedBytes: number
  readonly maxBytes: number
  readonly roomCount: number
}

export interface NewDevice {
  readonly deviceId: string
  readonly tokenHash: Uint8Array
}

export interface NewVault {
  readonly vaultId: string
  /** Used up with the vault's creation, in one step. Null in tests and for the open vault. */
  readonly setupTokenHash: Uint8Array | null
  readonly recoveryTokenHash: Uint8Array
  readonly device: NewDevice
}

export interface BlobRow {
  readonly totalBytes: number
  /** Bytes that are on the disk for certain. */
  readonly receivedBytes: number
}

export interface StoredTotals {
  readonly vaults: number
  readonly bytes: number
}

/** Seen now; `onlineUntil` in the past (or now) says that it has left. */
export interface DeviceSighting {
  readonly vaultId: string
  readonly deviceId: string
  readonly seenAt: number
  readonly onlineUntil: number
}

export interface StorageLimits {
  /** For vaults without a number of their own. */
  readonly maxVaultBytes: number
  readonly maxRoomsPerVault: number
  /** Removed ones do not count. */
  readonly maxDevicesPerVault: number
  readonly maxVaults: number
}

export const defaultStorageLimits: StorageLimits = { maxVaultBytes: 2 * 2 ** 30, maxRoomsPerVault: 2000, maxDevicesPerVault: 200, maxVaults: 10_000 }

export interface Storage extends RoomStorage, VaultStorage, RendezvousStorage, BlobStorage {
  readonly kind: 'memory' | 'sqlite' | 'postgres'
  /** True where another process (the admin's command line) changed something since the last time. Left out where changes reach the server otherwise. */
  takeForeignChange?(): Promise<boolean>
  /** Rejects where the store cannot be written just now. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface RoomStorage {
  /**
   * Group commit: every outcome 'stored' is on the disk when the promise resolves. Sequences of a room rise by one,
   * without a gap, in the order of the batch and across instances. A room is made by its first update.
   */
  append(batch: readonly Append[]): Promise<readonly AppendOutcome[]>
  /** Everything that a reader who has all up to `after` lacks; it may be more than that after a fold. Never rejects for a room that is not there. */
  read(key: RoomKey, after: number): Promise<RoomLog>
  /** The newest sequence of each, 0 for rooms that are not there. */
  lastSequences(keys: readonly RoomKey[]): Promise<readonly number[]>
  /** Puts `state` in place of everything up to and with `through`. False where a fold has come as far already. */
  fold(key: RoomKey, through: number, state: Uint8Array): Promise<boolean>
  /** For backups and moving to another store, in a stable order. */
  listRooms(vaultId: string): Promise<readonly string[]>
}

export interface VaultStorage {
  addSetupToken(hash: Uint8Array, expiresAt: number, maxBytes: number | null): Promise<void>
  createVault(vault: NewVault, now: number): Promise<'created' | 'exists' | 'setup-token-rejected' | 'too-many'>
  getVault(vaultId: string): Promise<VaultRow | null>
  listVaults(): Promise<readonly VaultRow[]>
  /** Null goes back to the server's default. False where there is no such vault. */
  setVaultLimit(vaultId: string, maxBytes: number | null): Promise<boolean>
  /** With rooms, devices, blob rows and rendezvous. False where there is no such vault. */
  deleteVault(vaultId: string): Promise<boolean>
  totals(): Promise<StoredTotals>

  /** 'exists' where the vault has (or had) a device of this id, or the token is taken. */
  addDevice(vaultId: string, device: NewDevice, now: number): Promise<'added' | 'exists' | 'vault-gone' | 'too-many'>
  /** Removed ones included. */
  findDeviceByToken(tokenHash: Uint8Array): Promise<DeviceRow | null>
  /** Removed ones included, in the order they were added. */
  listDevices(vaultId: string): Promise<readonly DeviceRow[]>
  /** False where there is no such device, or it was removed before. */
  removeDevice(vaultId: string, deviceId: string, now: number): Promise<boolean>
  /** Rows of devices that are not there (any more) are left out quietly. */
  noteDevices(sightings: readonly DeviceSighting[]): Promise<void>
  findVaultByRecoveryToken(tokenHash: Uint8Array): Promise<VaultRow | null>
}

export type SlotOutcome = 'stored' | 'taken' | 'not-found'

/** A meeting place of two devices that pair. What lies in its slots is written once and gone when it expires. */
export interface RendezvousStorage {
  /** `most` counts the vault's open ones. */
  openRendezvous(id: string, vaultId: string, expiresAt: number, now: number, most: number): Promise<'opened' | 'exists' | 'too-many'>
  putSlot(id: string, slot: number, bytes: Uint8Array, now: number): Promise<SlotOutcome>
  /** Null while nothing was put; 'not-found' where there is no such rendezvous or it expired. */
  getSlot(id: string, slot: number, now: number): Promise<Uint8Array | null | 'not-found'>
  dropExpired(now: number): Promise<void>
}

/** Names and sizes of blobs; the bytes are files (blobs/blob-files.ts). */
export interface BlobStorage {
  getBlob(vaultId: string, blobId: string): Promise<BlobRow | null>
  /** Counts the whole size from the start. 'exists' also where only a part has arrived, whatever its total. */
  reserveBlob(vaultId: string, blobId: string, totalBytes: number, now: number): Promise<'reserved' | 'exists' | 'quota-full' | 'vault-gone'>
  setBlobReceived(vaultId: string, blobId: string, receivedBytes: number): Promise<void>
  deleteBlob(vaultId: string, blobId: string): Promise<boolean>
  /** Blobs that were begun before `before` and never finished. */
  listUnfinishedBlobs(before: number): Promise<readonly { readonly vaultId: string; readonly blobId: string }[]>
}
