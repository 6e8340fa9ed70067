import type { Failure } from '../errors'

/** What crosses the port of one credentialed fetch. Bytes go to the page only against credit, so that an unread
 * answer waits at the server and not in memory. */
export type ToPage =
  | { readonly type: 'head'; readonly status: number; readonly statusText: string; readonly headers: [string, string][] }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly failure: Failure }

export type ToMain =
  /** The page has used this many bytes and takes as many more. */
  | { readonly type: 'credit'; readonly bytes: number }
  | { readonly type: 'abort' }

/** Bytes that may be under way before the page has read any. */
export const initialCreditBytes = 256 * 1024
export const maxChunkBytes = 64 * 1024

/** Names of the channels between the preload and main. */
export const channels = {
  request: 'commonplace:request',
  event: 'commonplace:event',
  fetch: 'commonplace:fetch',
  readyToQuit: 'commonplace:ready-to-quit',
} as const

/** The key under which the preload posts the port of a fetch to its own page; the value is the fetch's id. */
export const fetchPortKey = 'commonplaceFetchPort'
