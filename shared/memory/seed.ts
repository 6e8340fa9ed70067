import * as Y from 'yjs'
import type { SectionId } from '../ids'
import { memorySchemaVersion, metaOf, sectionsOf } from './layout'

/** The sections that a new profile has. Their titles are words of the app until the person renames one. */
export const defaultSectionIds = [
  'identity',
  'preferences',
  'people',
  'projects',
  'tasks',
  'constraints',
  'knowledge',
] as const
export type DefaultSectionId = (typeof defaultSectionIds)[number]

export const isDefaultSection = (id: string): id is DefaultSectionId => defaultSectionIds.some((known) => known === id)

/** A writer that no window ever gets: window ids are 32 bits wide. */
const firstSeedWriter = 2 ** 32

/**
 * Applies changes that come out the same on every device: the same writer, the same clock, the same bytes. Two
 * devices that seed while apart have one copy after they met, where two ordinary writes would overwrite each other
 * and lose what was typed below. `number` must never be used for other content.
 */
export function applySeed(doc: Y.Doc, number: number, write: (seed: Y.Doc) => void, origin: unknown): void {
  const seed = new Y.Doc()
  seed.clientID = firstSeedWriter + number
  seed.transact(() => write(seed))
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(seed), origin)
  seed.destroy()
}

/** Gives an empty memory its default sections; does nothing the second time. */
export function seedMemory(doc: Y.Doc, origin: unknown): void {
  if (sectionsOf(doc).has(defaultSectionIds[0])) return
  applySeed(doc, 1, writeDefaultSections, origin)
}

function writeDefaultSections(seed: Y.Doc): void {
  metaOf(seed).set('schemaVersion', memorySchemaVersion)
  const sections = sectionsOf(seed)
  defaultSectionIds.forEach((id, index) => {
    const fields = new Y.Map<unknown>()
    fields.set('order', `a${index}`)
    fields.set('level', 1)
    sections.set(id satisfies string as SectionId, fields)
  })
}
