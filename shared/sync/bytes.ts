import { fromBase64UrlEncoded, fromHexString, toBase64UrlEncoded, toHexString } from 'lib0/buffer'
import { decodeUtf8, encodeUtf8 } from 'lib0/string'

/** Chance comes in as an argument: `random(24)` is 24 bytes nobody can guess. */
export type RandomBytes = (bytes: number) => Uint8Array

export const toHex = (bytes: Uint8Array): string => toHexString(bytes)
export const fromHex = (hex: string): Uint8Array => fromHexString(hex)
/** Without padding. */
export const toBase64Url = (bytes: Uint8Array): string => toBase64UrlEncoded(bytes).replace(/=+$/, '')
export const toUtf8 = (text: string): Uint8Array => encodeUtf8(text)
export const fromUtf8 = (bytes: Uint8Array): string => decodeUtf8(bytes)

const base64Url = /^[A-Za-z0-9_-]*$/

/** Null where the text is not base64url. */
export function fromBase64Url(text: string): Uint8Array | null {
  return base64Url.test(text) && text.length % 4 !== 1 ? fromBase64UrlEncoded(text) : null
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.byteLength
  }
  return joined
}

/** Compares in the same time wherever the first difference is. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false
  let difference = 0
  for (let at = 0; at < a.byteLength; at += 1) difference |= (a[at] ?? 0) ^ (b[at] ?? 0)
  return difference === 0
}
