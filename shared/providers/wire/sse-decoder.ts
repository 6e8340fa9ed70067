import { createParser } from 'eventsource-parser'

export interface SseEvents {
  /** Whole events call it in their order; `isTerminated` is false for one that the end of the body closed: it may have been cut. */
  readonly onData: (data: string, isTerminated: boolean) => void
  /** A line that is no field of this protocol, as it came; comments are none. */
  readonly onStrayLine: (line: string) => void
}

export interface SseDecoder {
  push(text: string): void
  /** Closes the event that was still open when the body ended. */
  end(): void
  /** An event outgrew `maxEventChars`: nothing more comes out. */
  readonly isOverflown: boolean
}

/** Longest event that is held in memory, in characters. */
export const maxEventChars = 16 * 1024 * 1024

/**
 * The one decoder of event streams, whatever the provider (STR-1): the events do not depend on where the text is cut,
 * also between CR and LF. Accepts CRLF, LF, a lone CR, comments, `data:` without the space, and a last event without
 * its blank line.
 */
export function createSseDecoder({ onData, onStrayLine }: SseEvents): SseDecoder {
  const lines = createLineEndNormaliser()
  let isTerminated = true
  let isOverflown = false
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ data }) => onData(data, isTerminated),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') isOverflown = true
      else if (error.type === 'unknown-field') onStrayLine(error.line ?? '')
    },
  })
  const push = (text: string): void => {
    if (!isOverflown && text !== '') parser.feed(lines(text))
  }
  return {
    push,
    end() {
      isTerminated = false
      push('\n\n')
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
    const rest = endedWithCr && text.startsWith('\n') ? text.slice(1) : text
    endedWithCr = text.endsWith('\r')
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }
}
