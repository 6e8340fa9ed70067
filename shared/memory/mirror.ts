import type * as Y from 'yjs'
import { compareStrings, memorySchemaVersion, readSections } from './layout'
import { renderProfile, titleOf, type SectionTitles } from './profile-markdown'
import { readMemory } from './view'

/**
 * Memory as two files for other programs and for the day when the app does not start: the profile as the person
 * sees it, and every entry that is not deleted with its state. The same memory gives the same bytes.
 */
export function renderMirror(doc: Y.Doc, titles: SectionTitles): { readonly markdown: string; readonly json: string } {
  const sections = readSections(doc).map((section) => ({ ...section, title: titleOf(section, titles) }))
  const entries = [...readMemory(doc).entries.values()]
    .filter((entry) => entry.status !== 'deleted' && entry.text.trim() !== '')
    .sort((a, b) => compareStrings(a.id, b.id))
  return {
    markdown: `${renderProfile(doc, titles)}\n`,
    json: `${JSON.stringify({ version: memorySchemaVersion, sections, entries }, null, 2)}\n`,
  }
}
