import { createJsonBody } from './json-body'
import { createSseDecoder } from './sse-decoder'
import { createStrayJson } from './stray-json'
import { eventOf, type WireEvent } from './wire-event'

/** The synchronous half of reading an answer: bytes in, events out, wherever the bytes are cut. */
export interface WireReading {
  push(bytes: Uint8Array): readonly WireEvent[]
  end(): readonly WireEvent[]
  /** Nothing more will come out. */
  readonly isOver: boolean
  /** The beginning of the body, at most 200 characters. */
  readonly head: string
}

interface BodyReader {
  push(text: string): void
  end(): void
}

const headChars = 200
/** So much that is no event is no stream of events that merely begins oddly, or has an odd line in it. */
const maxForeignChars = 64 * 1024

/** Decides by the first character: `{` or `[` is JSON, `<` a web page, all else an event stream. */
export function createWireReading(): WireReading {
  const characters = new TextDecoder()
  let events: WireEvent[] = []
  let reader: BodyReader | null = null
  let head = ''
  let isOver = false

  const emit = (event: WireEvent): void => {
    if (!isOver) events.push(event)
  }
  const foreign = (text: string): void => {
    emit({ kind: 'foreign', text: text.trim().slice(0, headChars) })
    isOver = true
  }
  const taken = (): readonly WireEvent[] => {
    const given = events
    events = []
    return given
  }

  function readerFor(start: string): BodyReader {
    if (start.startsWith('<')) return createPage()
    if (start.startsWith('{') || start.startsWith('[')) return createJsonBody(emit, () => foreign(head))
    return createEventStream()
  }

  /** A web page is named by its beginning, as soon as that is there. */
  function createPage(): BodyReader {
    return { push: () => void (head.length >= headChars && foreign(head)), end: () => foreign(head) }
  }

  function createEventStream(): BodyReader {
    let charsBeforeEvents = 0
    let strayChars = 0
    let hadEvents = false
    const stray = createStrayJson((event) => {
      hadEvents = true
      emit(event)
    })
    const sse = createSseDecoder({
      onStrayLine(line) {
        if (isOver) return
        strayChars += line.length
        if (strayChars > maxForeignChars) foreign(head)
        else stray.push(line)
      },
      onData(data, isTerminated) {
        const mark = data.length < 32 ? data.trim() : data
        if (mark === '' || isOver) return
        hadEvents = true
        if (mark === '[DONE]') emit({ kind: 'end-mark' })
        else {
          const event = eventOf(data)
          if (event !== null) emit(event)
          // An event without its blank line may just be cut; a whole one that is no JSON object is not this protocol.
          else if (isTerminated) foreign(data)
        }
      },
    })
    return {
      push(text) {
        sse.push(text)
        if (!hadEvents) charsBeforeEvents += text.length
        if (sse.isOverflown || (charsBeforeEvents > maxForeignChars && !looksLikeEvents(head))) foreign(head)
      },
      end() {
        sse.end()
        if (!hadEvents && !looksLikeEvents(head)) foreign(head)
      },
    }
  }

  function take(text: string): void {
    if (text === '' || isOver) return
    if (head.length < headChars) head = (head + text.slice(0, headChars)).trimStart().slice(0, headChars)
    if (reader === null && head === '') return
    reader ??= readerFor(head)
    reader.push(text)
  }

  return {
    push(bytes) {
      take(characters.decode(bytes, { stream: true }))
      return taken()
    },
    end() {
      take(characters.decode())
      // A body that ends without a single character was no answer; one that broke off is not asked for its end.
      if (reader === null) foreign('')
      else if (!isOver) reader.end()
      return taken()
    },
    get isOver() {
      return isOver
    },
    get head() {
      return head
    },
  }
}

/** Whether a body without a single event could be the beginning of an event stream. */
function looksLikeEvents(head: string): boolean {
  return head === '' || ['data:', 'event:', 'id:', 'retry:', ':'].some((field) => head.startsWith(field) || field.startsWith(head))
}
