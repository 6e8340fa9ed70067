import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toUtf8 } from './bytes'

/** HKDF-SHA256. The purpose says what the bytes are for, so that no two uses ever get the same ones. */
export function deriveBytes(secret: Uint8Array, purpose: string, length: number, salt?: Uint8Array): Uint8Array {
  return hkdf(sha256, secret, salt, toUtf8(`commonplace ${purpose}`), length)
}
