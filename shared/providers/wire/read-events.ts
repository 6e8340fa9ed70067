import type { Watch } from './watch'
import type { WireEvent } from './wire-event'
import { createWireReading } from './wire-reading'

/** The most that one answer may take on the wire. */
const maxAnswerBytes = 128 * 1024 * 1024
/** So much of the first piece is read by itself: the first words do not wait for all that came along with them. */
const firstBytes = 1024

/** Reads the body of an answer, whatever the server says its type is: the events of each piece as it arrives. */
export async function* readWireEvents(response: Response, watch: Watch): AsyncGenerator<readonly WireEvent[]> {
  const reader = response.body?.getReader()
  if (reader === undefined) {
    yield [{ kind: 'foreign', text: '' }]
    return
  }
  const reading = createWireReading()
  let size = 0
  try {
    for (;;) {
      const { done, value } = await watch.race(reader.read())
      if (done) break
      watch.touch()
      const pieces = size === 0 && value.byteLength > firstBytes ? [value.subarray(0, firstBytes), value.subarray(firstBytes)] : [value]
      size += value.byteLength
      for (const piece of pieces) {
        const events = reading.push(piece)
        if (events.length > 0) yield events
      }
      if (reading.isOver || size > maxAnswerBytes) break
    }
  } catch (error) {
    yield [...(reading.head === '' ? [] : reading.end()), { kind: 'broken', error }]
    return
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  if (size > maxAnswerBytes) yield [{ kind: 'foreign', text: reading.head }]
  else yield reading.end()
}
