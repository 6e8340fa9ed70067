import type * as Y from 'yjs'
import type { LocalDate } from '../clock'
import type { EntryId, SectionId } from '../ids'
import { compareStrings, entriesOf, mapsIn, readEntry, readSections, readText, retiredKey, topSectionId, type AcceptLevel, type Entry, type EntryStatus, type Section } from './layout'
import { defaultAcceptLevel, expiryOf, lifetimeOf, readLifetimes, reviewOf, type Lifetime } from './lifetime'
import { readRules, type MemoryRule } from './rules'
import { LineFacts } from './line-facts'
import { readStandings } from './status'

export interface EntryView extends Entry {
  /** What its words come to. */
  readonly facts: LineFacts
  readonly status: EntryStatus
  /** The entry that stands in its place; only where it is superseded. */
  readonly supersededBy: EntryId | null
  /** Fingerprint of its words at the moment when it was replaced; other words were written elsewhere meanwhile. */
  readonly retiredAs: string | null
  /** The last day on which it holds, by its own date or its section's lifetime. */
  readonly effectiveExpiry: LocalDate | null
  /** The last day before the person is asked whether it still holds. */
  readonly reviewOn: LocalDate | null
}

export interface SectionView extends Omit<Section, 'acceptLevel' | 'lifetimeDays' | 'lifetimeEnd'> {
  readonly acceptLevel: AcceptLevel
  readonly lifetime: Lifetime
}

/** A memory document as plain values, for screens and for decisions; made anew after each change. */
export interface MemoryView {
  /** By order, deleted ones left out. */
  readonly sections: readonly SectionView[]
  readonly entries: ReadonlyMap<EntryId, EntryView>
  readonly rules: readonly MemoryRule[]
}

/** One look at a document; who looks again and again uses a `MemoryReader`. */
export const readMemory = (doc: Y.Doc): MemoryView => viewOf(doc, (id, fields) => ({ entry: readEntry(id, fields), facts: new LineFacts(readText(fields)) }))

/** What an entry is by its own fields alone. */
export interface EntryReading {
  readonly entry: Entry
  readonly facts: LineFacts
}

/**
 * @param read gives the reading of one entry.
 * @param last an earlier view: entries that are as they were keep their identity.
 */
export function viewOf(doc: Y.Doc, read: (id: string, fields: Y.Map<unknown>) => EntryReading, last: MemoryView | null = null): MemoryView {
  const { statuses, successors } = readStandings(doc)
  const lifetimes = readLifetimes(doc)
  const entries = new Map<EntryId, EntryView>()
  for (const [id, fields] of mapsIn(entriesOf(doc))) {
    const reading = read(id, fields)
    const status = statuses.get(reading.entry.id) ?? 'archived'
    const supersededBy = status === 'superseded' ? (successors.get(reading.entry.id) ?? null) : null
    const retired = supersededBy === null ? undefined : fields.get(retiredKey(supersededBy))
    const standing: Standing = {
      status,
      supersededBy,
      retiredAs: typeof retired === 'string' ? retired : null,
      effectiveExpiry: expiryOf(fields, lifetimes),
      reviewOn: reviewOf(fields, lifetimes),
    }
    const before = last?.entries.get(reading.entry.id)
    const isSame = before !== undefined && before.facts === reading.facts && isSameStanding(before, standing)
    entries.set(reading.entry.id, isSame ? before : { ...reading.entry, facts: reading.facts, ...standing })
  }
  return { sections: readSections(doc).filter((section) => !section.isDeleted).map(toView), entries, rules: readRules(doc) }
}

/** What an entry is by the others, its section and the day. */
type Standing = Pick<EntryView, 'status' | 'supersededBy' | 'retiredAs' | 'effectiveExpiry' | 'reviewOn'>

const isSameStanding = (a: Standing, b: Standing): boolean =>
  a.status === b.status &&
  a.supersededBy === b.supersededBy &&
  a.retiredAs === b.retiredAs &&
  a.effectiveExpiry === b.effectiveExpiry &&
  a.reviewOn === b.reviewOn

function toView({ acceptLevel, lifetimeDays, lifetimeEnd, ...section }: Section): SectionView {
  return { ...section, acceptLevel: acceptLevel ?? defaultAcceptLevel, lifetime: lifetimeOf({ id: section.id, lifetimeDays, lifetimeEnd }) }
}

export const acceptLevelOf = (view: MemoryView, section: SectionId): AcceptLevel =>
  view.sections.find(({ id }) => id === section)?.acceptLevel ?? defaultAcceptLevel

/** Entries of these statuses that say something, in the order of the profile. */
export function entriesWith(view: MemoryView, ...statuses: readonly EntryStatus[]): EntryView[] {
  const places = new Map<string, number>([[topSectionId, -1], ...view.sections.map(({ id }, index): [string, number] => [id, index])])
  const placeOf = ({ sectionId }: EntryView) => places.get(sectionId) ?? -1
  return [...view.entries.values()]
    .filter((entry) => statuses.includes(entry.status) && saysSomething(entry))
    .sort((a, b) => placeOf(a) - placeOf(b) || compareStrings(a.order, b.order) || compareStrings(a.id, b.id))
}

/** Empty lines are layout, and a proposal about other lines has said what it had to once it was accepted. */
const saysSomething = ({ text, targets, status }: EntryView): boolean =>
  text.trim() !== '' || (targets.length > 0 && (status === 'proposed' || status === 'rejected'))

/** The line that stands today for this one: itself, or whatever replaced it in the end. */
export function liveSuccessor(view: MemoryView, id: EntryId): EntryView | null {
  const seen = new Set<EntryId>()
  let entry = view.entries.get(id)
  while (entry?.supersededBy && !seen.has(entry.id)) {
    seen.add(entry.id)
    entry = view.entries.get(entry.supersededBy)
  }
  return entry ?? null
}
