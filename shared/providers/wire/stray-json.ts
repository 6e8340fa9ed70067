import { eventOf, type WireEvent } from './wire-event'

const maxChars = 64 * 1024

/**
 * Puts together a JSON object that stands bare between the events of a stream, on one line or on many: Google's
 * servers write an error that happens in the middle of an answer so.
 */
export function createStrayJson(emit: (event: WireEvent) => void): { push(line: string): void } {
  let held = ''
  return {
    push(line) {
      if (held === '' && !line.startsWith('{')) return
      held += `${line}\n`
      if (held.length > maxChars) held = ''
      // Only a line that closes something can end it.
      else if (line.trimEnd().endsWith('}')) {
        const event = eventOf(held)
        if (event === null) return
        held = ''
        emit(event)
      }
    },
  }
}
