import { localDateAt, type LocalDate } from '@shared/clock'
import type { SectionId } from '@shared/ids'
import type { MemoryView } from '@shared/memory/view'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

/** The memory as it is; renders again when it changed. */
export const useMemoryView = (): MemoryView => useObservable(useServices().memory.view)

export const useToday = (): LocalDate => localDateAt(useServices().clock.now())

/** What a section is called: its own title, or the app's word for a default one. */
export function useSectionTitle(): (id: SectionId) => string {
  const view = useMemoryView()
  const { text } = useLocalisation()
  const { noSection } = useMemoryText()
  const titles: Readonly<Record<string, string>> = text.profile.sectionTitles
  return (id) => view.sections.find((section) => section.id === id)?.title ?? titles[id] ?? noSection
}

/** A day of the person's calendar, as their language writes it. */
export const formatDay = (day: LocalDate, { format }: Localisation): string => format.date(new Date(`${day}T12:00:00`).getTime())

/** An instant with its time of day. */
export const formatInstant = (at: number, { format }: Localisation): string => `${format.date(at)} ${format.time(at)}`
