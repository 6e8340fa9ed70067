import * as z from 'zod'
import { idSchema as id, type DeviceId, type MessageId, type SessionId } from '../ids'
import { answerMetaSchema, messageRowSchema, partSchema, type MessageRow, type Part } from './message'

/** What a row must have to keep its place in the graph; without it nothing can be shown. */
const placeSchema = z.object({
  id: id<MessageId>(),
  sessionId: id<SessionId>(),
  parentIds: z.array(id<MessageId>()),
  alternativeOf: id<MessageId>().optional().catch(undefined),
  overlayOf: id<MessageId>().optional(),
  continuationOf: id<MessageId>().optional().catch(undefined),
  role: z.enum(['user', 'assistant', 'tool']).catch('assistant'),
  parts: z.array(z.unknown()).catch([]),
  createdAt: z.number().catch(0),
  device: id<DeviceId>().catch('unknown' as DeviceId),
  author: z.enum(['person', 'model', 'import', 'tool']).catch('model'),
  answer: answerMetaSchema.optional().catch(undefined),
})

/**
 * A stored row, whoever wrote it. One that does not fit the schema (damaged, or from a newer version) keeps its
 * place and the parts that can be read, and is marked as failed; null where even its place is unknown.
 */
export function readMessageRow(stored: unknown): MessageRow | null {
  const whole = messageRowSchema.safeParse(stored)
  if (whole.success) return withoutUndefined(whole.data)
  const place = placeSchema.safeParse(stored)
  if (!place.success) return null
  const detail = z.prettifyError(whole.error).slice(0, 2000)
  return withoutUndefined({
    ...place.data,
    parts: place.data.parts.flatMap(readPart),
    status: 'failed',
    failure: { code: 'storage-failed', stage: 'store', detail },
  })
}

function readPart(stored: unknown): Part[] {
  const part = partSchema.safeParse(stored)
  return part.success ? [part.data] : []
}

const withoutUndefined = (row: object): MessageRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as MessageRow
