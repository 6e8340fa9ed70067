/** The only source of time in shared/: passed in, so that tests can hold it. Milliseconds since the epoch. */
export interface Clock {
  now(): number
}

/** A day in the person's own calendar, `YYYY-MM-DD`, without a time zone. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }

/**
 * The person's day at an instant. `toISOString` would give the day in Greenwich.
 * @param timeZone IANA name; the system's own zone where it is left out.
 */
export function localDateAt(instantMs: number, timeZone?: string): LocalDate {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(instantMs) as LocalDate
}
