import type { LocalDate } from '@shared/clock'
import type { SectionId } from '@shared/ids'
import { findConflicts, type Conflict } from '@shared/memory/conflicts'
import type { Author } from '@shared/memory/layout'
import { dueForReview, expiringSoon } from '@shared/memory/maintain'
import type { EntryView, MemoryView } from '@shared/memory/view'
import { openProposals, type Proposal } from './proposal'

/** One thing that waits for the person. `id` stays the same for as long as it waits. */
export type ReviewItem =
  | { readonly kind: 'proposal'; readonly id: string; readonly entry: EntryView; readonly proposal: Proposal }
  | { readonly kind: 'conflict'; readonly id: string; readonly entry: EntryView; readonly conflict: Conflict }
  | { readonly kind: 'expiring' | 'due'; readonly id: string; readonly entry: EntryView }

/** Days ahead in which an end is said. */
export const soonDays = 7

/** A view never changes: the tab, the rail and the list ask for the same, and finding contradictions takes a while. */
const known = new WeakMap<MemoryView, { readonly today: LocalDate; readonly items: readonly ReviewItem[] }>()

/** What waits: contradictions first, since they decide what a model is told today; then proposals; then what ends. */
export function reviewItems(view: MemoryView, today: LocalDate): readonly ReviewItem[] {
  const last = known.get(view)
  if (last?.today === today) return last.items
  const items = findItems(view, today)
  known.set(view, { today, items })
  return items
}

function findItems(view: MemoryView, today: LocalDate): readonly ReviewItem[] {
  const conflicts = findConflicts(view).flatMap((conflict): ReviewItem[] => {
    const entry = conflict.entries.find(({ id }) => id === conflict.winner)
    return entry === undefined ? [] : [{ kind: 'conflict', id: `conflict ${conflict.entries.map(({ id }) => id).join(' ')}`, entry, conflict }]
  })
  const proposals = openProposals(view).map((proposal): ReviewItem => ({ kind: 'proposal', id: proposal.entry.id, entry: proposal.entry, proposal }))
  const ending = expiringSoon(view, today, soonDays).map((entry): ReviewItem => ({ kind: 'expiring', id: `expiring ${entry.id}`, entry }))
  const due = dueForReview(view, today).map((entry): ReviewItem => ({ kind: 'due', id: `due ${entry.id}`, entry }))
  return [...conflicts, ...proposals, ...ending, ...due]
}

export interface ReviewFilter {
  readonly section: SectionId | null
  /** By `authorKey`. */
  readonly author: string | null
}

export const everything: ReviewFilter = { section: null, author: null }

export const filterItems = (items: readonly ReviewItem[], { section, author }: ReviewFilter): readonly ReviewItem[] =>
  items.filter(({ entry }) => (section === null || entry.sectionId === section) && (author === null || authorKey(entry.author) === author))

/** One value per author: the person is one, whatever the device. */
export const authorKey = (author: Author | null): string => (author !== null && 'name' in author ? `${author.kind} ${author.name}` : (author?.kind ?? ''))
