import { deflateSync } from 'fflate'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { concatBytes, fromUtf8, toUtf8 } from './bytes'
import { inflate } from './entry-body'

/** Rows as JSON lines, deflated: length varint | bytes. */
export function packRows(rows: readonly unknown[]): Uint8Array {
  const plain = toUtf8(rows.map((row) => JSON.stringify(row)).join('\n'))
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, plain.byteLength)
  encoding.writeUint8Array(encoder, deflateSync(plain))
  return encoding.toUint8Array(encoder)
}

/** Null where it is damaged, which only its author can have done. */
export function unpackRows(parts: readonly Uint8Array[]): unknown[] | null {
  try {
    const decoder = decoding.createDecoder(parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(...parts))
    const plainBytes = decoding.readVarUint(decoder)
    if (plainBytes === 0) return []
    const lines = fromUtf8(inflate(decoder.arr.subarray(decoder.pos), plainBytes)).split('\n')
    return lines.map((line): unknown => JSON.parse(line))
  } catch {
    return null
  }
}

/** Cuts bytes into pieces of at most `maxBytes`; one where there are none. */
export function cutBytes(bytes: Uint8Array, maxBytes: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let from = 0; from === 0 || from < bytes.byteLength; from += maxBytes) pieces.push(bytes.subarray(from, from + maxBytes))
  return pieces
}
