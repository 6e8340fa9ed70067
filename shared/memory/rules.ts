import type * as Y from 'yjs'
import * as z from 'zod'
import { compareStrings } from './layout'
import type { MemoryWriter } from './operations'

const ruleSchema = z.object({
  /** topic: words. category: one of the sensitive categories. pattern: text in which * stands for anything. */
  kind: z.enum(['topic', 'category', 'pattern']),
  text: z.string(),
  createdAt: z.number(),
})

/** Something that is never stored nor proposed. */
export interface MemoryRule extends z.infer<typeof ruleSchema> {
  readonly id: string
}

export type RuleKind = MemoryRule['kind']

export const rulesOf = (doc: Y.Doc): Y.Map<unknown> => doc.getMap('rules')

/** Oldest first; what cannot be read is no rule. */
export function readRules(doc: Y.Doc): MemoryRule[] {
  return [...rulesOf(doc).entries()]
    .flatMap(([id, value]) => {
      const parsed = ruleSchema.safeParse(value)
      return parsed.success ? [{ id, ...parsed.data }] : []
    })
    .sort((a, b) => a.createdAt - b.createdAt || compareStrings(a.id, b.id))
}

/** The same rule made on two devices is one. Words are kept as typed, without the space around them. */
export function addRule(writer: MemoryWriter, kind: RuleKind, text: string): string {
  const words = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const id = `${kind}:${words.toLowerCase()}`
  if (words !== '' && !rulesOf(writer.doc).has(id)) {
    writer.doc.transact(() => rulesOf(writer.doc).set(id, { kind, text: words, createdAt: writer.clock.now() }), writer.origin)
  }
  return id
}

export function removeRule(writer: MemoryWriter, id: string): void {
  writer.doc.transact(() => rulesOf(writer.doc).delete(id), writer.origin)
}
