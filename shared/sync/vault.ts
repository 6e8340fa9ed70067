import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { DeviceId } from '../ids'
import { ok, type Result } from '../result'
import { toBase64Url, toUtf8, type RandomBytes } from './bytes'
import { deriveBytes } from './derive'
import { entropyToPhrase, phraseToEntropy, type PhraseFault } from './phrase'

/** What every device of a vault keeps. The recovery phrase itself is kept nowhere. */
export interface VaultSecrets {
  /** 32 bytes, never changed. Names the rooms; seals only the keys room. */
  readonly vaultKey: Uint8Array
  /** Public X25519 key of the recovery phrase: every epoch is wrapped for it as well. */
  readonly recoveryBoxKey: Uint8Array
  /** Public Ed25519 key of the recovery phrase: the root of the roster. */
  readonly recoverySignKey: Uint8Array
}

/** What only the phrase gives. Used for founding, recovery and the drill, then forgotten. */
export interface RecoverySecrets {
  readonly boxSecret: Uint8Array
  readonly signSecret: Uint8Array
}

export type DeviceKind = 'desktop' | 'phone' | 'browser'

export interface DeviceSecrets {
  readonly deviceId: DeviceId
  readonly name: string
  readonly kind: DeviceKind
  /** X25519, 32 bytes. */
  readonly boxSecret: Uint8Array
  /** Ed25519 seed, 32 bytes. */
  readonly signSecret: Uint8Array
  /** What the server knows the device by: 43 characters; it stores their SHA-256 only. */
  readonly token: string
}

export interface OpenedVault {
  readonly secrets: VaultSecrets
  readonly recovery: RecoverySecrets
  /** What the server accepts instead of a device's token when a vault is recovered: 43 characters. */
  readonly recoveryToken: string
}

/** A new vault and its 24 words, which are shown once. */
export function createVault(random: RandomBytes): OpenedVault & { readonly phrase: string } {
  const entropy = random(32)
  return { phrase: entropyToPhrase(entropy), ...vaultOfEntropy(entropy) }
}

/** The vault of a typed phrase; tolerant of case, spaces, punctuation and words cut to four letters. */
export function recoverVault(phrase: string): Result<OpenedVault, PhraseFault> {
  const entropy = phraseToEntropy(phrase)
  return entropy.ok ? ok(vaultOfEntropy(entropy.value)) : entropy
}

function vaultOfEntropy(entropy: Uint8Array): OpenedVault {
  const recovery = { boxSecret: deriveBytes(entropy, 'recovery box', 32), signSecret: deriveBytes(entropy, 'recovery sign', 32) }
  return {
    recovery,
    recoveryToken: toBase64Url(deriveBytes(entropy, 'recovery token', 32)),
    secrets: {
      vaultKey: deriveBytes(entropy, 'vault', 32),
      recoveryBoxKey: x25519.getPublicKey(recovery.boxSecret),
      recoverySignKey: ed25519.getPublicKey(recovery.signSecret),
    },
  }
}

/** Fresh keys and a fresh token for this device. */
export function createDevice(device: Pick<DeviceSecrets, 'deviceId' | 'name' | 'kind'>, random: RandomBytes): DeviceSecrets {
  return { ...device, boxSecret: random(32), signSecret: random(32), token: toBase64Url(random(32)) }
}

/** The vault's name on the server: 22 characters. */
export const vaultIdOf = (vaultKey: Uint8Array): string => toBase64Url(deriveBytes(vaultKey, 'vault id', 16))

/** What stands for a device in sealed entries: 8 bytes. */
export const deviceTagOf = (vaultKey: Uint8Array, deviceId: DeviceId): Uint8Array => deriveBytes(vaultKey, `device ${deviceId}`, 8)

/** SHA-256 of the token's characters, base64url: all that the server stores of it. */
export const hashToken = (token: string): string => toBase64Url(sha256(toUtf8(token)))
