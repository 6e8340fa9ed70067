import type { Failure } from '../../errors'
import type { Usage } from '../../sessions/message'
import type { FinishReason, StreamPart } from '../stream-part'
import type { JsonRecord } from './json'

/** The parts between `call-start` and the last one. */
export type AnswerPart = Exclude<StreamPart, { type: 'limits' | 'call-start' | 'call-end' | 'call-failed' | 'usage' }>

export type AnswerEnd =
  | { readonly kind: 'ended'; readonly finishReason: FinishReason; readonly rawFinishReason: string | null }
  | { readonly kind: 'failed'; readonly failure: Failure }

/**
 * Reads the events of one answer in one wire format. `accept` returns the parts that an event adds; once `end` is
 * set the answer is over and later events are not read.
 */
export interface AnswerDecoder {
  /** One event of a stream, already parsed. */
  accept(event: JsonRecord): readonly AnswerPart[]
  /** A whole answer, from a server that does not stream. */
  acceptWhole(body: JsonRecord): readonly AnswerPart[]
  /** The wire's own end mark that is no JSON (`[DONE]`), or the end of the body. */
  close(by: 'end-mark' | 'end-of-body'): readonly AnswerPart[]
  /** null until the answer is over; still null after `close` means that it was cut. */
  readonly end: AnswerEnd | null
  readonly servedModel: string | null
  readonly usage: Usage | null
}

/** The answer came, but not in this format; `detail` is what came instead. */
export const malformedAnswer = (detail: string): AnswerEnd => ({
  kind: 'failed',
  failure: { code: 'malformed-response', stage: 'stream', detail: detail.slice(0, 200) },
})

/** Nobody can tell what it meant: shown rather than guessed. */
export const unnamedToolCall = malformedAnswer('A tool call came without a name or an id.')

/** Numbers the blocks of an answer in the order in which they are opened. */
export interface BlockCounter {
  /** The block of a running kind of content: the same one until another kind begins. */
  running(kind: 'text' | 'reasoning'): number
  /** A block of its own; running content that follows begins a new block. */
  open(): number
  /** Whatever follows begins a new block. */
  close(): void
}

export function createBlockCounter(): BlockCounter {
  let count = 0
  let current: { kind: string; index: number } | null = null
  return {
    running(kind) {
      if (current?.kind !== kind) current = { kind, index: count++ }
      return current.index
    },
    open() {
      current = null
      return count++
    },
    close() {
      current = null
    },
  }
}
