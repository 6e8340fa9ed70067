import type * as Y from 'yjs'
import type { Clock } from '../clock'
import type { DeviceId } from '../ids'
import type { RandomBytes } from './bytes'
import type { Roster } from './roster'
import type { RoomKind } from './rooms'
import type { DeviceKind, DeviceSecrets, RecoverySecrets, VaultSecrets } from './vault'

export interface Epoch {
  readonly number: number
  /** 8 bytes, hex: made of the key, so that one id never means two keys. */
  readonly id: string
  readonly key: Uint8Array
}

/** What a new device says of itself; the device that adds it signs this. */
export interface DeviceStatement {
  readonly deviceId: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  readonly boxKey: Uint8Array
  readonly signKey: Uint8Array
}

/** Which of a removed device's entries count: unbroken runs of its chains, each ending in an entry of that hash. */
export interface ChainRun {
  readonly stream: string
  readonly from: number
  readonly to: number
  readonly hash: string
}

export interface KeyringPorts {
  /** Outer document of the keys room, loaded. */
  readonly outer: Y.Doc
  readonly vault: VaultSecrets
  /** Null where only the recovery phrase reads (drill, recovery). */
  readonly device: DeviceSecrets | null
  /** Signs instead of the device where given; also opens what is wrapped for it. */
  readonly recovery: RecoverySecrets | null
  readonly clock: Clock
  readonly random: RandomBytes
}

/** Devices and keys of a vault, read from and written to its keys room. */
export interface Keyring {
  readonly vaultId: string
  readonly vault: VaultSecrets
  readonly device: DeviceSecrets | null
  roster(): Roster
  /** Whether this device was removed by another. */
  isRemoved(): boolean
  /** The epoch to seal with; null where there is none yet, this device has no wrap of it, or is not in the roster. */
  currentEpoch(): Epoch | null
  /** Null where nobody has wrapped it for this device (yet). */
  epoch(id: string): Epoch | null
  /** Puts this device in, signed by the recovery phrase, with the first epoch or every one the phrase opens. */
  found(): void
  /** Signs another device in and wraps every known epoch for it. */
  addDevice(statement: DeviceStatement): void
  /** Says this device's new name. */
  rename(name: string): void
  /**
   * Removes a device and starts an epoch without it.
   * @param chains what is known of its chains, by room: `SealedDocument.chainsOf`, `SealedJournal.chainsOf`
   */
  removeDevice(id: DeviceId, chains: ReadonlyMap<RoomKind, readonly ChainRun[]>): void
  /** Starts an epoch. */
  rotate(): void
  /** Does what is due: an epoch where no usable one is there, wraps that devices lack. Idempotent. @returns whether it wrote */
  tend(): boolean
  /** Called after the keys room changed. */
  onChange(listener: () => void): () => void
  /** Statements that are known, for a device paired afterwards to compare (SYN-4). */
  statementIds(): readonly string[]
  close(): void
}

export function openKeyring(_ports: KeyringPorts): Keyring {
  throw new Error('not there yet')
}
