import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToUtf8, utf8ToBytes } from '@noble/ciphers/utils.js'
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as z from 'zod'
import { credentialSchemes } from './credential-url'

/**
 * Keys on their way to another device of the same person: sealed to a public key that was made for this one
 * parcel, with where each key may go beside it. On the wire: version (1 byte), ephemeral public key (32), nonce
 * (24), ciphertext with its tag.
 */

export const parcelKeyBytes = 32
const version = 1
const nonceBytes = 24
const headBytes = 1 + parcelKeyBytes + nonceBytes
/** Lengths are rounded up, so that they say little of what is inside. */
const blockBytes = 1024
const info = utf8ToBytes('commonplace credentials 1')

const parcelSchema = z.object({
  credentials: z
    .array(
      z.object({
        id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
        secret: z.string().min(1).max(4096),
        urlPrefixes: z.array(z.url()).min(1).max(8),
        scheme: z.enum(credentialSchemes),
      }),
    )
    .max(32),
})
export type CarriedCredential = z.infer<typeof parcelSchema>['credentials'][number]

export type RandomBytes = (bytes: number) => Uint8Array

export interface ParcelKeyPair {
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly secretKey: Uint8Array
}

export function createParcelKeys(random: RandomBytes): ParcelKeyPair {
  const secretKey = random(parcelKeyBytes)
  return { secretKey, publicKey: new Uint8Array(x25519.getPublicKey(secretKey)) }
}

/** The sealed bytes, or null where `recipientKey` is no key that anything can be sealed to. */
export function sealParcel(credentials: readonly CarriedCredential[], recipientKey: Uint8Array, random: RandomBytes): Uint8Array<ArrayBuffer> | null {
  const own = createParcelKeys(random)
  const shared = agree(own.secretKey, recipientKey)
  if (shared === null) return null
  const nonce = random(nonceBytes)
  const head = join([Uint8Array.of(version), own.publicKey, nonce])
  const key = parcelKey(shared, own.publicKey, recipientKey)
  const text = JSON.stringify({ credentials })
  const plain = utf8ToBytes(text)
  const padded = join([plain, new Uint8Array((blockBytes - (plain.byteLength % blockBytes)) % blockBytes).fill(0x20)])
  return join([head, xchacha20poly1305(key, nonce, head).encrypt(padded)])
}

/** What was sealed to this pair; null for everything else. */
export function openParcel(sealed: Uint8Array, own: ParcelKeyPair): CarriedCredential[] | null {
  if (sealed.byteLength <= headBytes || sealed[0] !== version) return null
  const head = sealed.subarray(0, headBytes)
  const senderKey = sealed.subarray(1, 1 + parcelKeyBytes)
  const shared = agree(own.secretKey, senderKey)
  if (shared === null) return null
  const key = parcelKey(shared, senderKey, own.publicKey)
  try {
    const opened = xchacha20poly1305(key, head.subarray(1 + parcelKeyBytes), head).decrypt(sealed.subarray(headBytes))
    return parcelSchema.safeParse(JSON.parse(bytesToUtf8(opened))).data?.credentials ?? null
  } catch {
    return null
  }
}

/** A public key of low order gives a secret that everybody knows: refused by the library. */
function agree(secretKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  if (publicKey.byteLength !== parcelKeyBytes) return null
  try {
    return x25519.getSharedSecret(secretKey, publicKey)
  } catch {
    return null
  }
}

const parcelKey = (shared: Uint8Array, senderKey: Uint8Array, recipientKey: Uint8Array): Uint8Array =>
  hkdf(sha256, shared, join([senderKey, recipientKey]), info, 32)

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.byteLength
  }
  return joined
}
