import type { Failure } from '../../errors'
import { withoutKeys, requestIdOf } from '../failure-from-response'
import type { LimitReport } from '../limits'
import type { AdapterPorts, CredentialedFetch } from '../model-call'
import { readLimits } from '../read-limits'
import type { StreamPart } from '../stream-part'
import type { AnswerDecoder, AnswerEnd, AnswerPart } from './answer-decoder'
import { describeError, openExchange, type SendThroughSdk } from './exchange'
import { readWireEvents } from './read-events'
import { startWatch, type Watch } from './watch'
import type { WireEvent } from './wire-event'

/** Sends one call and turns its answer into stream parts, in every wire format alike. Never throws. */
export async function* streamAnswer(
  send: SendThroughSdk,
  decoder: AnswerDecoder,
  ports: AdapterPorts,
): AsyncGenerator<StreamPart> {
  const watch = startWatch(ports.signal, ports.idleTimeoutMs)
  try {
    const heard = listening(ports.fetch)
    const opened = await openExchange(send, heard.fetch, watch)
    const limits = heard.limits()
    if (limits !== null) yield { type: 'limits', limits }
    if (!opened.ok) yield { type: 'call-failed', failure: opened.failure }
    else yield* readAnswer(opened.value, decoder, watch)
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

async function* readAnswer(response: Response, decoder: AnswerDecoder, watch: Watch): AsyncGenerator<StreamPart> {
  const requestId = requestIdOf(response.headers)
  let hasStarted = false
  let broken: Failure | null = null

  for await (const events of readWireEvents(response, watch)) {
    for (const event of events) {
      if (event.kind === 'broken') broken = failureOfBreak(event.error, watch)
      if (event.kind === 'foreign') broken = { code: 'malformed-response', stage: 'stream', ...detailOf(event.text) }
      const parts = partsOf(event, decoder)
      if (!hasStarted && (parts.length > 0 || decoder.servedModel !== null)) {
        hasStarted = true
        yield { type: 'call-start', requestId, servedModel: decoder.servedModel }
      }
      // Not `yield*`: it would wait once more for each part.
      for (const part of parts) yield part
      if (decoder.end !== null || broken !== null) break
    }
    if (decoder.end !== null || broken !== null) break
  }
  // A foreign body is not an answer that was cut; whatever it held is not closed into one.
  if (decoder.end === null && broken?.code !== 'malformed-response') yield* decoder.close('end-of-body')
  if (decoder.usage !== null) yield { type: 'usage', usage: decoder.usage }
  yield lastPart(watch.endedBy === 'cancelled' ? null : decoder.end, broken, requestId)
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
