import { toBase64Url } from './bytes'
import { deriveBytes } from './derive'

/** The rooms of a vault. Journal segments are numbered from 1. */
export type RoomKind = 'keys' | 'memory' | 'index' | `journal/${number}`

/** The name the server knows a room by: 22 characters that say nothing without the vault key. */
export function roomName(vaultKey: Uint8Array, kind: RoomKind): string {
  return toBase64Url(deriveBytes(vaultKey, `room ${kind}`, 16))
}

/** The number of a journal segment, null for the other rooms. */
export function journalNumber(kind: RoomKind): number | null {
  const number = /^journal\/([1-9]\d{0,8})$/.exec(kind)?.[1]
  return number === undefined ? null : Number(number)
}

/** The one shared type of an outer document: a Y.Array of sealed entries. */
export const entriesName = 'entries'

/** No entry is longer; what would be is written in parts. */
export const maxEntryBytes = 512 * 1024
