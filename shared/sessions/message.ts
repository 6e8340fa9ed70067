import * as z from 'zod'
import { failureCodeSchema, failureSchema } from '../errors'
import { idSchema as id, type CallId, type DeviceId, type FileHash, type MessageId, type SessionId } from '../ids'

export const textPartSchema = z.strictObject({ type: z.literal('text'), text: z.string() })
export const reasoningPartSchema = z.strictObject({ type: z.literal('reasoning'), text: z.string() })
export const toolCallPartSchema = z.strictObject({
  type: z.literal('tool-call'),
  toolCallId: z.string(),
  name: z.string(),
  /** The arguments as the model wrote them: JSON text, possibly broken. */
  argumentsText: z.string(),
})
export const toolResultPartSchema = z.strictObject({
  type: z.literal('tool-result'),
  toolCallId: z.string(),
  text: z.string(),
  isError: z.boolean(),
})
export const filePartSchema = z.strictObject({
  type: z.literal('file'),
  hash: id<FileHash>(),
  name: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** Pixels, images only: the place is kept while the picture loads. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  /** PDF only, where they could be counted: what it will cost to read is estimated from them. */
  pages: z.number().int().positive().optional(),
  /** Sound and video only. */
  durationMs: z.number().int().positive().optional(),
})
/**
 * A provider's own block, kept byte for byte (`json` is never re-serialised), so that signatures and encrypted
 * reasoning are accepted when the conversation goes on. Only the same `api` may send it back.
 */
export const providerPartSchema = z.strictObject({
  type: z.literal('provider'),
  api: z.string(),
  model: z.string(),
  json: z.string(),
})

export const partSchema = z.discriminatedUnion('type', [
  textPartSchema,
  reasoningPartSchema,
  toolCallPartSchema,
  toolResultPartSchema,
  filePartSchema,
  providerPartSchema,
])
export type Part = z.infer<typeof partSchema>
export type FilePart = z.infer<typeof filePartSchema>

export const modelRefSchema = z.strictObject({ modelProviderId: z.string(), modelId: z.string() })

/** Tokens as reported by the model provider (or estimated before it reported), in OpenTelemetry GenAI's words. */
export const usageSchema = z.strictObject({
  /** All input, cached input included, whatever the provider's own convention is. */
  inputTokens: z.number().int().nonnegative(),
  /** All output, reasoning included. */
  outputTokens: z.number().int().nonnegative(),
  cacheReadTokens: z.number().int().nonnegative(),
  cacheWriteTokens: z.number().int().nonnegative(),
  reasoningTokens: z.number().int().nonnegative(),
  /** Of `cacheWriteTokens`, those kept for an hour, which cost more. */
  cacheWriteHourTokens: z.number().int().nonnegative().optional(),
  /** Of `inputTokens` and `outputTokens`, those of sound. */
  audioInputTokens: z.number().int().nonnegative().optional(),
  audioOutputTokens: z.number().int().nonnegative().optional(),
  /** What the service itself says that the call cost, in micro-USD; aggregators say it. */
  reportedCostMicroUsd: z.number().int().nonnegative().optional(),
  isEstimate: z.boolean(),
})
export type Usage = z.infer<typeof usageSchema>

/** What one answer cost and took; on the row itself, so that every device can show it. */
export const answerMetaSchema = z.strictObject({
  model: modelRefSchema,
  /** The name shown to the person at the time of the answer. */
  modelName: z.string(),
  usage: usageSchema.nullable(),
  /** Integer micro-USD; null where the price is unknown, which is never shown as 0. */
  costMicroUsd: z.number().int().nonnegative().nullable(),
  /** Milliseconds from request to first shown part, null where nothing arrived. */
  firstTokenMs: z.number().nonnegative().nullable(),
  durationMs: z.number().nonnegative(),
  finishReason: z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'refusal', 'other']).nullable(),
  /** Set where another model, or the same one elsewhere, was asked first and could not answer. */
  insteadOf: z
    .strictObject({
      model: modelRefSchema,
      /** The names shown at the time: of the one that was asked first, and of the one that answered. */
      name: z.string(),
      by: z.string(),
      because: failureCodeSchema,
    })
    .optional(),
})
export type AnswerMeta = z.infer<typeof answerMetaSchema>

/**
 * complete: ended by itself. stopped: by the person. interrupted: the stream or the process died (SES-2).
 * failed: the call failed; `failure` says how, and `parts` hold whatever had arrived.
 */
export const messageStatuses = ['complete', 'stopped', 'interrupted', 'failed'] as const

/** A message is an immutable row in a graph; `parentIds` are its predecessors (two where branches were joined). */
export const messageRowSchema = z.strictObject({
  id: id<MessageId>(),
  sessionId: id<SessionId>(),
  parentIds: z.array(id<MessageId>()),
  /** The message that this one stands beside (an edit or a retry), for the reason shown; siblings share parents. */
  alternativeOf: id<MessageId>().optional(),
  /** Set on an overlay row: the edited text of an answer (or its being kept as it is), which keeps its descendants. */
  overlayOf: id<MessageId>().optional(),
  /**
   * Set on the row that goes on where an interrupted answer ended, or that stands in for a failed one: it begins with that
   * answer's text, has its parents, and is shown in its place, never as a sibling.
   */
  continuationOf: id<MessageId>().optional(),
  role: z.enum(['user', 'assistant', 'tool']),
  parts: z.array(partSchema),
  /** Milliseconds since the epoch on the device that made it. */
  createdAt: z.number(),
  device: id<DeviceId>(),
  author: z.enum(['person', 'model', 'import', 'tool']),
  callId: id<CallId>().optional(),
  status: z.enum(messageStatuses),
  failure: failureSchema.optional(),
  answer: answerMetaSchema.optional(),
})
export type MessageRow = z.infer<typeof messageRowSchema>
export type MessageStatus = MessageRow['status']
export type ModelRef = z.infer<typeof modelRefSchema>

/** The visible text of a message: its text parts joined, without reasoning, tools and provider blocks. */
export function messageText(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}
