import type * as Y from 'yjs'
import type { Eraser } from '@shared/memory/history/eraser'
import { changeEntry, readEntries } from '@shared/sessions/index-doc'

/** Erases it from the titles and summaries of sessions; a summary of which nothing is left is none. */
export function eraseIndex(doc: Y.Doc, eraser: Eraser): void {
  for (const { id, title, summary } of readEntries(doc)) {
    if (eraser.occursIn(title)) changeEntry(doc, id, { title: eraser.erase(title) })
    if (summary === null || eraser.eraseDeep(summary) === summary) continue
    const lines = summary.lines.filter(({ text }) => !eraser.occursIn(text))
    changeEntry(doc, id, { summary: lines.length === 0 ? null : { ...summary, lines } })
  }
}
