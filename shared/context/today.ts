import { localDateAt } from '../clock'

/**
 * The person's day in words for a prompt: "Monday, 2026-11-30 (UTC-08:00)". To the day and no finer, so that the
 * prompt keeps its bytes from one turn to the next.
 * @param timeZone IANA name; the system's own zone where it is left out.
 */
export function describeToday(instantMs: number, timeZone?: string): string {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(instantMs)
  return `${weekday}, ${localDateAt(instantMs, timeZone)} (${utcOffset(instantMs, timeZone)})`
}

function utcOffset(instantMs: number, timeZone?: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instantMs)
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '') ?? ''
  return `UTC${offset === '' ? '+00:00' : offset}`
}
