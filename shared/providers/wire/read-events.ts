import { maxEventChars, createSseDecoder, type SseEvent } from './sse-decoder'
import { asRecord, parseJson, type JsonRecord } from './json'
import type { Watch } from './watch'

/** What a 2xx body turned out to hold. */
export type WireEvent =
  | { readonly kind: 'event'; readonly event: JsonRecord }
  /** `[DONE]`. */
  | { readonly kind: 'end-mark' }
  /** A whole JSON answer: the server does not stream. */
  | { readonly kind: 'whole'; readonly body: JsonRecord }
  /** Not this protocol: a web page, garbage, or more than fits; `text` is its beginning. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** Reading broke off. The body's regular end is the end of the iteration. */
  | { readonly kind: 'broken'; readonly error: unknown }

/** The most that one answer may take on the wire. */
const maxAnswerBytes = 128 * 1024 * 1024
const maxWholeChars = maxEventChars
const headChars = 200

/** Reads the body of an answer, whatever the server says its type is. */
export async function* readWireEvents(response: Response, watch: Watch): AsyncGenerator<WireEvent> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const reading = createWireReading()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read())
      if (done) break
      watch.touch()
      size += value.byteLength
      yield* reading.push(value)
      if (reading.isOver || size > maxAnswerBytes) break
    }
  } catch (error) {
    yield* reading.end()
    yield { kind: 'broken', error }
    return
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  if (size > maxAnswerBytes) yield { kind: 'foreign', text: reading.head }
  else yield* reading.end()
}

/** The synchronous half: bytes in, events out, wherever the bytes are cut. */
export interface WireReading {
  push(bytes: Uint8Array): Iterable<WireEvent>
  end(): Iterable<WireEvent>
  /** Nothing more will come out. */
  readonly isOver: boolean
  readonly head: string
}

/** Decides by the first character: `{` is a whole answer, `<` a web page, all else an event stream. */
export function createWireReading(): WireReading {
  const sse = createSseDecoder()
  const characters = new TextDecoder()
  let shape: 'unknown' | 'events' | 'whole' = 'unknown'
  let head = ''
  let whole = ''
  let hadEvents = false
  let isOver = false

  function* foreign(): Iterable<WireEvent> {
    isOver = true
    yield { kind: 'foreign', text: head.trim().slice(0, headChars) }
  }

  function* eventsOf(events: readonly SseEvent[]): Iterable<WireEvent> {
    for (const event of events) {
      if (isOver) return
      hadEvents = true
      if (event.data.trim() === '[DONE]') yield { kind: 'end-mark' }
      else yield* jsonEvent(event)
    }
    if (sse.isOverflown) yield* foreign()
  }

  function* jsonEvent(event: SseEvent): Iterable<WireEvent> {
    if (event.data.trim() === '') return
    const parsed = parseJson(event.data)
    const record = parsed.ok ? asRecord(parsed.value) : null
    if (record !== null) yield { kind: 'event', event: record }
    // An event without its blank line may just be cut; a whole one that is no JSON object is not this protocol.
    else if (event.isTerminated) {
      head = event.data
      yield* foreign()
    }
  }

  return {
    *push(bytes) {
      if (head.length < headChars || shape === 'whole') {
        const text = characters.decode(bytes, { stream: true })
        if (head.length < headChars) head += text.slice(0, headChars)
        whole += shape === 'events' ? '' : text
      }
      if (shape === 'unknown') shape = shapeOf(head)
      if (head.trimStart().startsWith('<') || whole.length > maxWholeChars) yield* foreign()
      else if (shape !== 'whole') yield* eventsOf(sse.push(bytes))
    },
    *end() {
      if (isOver) return
      if (shape === 'whole') {
        const parsed = parseJson(whole)
        const body = parsed.ok ? asRecord(parsed.value) : null
        if (body !== null) yield { kind: 'whole', body }
        return
      }
      yield* eventsOf(sse.end())
      if (!hadEvents && !isOver && !looksLikeEvents(head)) yield* foreign()
    },
    get isOver() {
      return isOver
    },
    get head() {
      return head
    },
  }
}

function shapeOf(head: string): 'unknown' | 'events' | 'whole' {
  const start = head.trimStart()
  if (start === '') return 'unknown'
  return start.startsWith('{') ? 'whole' : 'events'
}

/** Whether a body without a single event could be the beginning of an event stream. */
function looksLikeEvents(head: string): boolean {
  const start = head.trimStart()
  return ['data:', 'event:', 'id:', 'retry:', ':'].some((field) => start.startsWith(field) || field.startsWith(start))
}
