import type * as Y from 'yjs'
import type { EntryId, SectionId } from '../ids'
import { compareStrings, entriesOf, mapsIn, readSectionId, readSections, readText } from './layout'
import type { Slot } from './match-lines'
import { titleOf, type SectionTitles } from './profile-markdown'
import { readStandings } from './status'

/** Deleted lines by their text, for lines that come back: cut here and pasted there, they keep their origin. */
export interface Revivals {
  readonly entries: Map<string, EntryId>
  readonly sections: Map<string, SectionId>
}

export function revivalsIn(doc: Y.Doc, slots: readonly Slot[], titles: SectionTitles): Revivals {
  const wanted = new Set(slots.flatMap((slot) => (slot.kind === 'new' && slot.text.trim() !== '' ? [slot.text] : [])))
  const entries = new Map<string, EntryId>()
  const sections = new Map<string, SectionId>()
  if (wanted.size === 0) return { entries, sections }
  const inhabited = new Set<SectionId>()
  const { statuses } = readStandings(doc)
  for (const [id, fields] of mapsIn(entriesOf(doc)).sort(([a], [b]) => compareStrings(a, b))) {
    const status = statuses.get(id as EntryId)
    if (status === 'active') inhabited.add(readSectionId(fields))
    if (status !== 'deleted' || fields.has('mergedInto')) continue
    const text = readText(fields)
    if (wanted.has(text)) entries.set(text, id as EntryId)
  }
  for (const section of readSections(doc)) {
    if (section.isDeleted && !inhabited.has(section.id)) sections.set(titleOf(section, titles), section.id)
  }
  return { entries, sections }
}
