import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'

const count = z.number().int().nonnegative()

/** What is in an answer. Fields that say how the bytes were written (chunks, comments, pings) are not looked at. */
const expectsSchema = z.looseObject({
  text: z.string().optional(),
  reasoning: z.string().optional(),
  refusal: z.string().optional(),
  toolCalls: z
    .array(z.looseObject({ id: z.string().optional(), name: z.string(), arguments: z.unknown().optional(), argumentsRaw: z.string().optional() }))
    .optional(),
  serverToolCalls: z.array(z.looseObject({ id: z.string(), name: z.string(), arguments: z.unknown() })).optional(),
  signatures: count.optional(),
  thoughtSignatures: count.optional(),
  /** The provider's own word. */
  finishReason: z.string().optional(),
  noFinishReason: z.boolean().optional(),
  blockReason: z.string().optional(),
  truncated: z.boolean().optional(),
  usage: z.record(z.string(), z.number()).optional(),
  error: z
    .looseObject({
      kind: z.string(),
      message: z.string().optional(),
      status: z.number().optional(),
      midStream: z.boolean().optional(),
      retryAfterMs: z.number().optional(),
    })
    .optional(),
})

const formats = Object.keys(decoders) as [AnswerFormat, ...AnswerFormat[]]

/** One recorded answer of a service, and what is in it. */
export const wireCaseSchema = z.looseObject({
  id: z.string().min(1),
  file: z.string().min(1),
  provider: z.string(),
  api: z.enum(formats),
  stream: z.boolean(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  model: z.string().nullable().default(null),
  sha256: z.string().optional(),
  expects: expectsSchema,
})
export type WireCase = z.infer<typeof wireCaseSchema>
export type WireExpects = WireCase['expects']

/** The entries of a folder's cases.json, not yet looked at. Throws where there is no such list. */
export function listCases(folder: string): readonly unknown[] {
  const index = join(folder, 'cases.json')
  if (!existsSync(index)) throw new Error(`There is no cases.json in ${folder}.`)
  return z.array(z.unknown()).parse(JSON.parse(readFileSync(index, 'utf8')))
}
