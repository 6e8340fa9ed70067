import * as z from 'zod'
import { malformed, outputSchemaOf, readJsonAnswer } from '../../agent/read-json'
import type { Failure } from '../../errors'
import type { OutputSchema } from '../../providers/model-call'
import { fail, ok, type Result } from '../../result'

export const operationKinds = ['add', 'revise', 'supersede', 'merge', 'expire', 'remove', 'confirm'] as const

const operationSchema = z.object({
  op: z.enum(operationKinds),
  /** Aliases of the entries that it is about. */
  entries: z.array(z.string()),
  /** Alias of the message that it rests on, and the words there. */
  message: z.string(),
  quote: z.string(),
  section: z.nullable(z.string()),
  topic: z.nullable(z.string()),
  text: z.nullable(z.string()),
  basis: z.enum(['stated', 'inferred']),
  confidence: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  validFrom: z.nullable(z.string()),
  expiresOn: z.nullable(z.string()),
})
export type EditorOperation = z.infer<typeof operationSchema>

const outputSchema = z.object({ operations: z.array(operationSchema) })

export const mostOperations = 20

export const editorOutputSchema = (): OutputSchema => outputSchemaOf('memory_operations', outputSchema)

const nullableFields = ['section', 'topic', 'text', 'confidence', 'reason', 'validFrom', 'expiresOn'] as const

/** MEM-9: an answer is taken as a whole or not at all; what is wrong with one operation alone is found later. */
export function readEditorOutput(text: string): Result<readonly EditorOperation[], Failure> {
  const answer = readJsonAnswer(text, 'operations')
  if (answer === null) return fail(malformed('The answer is not the JSON that was asked for.'))
  const parsed = outputSchema.safeParse(withNulls(answer))
  if (!parsed.success) return fail(malformed(z.prettifyError(parsed.error).slice(0, 500)))
  const { operations } = parsed.data
  return operations.length > mostOperations ? fail(malformed(`${operations.length} operations are too many.`)) : ok(operations)
}

/** A model that is not held to the schema leaves out what has no value. */
function withNulls(answer: Readonly<Record<string, unknown>>): unknown {
  const { operations } = answer
  if (!Array.isArray(operations)) return answer
  const empty = { entries: [], ...Object.fromEntries(nullableFields.map((field) => [field, null])) }
  return { operations: operations.map((operation: unknown) => (typeof operation === 'object' && operation !== null ? { ...empty, ...operation } : operation)) }
}
