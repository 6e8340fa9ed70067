import type { Failure } from '../../errors'
import { withoutKeys, requestIdOf } from '../failure-from-response'
import type { LimitReport } from '../limits'
import type { AdapterPorts, CredentialedFetch } from '../model-call'
import { readLimits } from '../read-limits'
import type { StreamPart } from '../stream-part'
import type { AnswerDecoder, AnswerEnd, AnswerPart } from './answer-decoder'
import { describeError, openExchange, type SendThroughSdk } from './exchange'
import { readWireEvents } from './read-events'
import { unbatched } from './unbatched'
import { startWatch, type Watch } from './watch'
import type { WireEvent } from './wire-event'

/** Sends one call and turns its answer into stream parts, in every wire format alike. Never throws. */
export const streamAnswer = (send: SendThroughSdk, decoder: AnswerDecoder, ports: AdapterPorts): AsyncIterableIterator<StreamPart> =>
  unbatched(answerInBatches(send, decoder, ports))

async function* answerInBatches(send: SendThroughSdk, decoder: AnswerDecoder, ports: AdapterPorts): AsyncGenerator<readonly StreamPart[]> {
  const watch = startWatch(ports.signal, ports.idleTimeoutMs)
  try {
    const heard = listening(ports.fetch)
    const opened = await openExchange(send, heard.fetch, watch)
    const limits = heard.limits()
    if (limits !== null) yield [{ type: 'limits', limits }]
    if (!opened.ok) {
      yield [{ type: 'call-failed', failure: opened.failure }]
      return
    }
    const answer = createAnswerReading(requestIdOf(opened.value.headers), decoder, watch)
    for await (const events of readWireEvents(opened.value, watch)) {
      yield answer.take(events)
      if (answer.isOver) break
    }
    yield answer.close()
  } finally {
    watch.close()
  }
}

/** The same fetch, which keeps what the headers of its answer say of the limits, a refusal's too. */
function listening(fetch: CredentialedFetch): { readonly fetch: CredentialedFetch; readonly limits: () => LimitReport | null } {
  let limits: LimitReport | null = null
  return {
    async fetch(url, init) {
      const response = await fetch(url, init)
      limits = readLimits(response.headers)
      return response
    },
    limits: () => limits,
  }
}

interface AnswerReading {
  take(events: readonly WireEvent[]): readonly StreamPart[]
  readonly isOver: boolean
  close(): readonly StreamPart[]
}

/** Turns the events of a body into the parts of a call, from `call-start` to its last one. */
function createAnswerReading(requestId: string | null, decoder: AnswerDecoder, watch: Watch): AnswerReading {
  let hasStarted = false
  let broken: Failure | null = null
  const isOver = (): boolean => decoder.end !== null || broken !== null

  return {
    take(events) {
      const parts: StreamPart[] = []
      for (const event of events) {
        if (isOver()) break
        if (event.kind === 'broken') broken = failureOfBreak(event.error, watch)
        if (event.kind === 'foreign') broken = { code: 'malformed-response', stage: 'stream', ...detailOf(event.text) }
        const read = partsOf(event, decoder)
        if (!hasStarted && (read.length > 0 || decoder.servedModel !== null)) {
          hasStarted = true
          parts.push({ type: 'call-start', requestId, servedModel: decoder.servedModel })
        }
        parts.push(...read)
      }
      return parts
    },
    get isOver() {
      return isOver()
    },
    close() {
      // A foreign body is not an answer that was cut; whatever it held is not closed into one.
      const rest = decoder.end === null && broken?.code !== 'malformed-response' ? decoder.close('end-of-body') : []
      const usage: readonly StreamPart[] = decoder.usage === null ? [] : [{ type: 'usage', usage: decoder.usage }]
      return [...rest, ...usage, lastPart(watch.endedBy === 'cancelled' ? null : decoder.end, broken, requestId)]
    },
  }
}

function partsOf(event: WireEvent, decoder: AnswerDecoder): readonly AnswerPart[] {
  if (event.kind === 'event') return decoder.accept(event.event)
  if (event.kind === 'whole') return decoder.acceptWhole(event.body)
  if (event.kind === 'end-mark') return decoder.close('end-mark')
  return []
}

function lastPart(end: AnswerEnd | null, broken: Failure | null, requestId: string | null): StreamPart {
  if (end?.kind === 'ended') {
    return { type: 'call-end', finishReason: end.finishReason, rawFinishReason: end.rawFinishReason }
  }
  // STR-2: a body that ends without its terminal event is a cut stream, never a complete answer.
  const failure = end?.failure ?? broken ?? { code: 'stream-cut', stage: 'stream' }
  return { type: 'call-failed', failure: requestId === null ? failure : { requestId, ...failure } }
}

function failureOfBreak(error: unknown, watch: Watch): Failure {
  if (watch.endedBy !== null) return { code: watch.endedBy, stage: 'stream' }
  return { code: 'stream-cut', stage: 'stream', detail: describeError(error) }
}

const detailOf = (text: string) => (text === '' ? {} : { detail: withoutKeys(text) })
