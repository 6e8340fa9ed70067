import type { EntryId, SectionId } from '@shared/ids'
import type { EntryStatus } from '@shared/memory/layout'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type EntryView, type MemoryView } from '@shared/memory/view'
import { authorKey } from '@renderer/parts/memory/review-items'

export interface LineFilter {
  readonly text: string
  readonly section: SectionId | null
  /** By `authorKey`. */
  readonly author: string | null
  readonly status: EntryStatus
}

export const activeLines: LineFilter = { text: '', section: null, author: null, status: 'active' }

/** The order in which statuses are offered. */
export const shownStatuses: readonly EntryStatus[] = ['active', 'expired', 'superseded', 'archived', 'rejected', 'deleted', 'proposed']

export type LineRow =
  | { readonly kind: 'heading'; readonly id: string; readonly section: SectionId; readonly count: number }
  | { readonly kind: 'line'; readonly id: EntryId; readonly entry: EntryView }

/** The lines that fit a filter, by section, each section below its heading. */
export function findLines(view: MemoryView, filter: LineFilter): readonly LineRow[] {
  const words = fold(filter.text).split(/\s+/).filter((word) => word !== '')
  const fits = (entry: EntryView) =>
    (filter.section === null || entry.sectionId === filter.section) &&
    (filter.author === null || authorKey(entry.author) === filter.author) &&
    (words.length === 0 || hasAll(fold(`${entry.text} ${entry.topic ?? ''}`), words)) &&
    statementOf(entry.text) !== ''
  const sections = new Map<SectionId, EntryView[]>()
  for (const entry of entriesWith(view, filter.status).filter(fits)) {
    const known = sections.get(entry.sectionId)
    if (known === undefined) sections.set(entry.sectionId, [entry])
    else known.push(entry)
  }
  return [...sections].flatMap(([section, entries]): LineRow[] => [
    { kind: 'heading', id: `section ${section}`, section, count: entries.length },
    ...entries.map((entry): LineRow => ({ kind: 'line', id: entry.id, entry })),
  ])
}

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

export const linesOf = (rows: readonly LineRow[]): readonly EntryView[] => rows.flatMap((row) => (row.kind === 'line' ? [row.entry] : []))

/** How many lines say something, by status. */
export function countByStatus(view: MemoryView): ReadonlyMap<EntryStatus, number> {
  return new Map(shownStatuses.map((status) => [status, entriesWith(view, status).filter(({ text }) => statementOf(text) !== '').length]))
}
