import { createHmac } from 'node:crypto'

// Public on purpose: it proves that a block came back as it was, and protects nothing.
const secret = 'commonplace-emulator'

/** A signature over a text by one model; another text or model does not verify. */
export function sign(model: string, text: string): string {
  return createHmac('sha256', secret).update(model).update('\0').update(text).digest('base64')
}

export const isSignedBy = (model: string, text: string, signature: unknown): boolean => signature === sign(model, text)

/** Opaque reasoning that only this emulator reads: which item it belongs to and which must follow it. */
export function seal(model: string, itemId: string, nextId: string): string {
  const payload = Buffer.from(JSON.stringify({ itemId, nextId })).toString('base64url')
  return `gAAAAA${payload}.${sign(model, payload)}`
}

export function unseal(model: string, sealed: unknown): { readonly itemId: string; readonly nextId: string } | null {
  if (typeof sealed !== 'string' || !sealed.startsWith('gAAAAA')) return null
  const [payload = '', signature] = sealed.slice(6).split('.')
  if (signature !== sign(model, payload)) return null
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { itemId: string; nextId: string }
}

/** A thought signature of Gemini over one part: another call, other arguments or another model do not verify. */
export const signThought = (model: string, part: object): string =>
  Buffer.from(sign(model, `thought ${JSON.stringify(signedOf(part))}`), 'base64').toString('base64url')

export const isThoughtSignature = (model: string, part: { readonly thoughtSignature?: unknown }): boolean =>
  part.thoughtSignature === signThought(model, part)

/** Of a call all of it, of words only that they are words: they come in pieces, the signature with the last one. */
const signedOf = (part: object): unknown => ('functionCall' in part ? part.functionCall : 'words')
