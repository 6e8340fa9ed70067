import type * as Y from 'yjs'
import type { EntryId, SectionId } from '../ids'
import { readSections, readText } from './layout'
import { regionsOf, type LineEdit, type Region } from './line-edits'
import { matchRegion, type Slot } from './match-lines'
import {
  change,
  deleteEntry,
  deleteSection,
  editEntry,
  editSection,
  renameSection,
  sameAuthor,
  textOf,
  touch,
  type MemoryWriter,
} from './operations'
import { placeLines } from './place-lines'
import { parseHeading, titleOf, type ProfileLine, type SectionTitles } from './profile-markdown'
import { revivalsIn } from './revivals'
import { setText } from './text-diff'

/**
 * Carries a change of the profile's text over into the memory document, as the smallest operations that say the
 * same: typing inside a line touches that entry's text at these offsets, and a line that is only passed by is not
 * written at all. One transaction, with the writer as its origin.
 * @param lines what the text was made of before the change.
 * @returns the lines that the changed text is made of.
 */
export function applyLineEdits(
  writer: MemoryWriter,
  lines: readonly ProfileLine[],
  edits: readonly LineEdit[],
  titles: SectionTitles,
): ProfileLine[] {
  return change(writer, () => {
    const regions = regionsOf(lines, edits)
    const onlyLine = regions.length === 1 ? regions[0] : undefined
    const typed = onlyLine === undefined ? null : typeInLine(writer, lines, onlyLine, titles)
    return typed ?? replaceRegions(writer, lines, regions, titles)
  })
}

/** The usual case, a keystroke: no line comes, goes or changes its kind. */
function typeInLine(writer: MemoryWriter, lines: readonly ProfileLine[], region: Region, titles: SectionTitles): ProfileLine[] | null {
  const matched = matchRegion(lines, region).slots[0]
  const text = region.texts[0]
  if (region.inLine === null || matched?.kind !== 'kept' || text === undefined) return null
  const { line } = matched
  if (line.kind === 'heading') setHeading(writer, line.id, text, titles)
  else typeText(writer, line.id, region.inLine)
  return lines.map((other) => (other === line ? { ...line, text } : other))
}

function typeText(writer: MemoryWriter, id: EntryId, edits: readonly LineEdit[]): void {
  editEntry(writer, id, (fields) => {
    const wasBlank = readText(fields).trim() === ''
    const text = textOf(fields)
    for (const edit of edits.toReversed()) {
      if (edit.to > edit.from) text.delete(edit.from, edit.to - edit.from)
      if (edit.insert !== '') text.insert(edit.from, edit.insert)
    }
    noteWriter(writer, fields, wasBlank)
  })
}

/** Whoever fills an empty line is its author, whoever made the line. */
function noteWriter(writer: MemoryWriter, fields: Y.Map<unknown>, wasBlank: boolean): void {
  if (!wasBlank) return touch(writer, fields)
  const { author } = writer.origin
  if (sameAuthor(fields.get('author'), author)) return touch(writer, fields)
  fields.set('author', author)
  fields.set('createdAt', writer.clock.now())
}

function setHeading(writer: MemoryWriter, id: SectionId, text: string, titles: SectionTitles): void {
  const heading = parseHeading(text)
  if (heading === null) return
  const section = readSections(writer.doc).find((candidate) => candidate.id === id)
  if (section === undefined) return
  if (section.level !== heading.level) editSection(writer, id, (fields) => fields.set('level', heading.level))
  if (titleOf(section, titles) === heading.title) return
  renameSection(writer, id, heading.title === titles(id) ? null : heading.title)
}

function replaceRegions(writer: MemoryWriter, lines: readonly ProfileLine[], regions: readonly Region[], titles: SectionTitles): ProfileLine[] {
  const slots: Slot[] = []
  const removed: { line: ProfileLine; takenBy: number | null }[] = []
  let next = 0
  for (const region of regions) {
    slots.push(...lines.slice(next, region.first).map(keep))
    const matched = matchRegion(lines, region)
    const offset = slots.length
    removed.push(...matched.removed.map(({ line, takenBy }) => ({ line, takenBy: takenBy === null ? null : offset + takenBy })))
    slots.push(...matched.slots)
    next = region.end
  }
  slots.push(...lines.slice(next).map(keep))
  return write(writer, slots, removed, titles)
}

const keep = (line: ProfileLine): Slot => ({ kind: 'kept', line, text: line.text })

function write(
  writer: MemoryWriter,
  slots: readonly Slot[],
  removed: readonly { line: ProfileLine; takenBy: number | null }[],
  titles: SectionTitles,
): ProfileLine[] {
  for (const { line } of removed) if (line.kind === 'heading') deleteSection(writer, line.id)
  for (const slot of slots) if (slot.kind !== 'new' && slot.text !== slot.line.text) rewrite(writer, slot.line, slot.text, titles)
  const placed = placeLines(writer, slots, revivalsIn(writer.doc, slots, titles))
  for (const { line, takenBy } of removed) {
    if (line.kind === 'entry') deleteEntry(writer, line.id, takenBy === null ? null : (placed[takenBy]?.id ?? null))
  }
  return placed
}

function rewrite(writer: MemoryWriter, line: ProfileLine, text: string, titles: SectionTitles): void {
  if (line.kind === 'heading') return setHeading(writer, line.id, text, titles)
  editEntry(writer, line.id, (fields) => {
    const before = readText(fields)
    setText(textOf(fields), before, text)
    noteWriter(writer, fields, before.trim() === '')
  })
}
