import { createParser } from 'eventsource-parser'

export interface SseEvent {
  /** The `event:` field, null where the server names none. */
  readonly name: string | null
  readonly data: string
  /** False for the last event of a body that ended without the blank line behind it: it may have been cut. */
  readonly isTerminated: boolean
}

export interface SseDecoder {
  /** Events that these bytes complete. */
  push(bytes: Uint8Array): readonly SseEvent[]
  /** The event that was still open when the body ended, if any. */
  end(): readonly SseEvent[]
  /** An event outgrew `maxEventChars`: nothing more comes out. */
  readonly isOverflown: boolean
}

/** Longest event that is held in memory, in characters. */
export const maxEventChars = 16 * 1024 * 1024

/**
 * The one decoder of event streams, whatever the provider (STR-1): the events do not depend on where the bytes are
 * cut, also inside a character and between CR and LF. Accepts CRLF, LF, a lone CR, a byte-order mark, comments,
 * `data:` without the space, and a last event without its blank line.
 */
export function createSseDecoder(): SseDecoder {
  const characters = new TextDecoder()
  const lines = createLineEndNormaliser()
  let completed: SseEvent[] = []
  let isTerminated = true
  let isOverflown = false
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => completed.push({ name: event ?? null, data, isTerminated }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') isOverflown = true
    },
  })
  const take = (text: string): readonly SseEvent[] => {
    completed = []
    if (!isOverflown && text !== '') parser.feed(text)
    return completed
  }
  return {
    push: (bytes) => take(lines(characters.decode(bytes, { stream: true }))),
    end() {
      const rest = take(lines(characters.decode()))
      isTerminated = false
      return [...rest, ...take('\n\n')]
    },
    get isOverflown() {
      return isOverflown
    },
  }
}

/** Turns CRLF and lone CR into LF as the text arrives; a CR counts at once, an LF behind it is then swallowed. */
function createLineEndNormaliser(): (text: string) => string {
  let endedWithCr = false
  return (text) => {
    if (text === '') return ''
    const rest = endedWithCr && text.startsWith('\n') ? text.slice(1) : text
    endedWithCr = text.endsWith('\r')
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }
}
