import type * as Y from 'yjs'
import { createEraser } from '@shared/memory/history/eraser'
import { entriesSaying, forgetEntries, phrasesOf } from '@shared/memory/history/forget'
import { ok } from '@shared/result'
import type { Forgetting } from '@renderer/state/forget'

/** Forgets in a memory document, as if there were nothing else that says it but two messages and a snapshot. */
export function fakeForgetting(doc: Y.Doc): Forgetting {
  return {
    async plan(target) {
      const phrases = 'entryId' in target ? phrasesOf(doc, target.entryId) : [target.words]
      const lines = entriesSaying(doc, createEraser(phrases))
      const found = { changes: 3, messages: 2, sessions: 1, titles: 0, summaries: 1, drafts: 0, records: 0, snapshots: 1 }
      return ok({ target, phrases, lines, sentences: phrases.slice(1), ...found })
    },
    async carryOut({ phrases, lines }) {
      forgetEntries(doc, new Set(lines.map(({ id }) => id)), createEraser(phrases), Date.now(), 'forget')
      return ok(null)
    },
  }
}
