import { deflateSync, inflateSync } from 'fflate'
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { fromHex, toHex } from './bytes'
import type { SeenChains } from './chain-state'

/** What is sealed in an entry. */
export type EntryBody =
  /** Updates of an inner document, merged. */
  | { readonly kind: 'update'; readonly edits: number; readonly update: Uint8Array }
  /** One of several parts of what many entries came to; each is an update by itself. */
  | {
      readonly kind: 'fold'
      readonly part: number
      readonly parts: number
      /** Whether it is all of the document, or only what small entries held. */
      readonly isWhole: boolean
      /** What its author had taken; in the last part only. */
      readonly covers: SeenChains
      readonly update: Uint8Array
    }
  /** Rows as JSON lines, deflated; cut into parts where they are too long for one entry. */
  | {
      readonly kind: 'rows'
      readonly part: number
      readonly parts: number
      /** Entries that were taken out on purpose, these rows being what is left of them. */
      readonly replaces: readonly ReplacedEntry[]
      readonly bytes: Uint8Array
    }
  /** Written by a newer version. */
  | { readonly kind: 'unknown' }

export interface ReplacedEntry {
  /** Device tag and stream, hex. */
  readonly chain: string
  readonly counter: number
  readonly hash: string
  readonly previous: string
}

const kinds = { update: 1, fold: 2, rows: 3 } as const
/** Deflating less is not worth the header. */
const deflateFromBytes = 120
/** Nothing larger is written; a body that says it is would only fill the memory. */
const maxPlainBytes = 64 * 1024 * 1024
const keyBytes = 12
const hashBytes = 16

export function encodeBody(body: Exclude<EntryBody, { kind: 'unknown' }>): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeUint8(encoder, kinds[body.kind])
  if (body.kind === 'update') {
    encoding.writeVarUint(encoder, body.edits)
    writePacked(encoder, body.update)
  } else {
    encoding.writeVarUint(encoder, body.part)
    encoding.writeVarUint(encoder, body.parts)
    if (body.kind === 'fold') writeFold(encoder, body)
    else writeRows(encoder, body)
  }
  return encoding.toUint8Array(encoder)
}

/** Null where it is damaged, which only its author can have done. */
export function decodeBody(bytes: Uint8Array): EntryBody | null {
  try {
    const decoder = decoding.createDecoder(bytes)
    const kind = decoding.readUint8(decoder)
    if (kind === kinds.update) return { kind: 'update', edits: decoding.readVarUint(decoder), update: readPacked(decoder) }
    if (kind !== kinds.fold && kind !== kinds.rows) return { kind: 'unknown' }
    const part = decoding.readVarUint(decoder)
    const parts = decoding.readVarUint(decoder)
    return kind === kinds.fold ? { ...readFold(decoder), part, parts } : { ...readRows(decoder), part, parts }
  } catch {
    return null
  }
}

function writeFold(encoder: encoding.Encoder, body: Extract<EntryBody, { kind: 'fold' }>): void {
  encoding.writeUint8(encoder, body.isWhole ? 1 : 0)
  writeCovers(encoder, body.covers)
  writePacked(encoder, body.update)
}

function readFold(decoder: decoding.Decoder) {
  const isWhole = decoding.readUint8(decoder) === 1
  return { kind: 'fold', isWhole, covers: readCovers(decoder), update: readPacked(decoder) } as const
}

function writeRows(encoder: encoding.Encoder, body: Extract<EntryBody, { kind: 'rows' }>): void {
  encoding.writeVarUint(encoder, body.replaces.length)
  for (const { chain, counter, hash, previous } of body.replaces) {
    encoding.writeUint8Array(encoder, fromHex(chain))
    encoding.writeVarUint(encoder, counter)
    encoding.writeUint8Array(encoder, fromHex(hash))
    encoding.writeUint8Array(encoder, fromHex(previous))
  }
  encoding.writeVarUint8Array(encoder, body.bytes)
}

function readRows(decoder: decoding.Decoder) {
  const replaces: ReplacedEntry[] = []
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    const chain = toHex(decoding.readUint8Array(decoder, keyBytes))
    const counter = decoding.readVarUint(decoder)
    const hash = toHex(decoding.readUint8Array(decoder, hashBytes))
    replaces.push({ chain, counter, hash, previous: toHex(decoding.readUint8Array(decoder, hashBytes)) })
  }
  return { kind: 'rows', replaces, bytes: decoding.readVarUint8Array(decoder) } as const
}

function writeCovers(encoder: encoding.Encoder, covers: SeenChains): void {
  const chains = Object.entries(covers)
  encoding.writeVarUint(encoder, chains.length)
  for (const [key, { counter, hash, missing }] of chains) {
    encoding.writeUint8Array(encoder, fromHex(key))
    encoding.writeVarUint(encoder, counter)
    encoding.writeVarString(encoder, hash)
    encoding.writeVarUint(encoder, missing.length)
    for (const number of missing.flat()) encoding.writeVarUint(encoder, number)
  }
}

function readCovers(decoder: decoding.Decoder): SeenChains {
  const covers: SeenChains = {}
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    const key = toHex(decoding.readUint8Array(decoder, keyBytes))
    const counter = decoding.readVarUint(decoder)
    const hash = decoding.readVarString(decoder)
    const missing: [number, number][] = []
    for (let ranges = decoding.readVarUint(decoder); ranges > 0; ranges -= 1) {
      missing.push([decoding.readVarUint(decoder), decoding.readVarUint(decoder)])
    }
    covers[key] = { counter, hash, missing }
  }
  return covers
}

/** length varint, 0 where what follows is as it is | bytes */
function writePacked(encoder: encoding.Encoder, bytes: Uint8Array): void {
  const packed = bytes.byteLength < deflateFromBytes ? bytes : deflateSync(bytes)
  const isSmaller = packed.byteLength < bytes.byteLength
  encoding.writeVarUint(encoder, isSmaller ? bytes.byteLength : 0)
  encoding.writeUint8Array(encoder, isSmaller ? packed : bytes)
}

function readPacked(decoder: decoding.Decoder): Uint8Array {
  const plainBytes = decoding.readVarUint(decoder)
  const rest = decoder.arr.subarray(decoder.pos)
  return plainBytes === 0 ? rest : inflate(rest, plainBytes)
}

/** Never writes past the length that was said. */
export function inflate(packed: Uint8Array, plainBytes: number): Uint8Array {
  if (plainBytes > maxPlainBytes) throw new RangeError('Too long')
  return inflateSync(packed, { out: new Uint8Array(plainBytes) })
}
