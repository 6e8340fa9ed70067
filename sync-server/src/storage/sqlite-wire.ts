import type { StorageLimits } from './storage'

export interface SqliteSetup {
  readonly path: string
  readonly limits: StorageLimits
}

/** To the database's thread. */
export interface SqliteRequest {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

/** From it. Id 0 says that the database is open. */
export interface SqliteReply {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

/** Updates in one buffer, which crosses between threads without being copied. */
export interface PackedUpdates<Bytes extends ArrayBufferLike = ArrayBuffer> {
  readonly lengths: readonly number[]
  readonly bytes: Bytes
}

export const packUpdates = (updates: readonly Uint8Array[]): PackedUpdates =>
  packInto(updates, new ArrayBuffer(updates.reduce((sum, { byteLength }) => sum + byteLength, 0)))

/** Into a buffer that has room for all of them. */
export function packInto<Bytes extends ArrayBufferLike>(updates: readonly Uint8Array[], bytes: Bytes): PackedUpdates<Bytes> {
  const target = new Uint8Array(bytes)
  let at = 0
  for (const update of updates) {
    target.set(update, at)
    at += update.byteLength
  }
  return { lengths: updates.map(({ byteLength }) => byteLength), bytes }
}

export function unpackUpdates({ lengths, bytes }: PackedUpdates<ArrayBufferLike>): Uint8Array[] {
  let at = 0
  return lengths.map((length) => {
    const update = new Uint8Array(bytes, at, length)
    at += length
    return update
  })
}
