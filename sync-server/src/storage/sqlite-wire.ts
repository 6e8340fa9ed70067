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
export interface PackedUpdates {
  readonly lengths: readonly number[]
  readonly bytes: ArrayBuffer
}

export function packUpdates(updates: readonly Uint8Array[]): PackedUpdates {
  const lengths = updates.map(({ byteLength }) => byteLength)
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const update of updates) {
    bytes.set(update, at)
    at += update.byteLength
  }
  return { lengths, bytes: bytes.buffer }
}

export function unpackUpdates({ lengths, bytes }: PackedUpdates): Uint8Array[] {
  let at = 0
  return lengths.map((length) => {
    const update = new Uint8Array(bytes, at, length)
    at += length
    return update
  })
}
