import type { SectionId } from '@shared/ids'
import { addEntry, change, type MemoryWriter } from '@shared/memory/operations'
import { seedMemory, type DefaultSectionId } from '@shared/memory/seed'
import type { Services } from '@renderer/state/services'

const aboutYou: DefaultSectionId = 'identity'

/** Makes entries of the lines that a person wrote about themselves in the first run. */
export async function addAboutYou({ memory, clock, newId }: Services, lines: string): Promise<void> {
  const writer: MemoryWriter = { doc: memory.doc, origin: { author: { kind: 'person' } }, clock, newId }
  const texts = lines.split('\n').map((line) => line.trim()).filter((line) => line !== '')
  if (texts.length === 0) return
  seedMemory(memory.doc, writer.origin)
  change(writer, () => {
    for (const text of texts) addEntry(writer, { text, sectionId: aboutYou satisfies string as SectionId })
  })
}
