import type * as Y from 'yjs'
import { renderActiveMemory, type ActiveMemory, type ActiveMemoryOptions } from '../memory/active-memory'
import { readMemory, type MemoryView } from '../memory/view'
import { readRetired, type RetiredStatements } from './retired'

/** What a prompt needs of memory. It stays true for as long as the document does not change, so the caller may keep it. */
export interface PromptMemory {
  readonly view: MemoryView
  readonly retired: RetiredStatements
  readonly render: (options: ActiveMemoryOptions) => ActiveMemory
}

export function readPromptMemory(doc: Y.Doc, view: MemoryView = readMemory(doc)): PromptMemory {
  return { view, retired: readRetired(view), render: (options) => renderActiveMemory(doc, options) }
}
