import { maxFileBytes } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { mediaTypeOf, telltaleBytes } from '@shared/providers/media-type'
import type { FilePart } from '@shared/sessions/message'
import type { Files } from '@renderer/state/services'

/** Why a file is not among the attached ones. */
export type Refused =
  | { readonly why: 'kind' | 'size' | 'empty' | 'unreadable'; readonly name: string }
  | { readonly why: 'failure'; readonly name: string; readonly failure: Failure }

export type Attached = { readonly ok: true; readonly file: FilePart } | { readonly ok: false; readonly refused: Refused }

/** Stores a file that may be attached; it is looked at before it is read whole. */
export async function attachFile(file: File, files: Files): Promise<Attached> {
  const name = file.name || 'file'
  const refuse = (why: 'kind' | 'size' | 'empty' | 'unreadable'): Attached => ({ ok: false, refused: { why, name } })
  if (file.size > maxFileBytes) return refuse('size')
  const bytes = await readBytes(file)
  // A folder that was dropped has a size and no bytes.
  if (bytes === null) return refuse('unreadable')
  if (bytes.length === 0) return refuse('empty')
  const mediaType = mediaTypeOf(bytes.subarray(0, telltaleBytes), name, file.type)
  if (mediaType === null) return refuse('kind')
  const stored = await files.put(bytes, name, mediaType)
  return stored.ok ? { ok: true, file: stored.value } : { ok: false, refused: { why: 'failure', name, failure: stored.failure } }
}

async function readBytes(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}
