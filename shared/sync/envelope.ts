import { ed25519 } from '@noble/curves/ed25519.js'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { fail, ok, type Result } from '../result'
import { concatBytes, fromHex, toHex, toUtf8, type RandomBytes } from './bytes'
import type { RoomKind } from './rooms'

/**
 * A sealed entry: version u8 | epoch id 8 | device tag 8 | stream 4 | counter varint | hash of the device's previous
 * entry 16 | nonce 24 | ciphertext and tag | Ed25519 signature 64. Sealed with XChaCha20-Poly1305; vault, room and
 * header are bound as associated data. What is signed is a digest of all of it but the signature, and the first 16
 * bytes of that digest are the entry's hash.
 */
export const envelopeVersion = 1

/** Bytes that sealing adds to a body, at most. */
export const maxEnvelopeBytes = 160

/** Why an entry is not taken. Only 'replayed', 'newer-version' and the two 'unknown-…' say nothing against its author. */
export type EntryRefusal =
  | 'malformed'
  | 'unknown-epoch'
  | 'unknown-device'
  | 'removed-device'
  | 'bad-signature'
  | 'bad-seal'
  | 'replayed'
  | 'newer-version'

export interface EntryHeader {
  /** Hex. */
  readonly epochId: string
  /** Hex, 16 characters. */
  readonly deviceTag: string
  /** Hex, 8 characters. */
  readonly stream: string
  readonly counter: number
  /** Hash of the device's previous entry, hex, 32 characters. */
  readonly previous: string
}

/** An entry whose parts are told apart; nothing of it is checked yet. */
export interface SealedEntry {
  readonly header: EntryHeader
  readonly headerBytes: Uint8Array
  readonly nonce: Uint8Array
  readonly ciphertext: Uint8Array
  readonly signature: Uint8Array
}

/** What crosses between devices that are there, and is not stored. */
export type PassingPlace = 'presence' | 'hand-over'

/** Where an entry belongs: it opens nowhere else. */
export interface EntryPlace {
  readonly vaultId: string
  readonly room: RoomKind | PassingPlace
}

/** The chain of a device, without which entry came when: what one chain key stands for. */
export const chainKeyOf = (header: Pick<EntryHeader, 'deviceTag' | 'stream'>): string => header.deviceTag + header.stream

const hashBytes = 16
const nonceBytes = 24
const tagBytes = 16
const signatureBytes = 64
/** Hash before a chain's first entry. */
export const noHash = '00'.repeat(hashBytes)

export function sealEntry(
  place: EntryPlace,
  header: EntryHeader,
  body: Uint8Array,
  keys: { readonly epochKey: Uint8Array; readonly signSecret: Uint8Array },
  random: RandomBytes,
): { readonly bytes: Uint8Array; readonly hash: string } {
  const headerBytes = encodeHeader(header)
  const nonce = random(nonceBytes)
  const ciphertext = xchacha20poly1305(keys.epochKey, nonce, boundTo(place, headerBytes)).encrypt(body)
  const digest = digestOf(place, headerBytes, nonce, ciphertext)
  const signature = ed25519.sign(digest, keys.signSecret)
  return { bytes: concatBytes(headerBytes, nonce, ciphertext, signature), hash: hashOf(digest) }
}

/** Tells the parts of an entry apart: 'malformed' or 'newer-version' where that cannot be. */
export function parseEntry(bytes: Uint8Array): Result<SealedEntry, EntryRefusal> {
  const version = bytes[0]
  if (version === undefined || version === 0) return fail('malformed')
  if (version !== envelopeVersion) return fail('newer-version')
  const decoder = decoding.createDecoder(bytes)
  try {
    const header = readHeader(decoder)
    const headerBytes = bytes.subarray(0, decoder.pos)
    const nonce = readExactly(decoder, nonceBytes)
    const rest = bytes.subarray(decoder.pos)
    if (rest.byteLength < tagBytes + signatureBytes || header.counter < 1) return fail('malformed')
    const ciphertext = rest.subarray(0, rest.byteLength - signatureBytes)
    const signature = rest.subarray(rest.byteLength - signatureBytes)
    return ok({ header, headerBytes, nonce, ciphertext, signature })
  } catch {
    return fail('malformed')
  }
}

/** All that is signed of an entry, in 32 bytes. */
export const digestEntry = (place: EntryPlace, entry: SealedEntry): Uint8Array =>
  digestOf(place, entry.headerBytes, entry.nonce, entry.ciphertext)

/** What the next entry of the chain names it by: hex, 32 characters. */
export const hashOf = (digest: Uint8Array): string => toHex(digest.subarray(0, hashBytes))

/** Opens an entry whose signature was found to be its author's. */
export function openEntry(place: EntryPlace, entry: SealedEntry, epochKey: Uint8Array): Result<Uint8Array, 'bad-seal'> {
  try {
    return ok(xchacha20poly1305(epochKey, entry.nonce, boundTo(place, entry.headerBytes)).decrypt(entry.ciphertext))
  } catch {
    return fail('bad-seal')
  }
}

/** Strict: a key or signature that would fit several messages fits none. */
export function isSignedBy(signKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, signKey, { zip215: false })
  } catch {
    return false
  }
}

function encodeHeader(header: EntryHeader): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeUint8(encoder, envelopeVersion)
  encoding.writeUint8Array(encoder, fromHex(header.epochId))
  encoding.writeUint8Array(encoder, fromHex(header.deviceTag))
  encoding.writeUint8Array(encoder, fromHex(header.stream))
  encoding.writeVarUint(encoder, header.counter)
  encoding.writeUint8Array(encoder, fromHex(header.previous))
  return encoding.toUint8Array(encoder)
}

function readHeader(decoder: decoding.Decoder): EntryHeader {
  decoding.readUint8(decoder)
  return {
    epochId: toHex(readExactly(decoder, 8)),
    deviceTag: toHex(readExactly(decoder, 8)),
    stream: toHex(readExactly(decoder, 4)),
    counter: decoding.readVarUint(decoder),
    previous: toHex(readExactly(decoder, hashBytes)),
  }
}

/** The decoder itself would read past the end without a word. */
function readExactly(decoder: decoding.Decoder, length: number): Uint8Array {
  if (decoder.pos + length > decoder.arr.byteLength) throw new RangeError('Too short')
  return decoding.readUint8Array(decoder, length)
}

const boundTo = (place: EntryPlace, headerBytes: Uint8Array): Uint8Array =>
  concatBytes(toUtf8(`commonplace entry ${place.vaultId} ${place.room}\n`), headerBytes)

const digestOf = (place: EntryPlace, headerBytes: Uint8Array, nonce: Uint8Array, ciphertext: Uint8Array): Uint8Array =>
  sha256.create().update(boundTo(place, headerBytes)).update(nonce).update(ciphertext).digest()
