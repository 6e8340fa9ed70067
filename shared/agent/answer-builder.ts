import type { Failure } from '../errors'
import type { FinishReason, StreamPart } from '../providers/stream-part'
import type { MessageStatus, Part, Usage } from '../sessions/message'

/** What one call has given so far. */
export interface Answer {
  readonly parts: readonly Part[]
  readonly usage: Usage | null
  readonly requestId: string | null
  /** Milliseconds from `startedAt` to the first shown part (text, reasoning or tool call). */
  readonly firstTokenMs: number | null
  readonly finishReason: FinishReason | null
  readonly failure: Failure | null
}

type Block = { readonly index: number; part: Part }

/**
 * Folds stream parts into message parts. Deltas of one block are joined; blocks keep the order in which they were
 * opened. `modelId` is kept with provider blocks, which only the same model's api may get back.
 */
export class AnswerBuilder {
  private readonly blocks: Block[] = []
  private usage: Usage | null = null
  private requestId: string | null = null
  private firstTokenMs: number | null = null
  private finishReason: FinishReason | null = null
  private failure: Failure | null = null

  constructor(
    private readonly modelId: string,
    private readonly startedAt: number,
  ) {}

  /** Text, reasoning or the beginning of a tool call has come: the call is not made again unasked (PRV-6). */
  get hasShown(): boolean {
    return this.firstTokenMs !== null
  }

  add(streamPart: StreamPart, now: number): void {
    switch (streamPart.type) {
      case 'limits':
        return
      case 'call-start':
        this.requestId = streamPart.requestId
        return
      case 'text-delta':
        this.append('text', streamPart.blockIndex, streamPart.text, now)
        return
      case 'reasoning-delta':
        this.append('reasoning', streamPart.blockIndex, streamPart.text, now)
        return
      case 'tool-input-delta':
        this.markFirst(now)
        return
      case 'tool-call': {
        const { toolCallId, name, argumentsText } = streamPart
        this.markFirst(now)
        this.blocks.push({ index: streamPart.blockIndex, part: { type: 'tool-call', toolCallId, name, argumentsText } })
        return
      }
      case 'provider-block': {
        const { api, json } = streamPart
        this.blocks.push({ index: streamPart.blockIndex, part: { type: 'provider', api, model: this.modelId, json } })
        return
      }
      case 'usage':
        this.usage = streamPart.usage
        return
      case 'call-end':
        this.finishReason = streamPart.finishReason
        return
      case 'call-failed':
        this.failure = streamPart.failure
    }
  }

  answer(): Answer {
    const { usage, requestId, firstTokenMs, finishReason, failure } = this
    return { parts: this.blocks.map((block) => block.part), usage, requestId, firstTokenMs, finishReason, failure }
  }

  private append(type: 'text' | 'reasoning', index: number, text: string, now: number): void {
    if (text === '') return
    this.markFirst(now)
    const block = this.blocks.findLast((candidate) => candidate.index === index && candidate.part.type === type)
    if (block === undefined) this.blocks.push({ index, part: { type, text } })
    else if (block.part.type === type) block.part = { type, text: block.part.text + text }
  }

  private markFirst(now: number): void {
    this.firstTokenMs ??= now - this.startedAt
  }
}

/**
 * How an answer ended, for its row. STR-2: a stream that was cut after showing something is `interrupted`, and so
 * is one whose provider gave up in the middle: its text is kept and can be gone on with.
 */
export function statusOf(answer: Answer): MessageStatus {
  if (answer.failure === null) return 'complete'
  if (answer.failure.code === 'cancelled') return 'stopped'
  return hasShownParts(answer.parts) ? 'interrupted' : 'failed'
}

export const hasShownParts = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.type === 'text' || part.type === 'reasoning')
