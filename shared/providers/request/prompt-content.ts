import type { FilePart, Part } from '../../sessions/message'
import { mediaKindOf } from '../media'
import type { ModelCall, PromptMessage, ReadFile } from '../model-call'
import type { MediaKind } from '../model-provider'

export interface FilePiece {
  readonly kind: MediaKind
  readonly mediaType: string
  readonly name: string
  /** Standard base64 with padding. */
  readonly base64: string
}

/** What a user message says, ready for any wire format. */
export type UserPiece = { readonly kind: 'text'; readonly text: string } | FilePiece

/**
 * Reads the attached files; one that cannot be sent is named in words, so that the model knows of it.
 * @param canCarry whether the wire format has a form for this media type
 */
export async function userPieces(parts: readonly Part[], canCarry: (mediaType: string) => boolean, readFile: ReadFile): Promise<readonly UserPiece[]> {
  const pieces: UserPiece[] = []
  for (const part of parts) {
    if (part.type === 'text' && part.text !== '') pieces.push({ kind: 'text', text: part.text })
    if (part.type === 'file') pieces.push(await filePiece(part, canCarry, readFile))
  }
  return pieces
}

async function filePiece(part: FilePart, canCarry: (mediaType: string) => boolean, readFile: ReadFile): Promise<UserPiece> {
  const kind = mediaKindOf(part.mediaType)
  if (kind === null || !canCarry(part.mediaType)) return { kind: 'text', text: `[Attached file "${part.name}" was not sent: its type is not supported.]` }
  const bytes = await readFile(part.hash)
  if (bytes === null) return { kind: 'text', text: `[Attached file "${part.name}" is no longer there.]` }
  return { kind, mediaType: part.mediaType, name: part.name, base64: toBase64(bytes) }
}

/** As an address that holds the bytes themselves. */
export const dataUrl = ({ mediaType, base64 }: FilePiece): string => `data:${mediaType};base64,${base64}`

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  const chunkBytes = 0x8000
  let binary = ''
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  }
  return btoa(binary)
}

/**
 * The provider's own blocks of a message, where they may go back: to the same api and the same model. Another
 * model of the same service refuses foreign signatures.
 */
export function blocksToSendBack(message: PromptMessage, api: string, call: ModelCall): readonly string[] {
  return message.parts.flatMap((part) => (isForModel(part, api, call.modelId) ? [part.json] : []))
}

export function isForModel(part: Part, api: string, modelId: string): part is Extract<Part, { type: 'provider' }> {
  return part.type === 'provider' && part.api === api && part.model === modelId
}

export const textOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
