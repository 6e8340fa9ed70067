import { sha256 } from '@noble/hashes/sha2.js'
import type { DeviceId } from '../ids'
import { fromBase64Url, toBase64Url, toHex, toUtf8, type RandomBytes } from './bytes'
import { openBox, sealFor } from './box'
import type { Roster } from './roster'
import type { Wrap } from './statement'
import type { VaultSecrets } from './vault'

/** A time between removals: what is written in it is sealed with its key. */
export interface Epoch {
  readonly number: number
  /** 8 bytes, hex: made of the key, so that one id never means two keys. */
  readonly id: string
  readonly key: Uint8Array
}

export function createEpoch(number: number, random: RandomBytes): Epoch {
  const key = random(32)
  return { number, id: epochIdOf(key), key }
}

/** @param recipient id and public X25519 key */
export function wrapEpoch(epoch: Epoch, to: DeviceId | 'recovery', boxKey: Uint8Array, vault: VaultSecrets, random: RandomBytes): Wrap {
  const sealed = sealFor(boxKey, epoch.key, purposeOf(epoch.id), vault.vaultKey, random)
  return { number: epoch.number, epochId: epoch.id, to, sealed: toBase64Url(sealed) }
}

/** Null where it is for another, or holds another key than it says. */
export function unwrapEpoch(wrap: Wrap, boxSecret: Uint8Array, vault: VaultSecrets): Epoch | null {
  const sealed = fromBase64Url(wrap.sealed)
  const key = sealed === null ? null : openBox(boxSecret, sealed, purposeOf(wrap.epochId), vault.vaultKey)
  return key !== null && epochIdOf(key) === wrap.epochId ? { number: wrap.number, id: wrap.epochId, key } : null
}

/** Epochs that no removed device knows: by number, highest first, then by id. */
export function usableEpochs(roster: Roster): { readonly number: number; readonly id: string }[] {
  const known = new Map<string, { number: number; id: string; isSpoilt: boolean }>()
  const isOut = (id: DeviceId | 'recovery'): boolean => id !== 'recovery' && roster.find(id)?.removed !== null
  for (const { number, epochId, to, by } of roster.wraps) {
    const before = known.get(epochId)
    known.set(epochId, {
      id: epochId,
      number: Math.max(number, before?.number ?? 0),
      isSpoilt: before?.isSpoilt === true || isOut(to) || isOut(by),
    })
  }
  const usable = [...known.values()].filter(({ isSpoilt }) => !isSpoilt)
  return usable.sort((a, b) => b.number - a.number || (a.id < b.id ? -1 : 1))
}

const epochIdOf = (key: Uint8Array): string => toHex(sha256.create().update(toUtf8('commonplace epoch')).update(key).digest().subarray(0, 8))

const purposeOf = (epochId: string): string => `epoch ${epochId}`
