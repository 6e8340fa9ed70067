import type * as Y from 'yjs'
import { readPromptMemory, type PromptMemory } from '@shared/context/prompt-memory'
import type { RetiredStatement, StatingText } from '@shared/context/retired'
import { MemoryReader } from '@shared/memory/memory-reader'
import type { ActiveMemory, ActiveMemoryOptions } from '@shared/memory/active-memory'

/** Memory as prompts need it, read again only after the document has changed: a profile of 2,000 lines takes longer than a prompt may. */
export function keepPromptMemory(doc: Y.Doc): () => PromptMemory {
  const reader = new MemoryReader(doc)
  let kept: PromptMemory | null = null
  doc.on('update', () => (kept = null))
  return () => (kept ??= withKeptNotes(withKeptRendering(readPromptMemory(doc, reader.view()))))
}

function withKeptRendering(memory: PromptMemory): PromptMemory {
  let last: { readonly key: string; readonly active: ActiveMemory } | null = null
  return {
    ...memory,
    render(options) {
      const key = keyOf(memory, options)
      if (last?.key !== key) last = { key, active: memory.render(options) }
      return last.active
    },
  }
}

/** All that a rendering depends on besides the document; titles follow the language of the app. */
const keyOf = ({ view }: PromptMemory, { today, scope, tokenLimit, titles }: ActiveMemoryOptions): string =>
  JSON.stringify([today, scope, tokenLimit, view.sections.map(({ id }) => titles(id))])

const mostTexts = 5000

/** A message is looked at once, and again only where it was edited. */
function withKeptNotes(memory: PromptMemory): PromptMemory {
  const known = new Map<string, { readonly text: string; readonly statements: readonly RetiredStatement[] }>()
  return {
    ...memory,
    retired: {
      in(stating: StatingText) {
        const kept = stating.messageId === null ? undefined : known.get(stating.messageId)
        if (kept?.text === stating.text) return kept.statements
        const statements = memory.retired.in(stating)
        if (known.size >= mostTexts) known.clear()
        if (stating.messageId !== null) known.set(stating.messageId, { text: stating.text, statements })
        return statements
      },
    },
  }
}
