import { localDateAt, type Clock } from '@shared/clock'
import type { Days, When } from './script'

/** A clock that stands still until it is moved, and only moves on. */
export interface MonthClock extends Clock {
  /** Moves to an instant; one that is past leaves it where it is. */
  set(instantMs: number): void
  pass(ms: number): void
}

export function createMonthClock(start: number): MonthClock {
  let instant = start
  return {
    now: () => instant,
    set: (next) => (instant = Math.max(instant, next)),
    pass: (ms) => (instant += ms),
  }
}

/** @param now when the demo is opened */
export function instantOf(when: When, now: number): number {
  if ('minutesAgo' in when) return now - when.minutesAgo * 60_000
  const [hours = 0, minutes = 0] = when.time.split(':').map(Number)
  return localDay(now, -when.daysAgo).setHours(hours, minutes, 0, 0)
}

/** @param language of the spoken days */
export function daysFrom(now: number, language: string): Days {
  const spoken = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'long' })
  return {
    date: (fromToday) => localDateAt(localDay(now, fromToday).getTime()),
    spoken: (fromToday) => spoken.format(localDay(now, fromToday)),
  }
}

/** Early on a day, so many days after the one of an instant; a day may have 23 or 25 hours. */
export function localDay(instantMs: number, daysLater: number): Date {
  const day = new Date(instantMs)
  day.setDate(day.getDate() + daysLater)
  day.setHours(8, 0, 0, 0)
  return day
}
