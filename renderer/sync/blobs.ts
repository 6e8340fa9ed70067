import type { FileHash } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'
import { toBase64Url } from '@shared/sync/bytes'
import { deriveBytes } from '@shared/sync/derive'
import { openWith, sealWith } from '@shared/sync/symmetric'
import type { ApiClient, ApiFailure } from './api-client'

/** Attachments as the server has them: under a name and a key that only who knows both vault and content can make. */
export interface SealedBlob {
  readonly id: string
  readonly bytes: Uint8Array
}

export const blobIdOf = (vaultKey: Uint8Array, hash: FileHash): string => toBase64Url(deriveBytes(vaultKey, `blob name ${hash}`, 16))

/**
 * The same bytes every time, so that a cut upload can go on, and that two devices send one blob: the key serves one
 * content only, so its nonce may be made of the same.
 */
export function sealBlob(vaultKey: Uint8Array, hash: FileHash, plain: Uint8Array): SealedBlob {
  const nonce = (bytes: number): Uint8Array => deriveBytes(vaultKey, `blob nonce ${hash}`, bytes)
  return { id: blobIdOf(vaultKey, hash), bytes: sealWith(blobKey(vaultKey, hash), plain, blobPlace, nonce) }
}

/** Null where it was changed on the way. */
export const openBlob = (vaultKey: Uint8Array, hash: FileHash, sealed: Uint8Array): Uint8Array | null => openWith(blobKey(vaultKey, hash), sealed, blobPlace)

const blobPlace = 'commonplace blob'
const blobKey = (vaultKey: Uint8Array, hash: FileHash): Uint8Array => deriveBytes(vaultKey, `blob key ${hash}`, 32)

/** Sent and fetched in pieces of this size; a cut costs at most one. */
export const pieceBytes = 1024 * 1024
const pieceTimeoutMs = 120_000
/** A server that answers with another offset again and again is left alone. */
const mostCorrections = 5

/** Sends what the server does not have yet, from where it was cut. */
export async function sendBlob(api: ApiClient, token: string, { id, bytes }: SealedBlob): Promise<Result<null, ApiFailure>> {
  const path = `/blobs/${id}`
  const begun = await api.request(path, { method: 'HEAD', token, expected: [404] })
  if (!begun.ok) return begun
  let offset = begun.value.status === 404 ? 0 : offsetOf(begun.value, bytes.byteLength)
  for (let corrections = 0; offset < bytes.byteLength; ) {
    const piece = bytes.subarray(offset, offset + pieceBytes)
    const range = `bytes ${offset}-${offset + piece.byteLength - 1}/${bytes.byteLength}`
    const sent = await api.request(path, { method: 'PUT', token, bytes: piece, headers: { 'content-range': range }, timeoutMs: pieceTimeoutMs, expected: [409] })
    if (!sent.ok) return sent
    if (sent.value.status !== 409) offset += piece.byteLength
    else if (++corrections > mostCorrections) return fail('invalid')
    else offset = offsetOf(sent.value, bytes.byteLength)
  }
  return ok(null)
}

function offsetOf({ headers }: Response, totalBytes: number): number {
  const offset = Number(headers.get('upload-offset') ?? headers.get('content-length') ?? 0)
  return Number.isSafeInteger(offset) && offset >= 0 ? Math.min(offset, totalBytes) : 0
}

/** The whole blob, piece by piece; null where the server has none, or not all of it yet. */
export async function fetchBlob(api: ApiClient, token: string, id: string, mostBytes: number): Promise<Result<Uint8Array | null, ApiFailure>> {
  const path = `/blobs/${id}`
  const pieces: Uint8Array[] = []
  for (let offset = 0, total = 1; offset < total; ) {
    const range = `bytes=${offset}-${offset + pieceBytes - 1}`
    const answered = await api.request(path, { token, headers: { range }, timeoutMs: pieceTimeoutMs, expected: [404, 416] })
    if (!answered.ok) return answered.failure === 'not-found' ? ok(null) : answered
    if (!answered.value.ok) return ok(null)
    const piece = await readAtMost(answered.value, answered.value.status === 206 ? pieceBytes : mostBytes)
    if (piece === null) return fail('too-large')
    if (piece.byteLength === 0) return fail('unreachable')
    pieces.push(piece)
    offset += piece.byteLength
    total = answered.value.status === 206 ? totalOf(answered.value) : offset
    if (total > mostBytes) return fail('too-large')
  }
  return ok(joined(pieces))
}

/** A body of any length is not taken in to find that it is too long: null then. What was cut is empty. */
async function readAtMost(response: Response, mostBytes: number): Promise<Uint8Array | null> {
  const reader = response.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      if (value === undefined) continue
      length += value.byteLength
      if (length > mostBytes) {
        await reader.cancel()
        return null
      }
      parts.push(value)
    }
  } catch {
    return new Uint8Array()
  }
  return joined(parts)
}

function totalOf({ headers }: Response): number {
  return Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? 0)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}
