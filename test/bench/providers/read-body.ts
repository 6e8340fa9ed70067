import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'
import { streamAnswer } from '@shared/providers/wire/stream-answer'
import { answering, portsWith } from '../../helpers/provider-calls'

/** Reads a body through everything that an adapter reads with; throws where the answer does not come to its end. */
export async function readThrough(format: AnswerFormat, chunks: readonly Uint8Array[]): Promise<void> {
  const ports = portsWith({ fetch: answering(chunks) })
  let last = ''
  for await (const part of streamAnswer((fetch, signal) => fetch('https://wire.example', { signal }), decoders[format](), ports)) last = part.type
  if (last !== 'call-end') throw new Error(`The answer in ${format} ended with ${last}.`)
}
