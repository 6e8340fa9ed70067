import * as z from 'zod'
import { idSchema as id, type MessageId } from '../ids'

export const summaryLineKinds = ['gist', 'decision', 'question', 'todo'] as const

/** One line of a session's living summary, and the messages that it rests on. */
export const summaryLineSchema = z.object({
  kind: z.enum(summaryLineKinds),
  text: z.string(),
  from: z.array(id<MessageId>()),
})
export type SummaryLine = z.infer<typeof summaryLineSchema>

/** What a session came to so far, up to one of its messages; written whole, so the last writer wins. */
export const sessionSummarySchema = z.object({
  lines: z.array(summaryLineSchema),
  upTo: id<MessageId>(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The model that wrote it, by name. */
  model: z.string(),
})
export type SessionSummaryText = z.infer<typeof sessionSummarySchema>
