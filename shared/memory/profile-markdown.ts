import type * as Y from 'yjs'
import type { EntryId, SectionId } from '../ids'
import {
  compareStrings,
  entriesOf,
  mapsIn,
  readOrder,
  readSectionId,
  readSections,
  readText,
  topSectionId,
  type Section,
} from './layout'
import { readStandings } from './status'

/**
 * The profile as Markdown: one line per item. A heading is a section; any other line is an entry whose text is the
 * line verbatim (list marker included); an empty line is an entry without text, so that the layout a person made is
 * kept and merges like everything else. What is typed is what is shown and what comes back.
 */
export type ProfileLine =
  | { readonly kind: 'heading'; readonly id: SectionId; readonly text: string }
  | {
      readonly kind: 'entry'
      readonly id: EntryId
      readonly text: string
      /** The section as stored; see `readProfileLines` for lines whose heading was deleted. */
      readonly sectionId: SectionId
      readonly order: string
    }

/** The title to show for a section that nobody named. */
export type SectionTitles = (id: SectionId) => string

export interface Heading {
  readonly level: number
  readonly title: string
}

/** `# Title`, one to six marks and one space; everything behind the space is the title, verbatim. */
export function parseHeading(line: string): Heading | null {
  const match = /^(#{1,6}) (.*)$/.exec(line)
  return match === null ? null : { level: match[1]?.length ?? 1, title: match[2] ?? '' }
}

export const headingLine = (heading: Heading): string => `${'#'.repeat(heading.level)} ${heading.title}`

export const titleOf = (section: Section, titles: SectionTitles): string => section.title ?? titles(section.id)

/**
 * The lines that are shown, in order. Lines of a section whose heading was deleted stay where they are and so fall
 * to the section above: deleting a heading is one field, and a line that another device adds to it meanwhile has a
 * place.
 */
export function readProfileLines(doc: Y.Doc, titles: SectionTitles): ProfileLine[] {
  const sections = readSections(doc)
  const lines = new Map<SectionId, ProfileLine[]>([[topSectionId, []]])
  for (const section of sections) {
    const heading: ProfileLine[] = section.isDeleted
      ? []
      : [{ kind: 'heading', id: section.id, text: headingLine({ level: section.level, title: titleOf(section, titles) }) }]
    lines.set(section.id, heading)
  }
  for (const entry of activeLines(doc)) (lines.get(entry.sectionId) ?? lines.get(topSectionId))?.push(entry)
  return [...lines.values()].flat()
}

function activeLines(doc: Y.Doc): Extract<ProfileLine, { kind: 'entry' }>[] {
  const { statuses } = readStandings(doc)
  return mapsIn(entriesOf(doc))
    .filter(([id]) => statuses.get(id as EntryId) === 'active')
    .map(([id, fields]) => ({
      kind: 'entry' as const,
      id: id as EntryId,
      text: readText(fields),
      sectionId: readSectionId(fields),
      order: readOrder(fields),
    }))
    .sort((a, b) => compareStrings(a.order, b.order) || compareStrings(a.id, b.id))
}

export const joinLines = (lines: readonly ProfileLine[]): string => lines.map((line) => line.text).join('\n')

/** The whole profile as the person sees it. */
export const renderProfile = (doc: Y.Doc, titles: SectionTitles): string => joinLines(readProfileLines(doc, titles))

/** An entry's statement without its list marker. */
export const statementOf = (line: string): string => line.replace(/^\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/, '').trim()
