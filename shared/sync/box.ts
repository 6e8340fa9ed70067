import { x25519 } from '@noble/curves/ed25519.js'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concatBytes, type RandomBytes } from './bytes'
import { deriveBytes } from './derive'

const keyBytes = 32
const nonceBytes = 24

/** Seals for the holder of an X25519 secret: ephemeral key 32 | nonce 24 | ciphertext and tag. */
export function sealFor(boxKey: Uint8Array, plain: Uint8Array, purpose: string, salt: Uint8Array, random: RandomBytes): Uint8Array {
  const ephemeral = random(keyBytes)
  const ephemeralKey = x25519.getPublicKey(ephemeral)
  const nonce = random(nonceBytes)
  const key = boxSecretOf(x25519.getSharedSecret(ephemeral, boxKey), ephemeralKey, boxKey, purpose, salt)
  return concatBytes(ephemeralKey, nonce, xchacha20poly1305(key, nonce).encrypt(plain))
}

/** Null where it was sealed for another, for another purpose, or changed. */
export function openBox(boxSecret: Uint8Array, sealed: Uint8Array, purpose: string, salt: Uint8Array): Uint8Array | null {
  try {
    const ephemeralKey = sealed.subarray(0, keyBytes)
    const nonce = sealed.subarray(keyBytes, keyBytes + nonceBytes)
    const shared = x25519.getSharedSecret(boxSecret, ephemeralKey)
    const key = boxSecretOf(shared, ephemeralKey, x25519.getPublicKey(boxSecret), purpose, salt)
    return xchacha20poly1305(key, nonce).decrypt(sealed.subarray(keyBytes + nonceBytes))
  } catch {
    return null
  }
}

/** Both public keys go in: a box opens for one recipient and one ephemeral key. */
const boxSecretOf = (shared: Uint8Array, ephemeralKey: Uint8Array, boxKey: Uint8Array, purpose: string, salt: Uint8Array): Uint8Array =>
  deriveBytes(concatBytes(shared, ephemeralKey, boxKey), `box ${purpose}`, keyBytes, salt)
