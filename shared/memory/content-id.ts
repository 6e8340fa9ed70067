import { digest } from 'lib0/hash/sha256'
import type { EntryId } from '../ids'

/** What makes two devices write one and the same thing: an id and a seed number, both made of the content. */
export interface ContentId {
  readonly id: EntryId
  /** For `applySeed`: 52 bits, out of the way of the numbers given by hand. */
  readonly seed: number
}

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** @param content what is hashed: the same JSON text on every device for the same content. */
export function contentId(content: string): ContentId {
  const hash = digest(new TextEncoder().encode(content))
  const id = Array.from(hash.subarray(0, 24), (byte) => letters[byte & 31]).join('')
  const seed = hash.subarray(24, 30).reduce((number, byte) => number * 256 + byte, 0)
  return { id: `p${id}` as EntryId, seed: firstContentSeed + seed }
}

const firstContentSeed = 1_000_000
