import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concatBytes, toUtf8, type RandomBytes } from './bytes'

const nonceBytes = 24

/** nonce 24 | ciphertext and tag. The place is bound: it opens for the same one only. */
export function sealWith(key: Uint8Array, plain: Uint8Array, place: string, random: RandomBytes): Uint8Array {
  const nonce = random(nonceBytes)
  return concatBytes(nonce, xchacha20poly1305(key, nonce, toUtf8(place)).encrypt(plain))
}

/** Null where the key or the place is another, or a bit has changed. */
export function openWith(key: Uint8Array, sealed: Uint8Array, place: string): Uint8Array | null {
  try {
    return xchacha20poly1305(key, sealed.subarray(0, nonceBytes), toUtf8(place)).decrypt(sealed.subarray(nonceBytes))
  } catch {
    return null
  }
}
