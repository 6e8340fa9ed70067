import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'
import type { StreamPart } from '@shared/providers/stream-part'
import { streamAnswer } from '@shared/providers/wire/stream-answer'
import type { WireEvent } from '@shared/providers/wire/wire-event'
import { createWireReading } from '@shared/providers/wire/wire-reading'
import { answering, portsWith } from '../helpers/provider-calls'

/** The parts that an adapter yields for a body that arrives in these chunks. */
export async function partsOfBody(
  format: AnswerFormat,
  chunks: readonly Uint8Array[],
  init?: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Promise<readonly StreamPart[]> {
  const fetch = answering(chunks, init === undefined ? undefined : { status: init.status, headers: { ...init.headers } })
  const parts: StreamPart[] = []
  const answer = streamAnswer((send, signal) => send('https://wire.example', { signal }), decoders[format](), portsWith({ fetch }))
  for await (const part of answer) parts.push(part)
  return parts
}

/** Everything that one body gives, without the waiting: the same reading and decoder that the adapters run on. */
export function digestOfBody(format: AnswerFormat, chunks: readonly Uint8Array[]): string {
  const reading = createWireReading()
  const decoder = decoders[format]()
  const seen: unknown[] = []
  const take = (events: readonly WireEvent[]) => {
    for (const event of events) {
      if (decoder.end !== null) return
      if (event.kind === 'event') seen.push(...decoder.accept(event.event))
      else if (event.kind === 'end-mark') seen.push(...decoder.close('end-mark'))
      else if (event.kind === 'whole') seen.push(...decoder.acceptWhole(event.body))
      else seen.push(event)
    }
  }
  for (const chunk of chunks) take(reading.push(chunk))
  take(reading.end())
  seen.push(...decoder.close('end-of-body'))
  return JSON.stringify([seen, decoder.usage, decoder.servedModel, decoder.end])
}

export const cutAt = (bytes: Uint8Array, offset: number): readonly Uint8Array[] => [bytes.subarray(0, offset), bytes.subarray(offset)]

export const singleBytes = (bytes: Uint8Array): readonly Uint8Array[] => Array.from(bytes, (_, offset) => bytes.subarray(offset, offset + 1))
