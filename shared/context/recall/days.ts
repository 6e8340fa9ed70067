import { localDateAt, type LocalDate } from '../../clock'

/** A day of the person's calendar as a number: days since 1 January 1970, without a time zone. */
export type Day = number

/** Both days belong to it. */
export interface DayRange {
  readonly from: Day
  readonly to: Day
}

const dayMs = 86_400_000

/** @returns null where there is no such day (30 February). */
export function dayOf(year: number, month: number, day: number): Day | null {
  const instant = new Date(Date.UTC(year, month - 1, day))
  return instant.getUTCMonth() === month - 1 && instant.getUTCDate() === day ? instant.getTime() / dayMs : null
}

export function dayOfDate(date: LocalDate): Day {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number)
  return Date.UTC(year, month - 1, day) / dayMs
}

/** The person's day at an instant. @param timeZone IANA name; the system's own zone where it is left out. */
export const dayAt = (instantMs: number, timeZone?: string): Day => dayOfDate(localDateAt(instantMs, timeZone))

export interface CalendarDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  /** 0 is Monday. */
  readonly weekday: number
}

export function calendarDay(day: Day): CalendarDay {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: (date.getUTCDay() + 6) % 7 }
}

/** Whole months; `month` may lie outside 1 to 12 and then counts into other years. */
export const months = (year: number, month: number, count = 1): DayRange => ({
  from: Date.UTC(year, month - 1, 1) / dayMs,
  to: Date.UTC(year, month - 1 + count, 1) / dayMs - 1,
})

/** `2023-05-07` */
export function dateText(day: Day): string {
  const { year, month, day: dayOfMonth } = calendarDay(day)
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

/** A reader of the person's day at an instant, `YYYY-MM-DD`; one is made for many instants, since making it is slow. */
export function localDates(timeZone?: string): (instantMs: number) => LocalDate {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (instantMs) => format.format(instantMs) as LocalDate
}

/** The instant at which a day of the person's calendar begins, in milliseconds since the epoch. */
export function startOfDay(day: Day, timeZone?: string): number {
  const offsetAt = zoneOffsets(timeZone)
  const guess = day * dayMs - offsetAt(day * dayMs)
  return day * dayMs - offsetAt(guess)
}

/** Milliseconds that a zone is ahead of Greenwich at an instant. */
function zoneOffsets(timeZone?: string): (instantMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (instantMs) => {
    const name = format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
}
