import { localDateAt, type LocalDate } from '@shared/clock'
import type { MemoryView } from '@shared/memory/view'
import type { Localisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

/** The memory as it is; renders again when it changed. */
export const useMemoryView = (): MemoryView => useObservable(useServices().memory.view)

export const useToday = (): LocalDate => localDateAt(useServices().clock.now())

/** A day of the person's calendar, as their language writes it. */
export const formatDay = (day: LocalDate, { format }: Localisation): string => format.date(new Date(`${day}T12:00:00`).getTime())

/** An instant with its time of day. */
export const formatInstant = (at: number, { format }: Localisation): string => `${format.date(at)} ${format.time(at)}`
