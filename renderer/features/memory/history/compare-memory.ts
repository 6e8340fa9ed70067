import type { EntryId, SectionId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type MemoryView } from '@shared/memory/view'

/** One line of then beside the same line of now; null where it was not, or is not, in the profile. */
export interface ComparedLine {
  readonly id: EntryId
  readonly section: SectionId
  readonly then: string | null
  readonly now: string | null
}

export interface ComparedSection {
  readonly section: SectionId
  readonly lines: readonly ComparedLine[]
}

/** The profile of then with what became of it, by section; lines that came later stand at the end of theirs. */
export function compareMemory(then: MemoryView, now: MemoryView): readonly ComparedSection[] {
  const today = new Map(linesIn(now).map((line) => [line.id, line]))
  const old = linesIn(then)
  const known = new Set(old.map(({ id }) => id))
  const compared: ComparedLine[] = [
    ...old.map(({ id, section, words }) => ({ id, section, then: words, now: today.get(id)?.words ?? null })),
    ...[...today.values()].flatMap(({ id, section, words }) => (known.has(id) ? [] : [{ id, section, then: null, now: words }])),
  ]
  const sections = new Map<SectionId, ComparedLine[]>()
  for (const line of compared) {
    const lines = sections.get(line.section)
    if (lines === undefined) sections.set(line.section, [line])
    else lines.push(line)
  }
  return [...sections].map(([section, lines]) => ({ section, lines }))
}

const linesIn = (view: MemoryView) =>
  entriesWith(view, 'active').flatMap((entry) => {
    const words = statementOf(entry.text)
    return words === '' ? [] : [{ id: entry.id, section: entry.sectionId, words }]
  })

export const isSame = ({ then, now }: ComparedLine): boolean => then === now
