import type { Failure } from '../errors'
import type { Usage } from '../sessions/message'
import type { LimitReport } from './limits'

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'refusal' | 'other'

/**
 * What every adapter yields, whatever the wire was. A call yields `call-start` at most once, any number of the
 * middle kinds, and exactly one `call-end` or `call-failed` as its last part; it never throws.
 * `blockIndex` counts the blocks of one answer in the order in which they were opened.
 */
export type StreamPart =
  /** What the response's headers say of the limits; before any other part. */
  | { readonly type: 'limits'; readonly limits: LimitReport }
  | { readonly type: 'call-start'; readonly requestId: string | null; readonly servedModel: string | null }
  | { readonly type: 'text-delta'; readonly blockIndex: number; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly blockIndex: number; readonly text: string }
  | {
      readonly type: 'tool-input-delta'
      readonly blockIndex: number
      readonly name: string | null
      readonly text: string
    }
  | {
      readonly type: 'tool-call'
      readonly blockIndex: number
      readonly toolCallId: string
      readonly name: string
      /** JSON text as the model wrote it ('{}' where it wrote nothing). */
      readonly argumentsText: string
      readonly isValidJson: boolean
    }
  /** The provider's own block (signature, encrypted reasoning, …), to be stored and sent back byte for byte. */
  | { readonly type: 'provider-block'; readonly blockIndex: number; readonly api: string; readonly json: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'call-end'; readonly finishReason: FinishReason; readonly rawFinishReason: string | null }
  | { readonly type: 'call-failed'; readonly failure: Failure }
