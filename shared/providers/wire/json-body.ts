import { maxEventChars } from './sse-decoder'
import { asArray, asRecord, parseJson } from './json'
import { eventOf, type WireEvent } from './wire-event'

/**
 * Reads a body that begins as JSON: one object, an array of them (Gemini, where the event stream was not asked for),
 * or an object on each line (Ollama's own interface). A body that is cut gives what was whole of it.
 */
export function createJsonBody(emit: (event: WireEvent) => void, onTooLong: () => void) {
  let held = ''
  /** The only object so far: whether it is the whole answer or the first line of many shows behind it. */
  let first: WireEvent | null = null
  let shape: 'unknown' | 'one' | 'lines' = 'unknown'

  /** False where the first line is no whole object: then all lines are one. */
  function takeLine(line: string): boolean {
    if (line.trim() === '') return true
    const event = eventOf(line)
    if (shape === 'unknown' && first === null) {
      first = event
      return event !== null
    }
    shape = 'lines'
    if (first !== null) emit(first)
    first = null
    if (event !== null) emit(event)
    return true
  }

  function takeLines(): void {
    let start = 0
    for (let end = held.indexOf('\n'); end >= 0; end = held.indexOf('\n', start)) {
      if (!takeLine(held.slice(start, end))) {
        shape = 'one'
        break
      }
      start = end + 1
    }
    held = held.slice(start)
  }

  function takeWhole(): void {
    const parsed = parseJson(held)
    if (!parsed.ok) return
    const body = asRecord(parsed.value)
    if (body !== null) emit({ kind: 'whole', body })
    else for (const event of asArray(parsed.value).map(asRecord)) if (event !== null) emit({ kind: 'event', event })
  }

  return {
    push(text: string): void {
      held += text
      if (shape !== 'one' && text.includes('\n')) takeLines()
      if (held.length > maxEventChars) onTooLong()
    },
    end(): void {
      if (first !== null && held.trim() !== '') takeLine(held)
      else if (first?.kind === 'event') emit({ kind: 'whole', body: first.event })
      else if (shape === 'lines') takeLine(held)
      else takeWhole()
    },
  }
}
