import type { CallAttempt } from '../calls/call-events'
import type { Failure } from '../errors'
import type { CallId, DeviceId, MessageId, SessionId } from '../ids'
import type { PromptManifest } from '../context/prompt'
import type { ModelPrice } from '../providers/model-provider'
import type { ModelRef, Usage } from '../sessions/message'
import type { BackgroundTask } from '../settings'

/**
 * One model call on record, local to this device. The row is written in the turn's own transaction before the
 * request leaves (`state: 'started'`) and completed when it ends; one that is still `started` at the next start
 * was cut by a crash and becomes `unfinished`.
 */
export interface CallRecord {
  readonly id: CallId
  readonly sessionId: SessionId | null
  /** The message that this call writes. */
  readonly messageId: MessageId | null
  readonly task: 'chat' | 'check' | BackgroundTask
  /** The model that answered, or that is being asked. */
  readonly model: ModelRef
  readonly device: DeviceId
  readonly startedAt: number
  readonly state: 'started' | 'ended' | 'failed' | 'stopped' | 'unfinished'
  readonly manifest: PromptManifest | null
  readonly requestId: string | null
  readonly firstTokenMs: number | null
  readonly durationMs: number | null
  readonly usage: Usage | null
  /** The price row used, kept so that old bills never change. */
  readonly price: ModelPrice | null
  readonly costMicroUsd: number | null
  readonly failure: Failure | null
  /** Every request that left for this call, in order; records of before there were any have none. */
  readonly attempts?: readonly CallAttempt[]
}
