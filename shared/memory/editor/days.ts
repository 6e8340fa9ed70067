import type { LocalDate } from '../../clock'

/** A day that is in the calendar, of a year that people plan in; null for anything else. */
export function readDay(text: string): LocalDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 2200
  return isReal ? (text as LocalDate) : null
}

const english = /\b(?:today|tonight|tomorrow|yesterday|(?:next|last|this|coming) (?:week(?:end)?|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|in (?:\d+|a|an|one|two|three|a few) (?:days?|weeks?|months?))\b/i
const chinese = /今[天晚早日]|[明后昨前]天|[上下本这](?:个)?(?:周|星期|礼拜|月)|[明去今]年|(?:\d+|[一两二三几])(?:天|个?星期|周|个月)[后前]/

/** Whether a statement says a day by where it was said from: tomorrow it would mean another one. */
export const hasRelativeDay = (text: string): boolean => english.test(text) || chinese.test(text)
