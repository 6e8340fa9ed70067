import * as z from 'zod'
import { failureSchema, type Failure } from '../errors'
import { idSchema as id, type MessageId, type SessionId } from '../ids'
import type { BackgroundTask } from '../settings'

export const backgroundTasks = ['title', 'memory', 'summary'] as const satisfies readonly BackgroundTask[]

/** What one run of a task came to, counted: it is shown, and holds no words of the conversation. */
const jobReportSchema = z.object({
  accepted: z.number(),
  proposed: z.number(),
  /** Operations that were not let through, by reason. */
  refused: z.record(z.string(), z.number()),
})
export type JobReport = z.infer<typeof jobReportSchema>

/**
 * Work on one session after its turns. There is one job per task and session, so that the same work is never queued
 * twice; `upTo` names the newest message that it is for, and one that is `done` up to there is not started again.
 */
export const jobSchema = z.object({
  /** `<task>/<session>` */
  id: z.string(),
  task: z.enum(backgroundTasks),
  sessionId: id<SessionId>(),
  state: z.enum(['waiting', 'running', 'failed', 'done']),
  upTo: id<MessageId>(),
  /** Messages that came since it was last done. */
  newMessages: z.number(),
  /** Instant before which it does not start. */
  dueAt: z.number(),
  /** Tries that failed by themselves; those without a network do not count. */
  attempts: z.number(),
  /** What must come back before it is tried again. */
  waitsFor: z.enum(['network', 'model']).nullable(),
  failure: failureSchema.nullable(),
  /** When a model last answered for it; a call that nobody answered does not count. */
  lastCallAt: z.number().nullable(),
  doneAt: z.number().nullable(),
  report: jobReportSchema.nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** How a run ended. `again`: done so far, more of the same is left. */
export type JobOutcome =
  | { readonly kind: 'done' | 'again'; readonly report: JobReport | null; readonly wasAnswered: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly wasAnswered: boolean }
  | { readonly kind: 'no-model' }
