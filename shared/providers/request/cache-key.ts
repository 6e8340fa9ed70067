import { sha256 } from '@noble/hashes/sha2.js'

/** The same for every call of a session, and nothing that the session is known by here. */
export const cacheKeyOf = (sessionId: string): string =>
  Array.from(sha256(new TextEncoder().encode(`prompt cache ${sessionId}`)).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
