import type { SectionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryView } from './memory-view'

/** What a section is called: its own title, or the app's word for a default one. */
export function useSectionTitle(): (id: SectionId) => string {
  const view = useMemoryView()
  const { text } = useLocalisation()
  const { noSection } = useMemoryText()
  const titles: Readonly<Record<string, string>> = text.profile.sectionTitles
  return (id) => view.sections.find((section) => section.id === id)?.title ?? titles[id] ?? noSection
}
