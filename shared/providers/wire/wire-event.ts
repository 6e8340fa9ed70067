import { asRecord, type JsonRecord } from './json'

/** What a 2xx body turned out to hold. */
export type WireEvent =
  | { readonly kind: 'event'; readonly event: JsonRecord }
  /** `[DONE]`. */
  | { readonly kind: 'end-mark' }
  /** A whole JSON answer: the server does not stream. */
  | { readonly kind: 'whole'; readonly body: JsonRecord }
  /** Not this protocol: a web page, garbage, or more than fits; `text` is its beginning, at most 200 characters. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** Reading broke off. The body's regular end is the end of the iteration. */
  | { readonly kind: 'broken'; readonly error: unknown }

/** A JSON object out of a body, as an event; null for anything else. */
export function eventOf(text: string): WireEvent | null {
  const event = recordOf(text)
  return event === null ? null : { kind: 'event', event }
}

function recordOf(text: string): JsonRecord | null {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return null
  }
}
