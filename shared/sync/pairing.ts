import type { Clock } from '../clock'
import type { Result } from '../result'
import type { RandomBytes } from './bytes'
import type { DeviceStatement } from './keyring'
import type { RoomKind } from './rooms'
import type { DeviceSecrets, VaultSecrets } from './vault'

/** The server's part of pairing: write-once slots, 0 to 5, that hold at most 16 KiB each. */
export interface Rendezvous {
  put(slot: number, bytes: Uint8Array): Promise<Result<null, RendezvousFailure>>
  /** Null where nothing was put there within `waitMs` (at most 25 seconds). */
  get(slot: number, waitMs: number): Promise<Result<Uint8Array | null, RendezvousFailure>>
}
export type RendezvousFailure = 'expired' | 'taken' | 'network'

export interface PairingPorts {
  readonly rendezvous: Rendezvous
  readonly random: RandomBytes
  readonly clock: Clock
  /** Milliseconds since the epoch by `clock`: 'expired' after it. */
  readonly expiresAt: number
  readonly onStep: (step: PairingStep) => void
}

/** What both screens show. `waiting`: for the other device. */
export type PairingStep =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'compare'; readonly words: readonly [string, string, string]; readonly otherName: string }
  | { readonly kind: 'finishing' }

export type PairingFailure = 'expired' | 'words-differ' | 'cancelled' | 'network' | 'code-wrong' | 'refused'

/** A new device, as the old one learned of it. `tokenHash`: for the server, base64url. */
export interface PairedDevice {
  readonly statement: DeviceStatement
  readonly tokenHash: string
}

/** What crosses, sealed, once both people said that the words are the same. */
export interface PairingPayload {
  readonly serverUrl: string
  readonly secrets: VaultSecrets
  readonly oldDeviceName: string
  /** How far each chain was, by room and chain (`ChainState.seen`): the new device compares (SYN-4). */
  readonly counters: Readonly<Partial<Record<RoomKind, Readonly<Record<string, number>>>>>
  /** `Keyring.statementIds()` of the old device. */
  readonly statementIds: readonly string[]
}

export interface PairingRun<Value> {
  /** The person says whether the words are the same. Only while `compare` is shown. */
  confirm(isSame: boolean): void
  cancel(): void
  readonly done: Promise<Result<Value, PairingFailure>>
}

/** 12 characters in three groups, 60 bits: "4KD2-9QTM-71XC". */
export function createPairingCode(_random: RandomBytes): string {
  throw new Error('not there yet')
}

/** Tolerant of case, spaces, dashes, O for 0, I and L for 1. Null where it cannot be a code. */
export function readPairingCode(_typed: string): string | null {
  throw new Error('not there yet')
}

/** The rendezvous that a code leads to, base64url, 22 characters. */
export function rendezvousIdOf(_code: string): string {
  throw new Error('not there yet')
}

/**
 * The device that is in the vault.
 * @param name this device's name, shown on the other
 * @param grant registers the new device at the server, adds its statement and wraps, and gives the payload
 */
export function offerPairing(
  _code: string,
  _name: string,
  _ports: PairingPorts,
  _grant: (device: PairedDevice) => Promise<Result<PairingPayload, 'network' | 'refused'>>,
): PairingRun<PairedDevice> {
  throw new Error('not there yet')
}

/** The device that is to come in. */
export function acceptPairing(_code: string, _device: DeviceSecrets, _ports: PairingPorts): PairingRun<PairingPayload> {
  throw new Error('not there yet')
}
