import { calendarDay, dayOf, months, type Day, type DayRange } from './days'
import { monthNumbers, numberWords, weekdayNumbers } from './date-words'

type Groups = Readonly<Record<string, string | undefined>>
type Reading = (groups: Groups, today: Day, reference: Day) => DayRange | null
interface Pattern {
  readonly shape: RegExp
  readonly read: Reading
}

const named = (numbers: Readonly<Record<string, number>>): string => Object.keys(numbers).sort((a, b) => b.length - a.length).join('|')
const month = `(?<month>${named(monthNumbers)})\\.?`
const weekday = `(?<weekday>${named(weekdayNumbers)})`
const day = '(?<day>[0-3]?\\d)(?:st|nd|rd|th)?'
const year = '(?<year>(?:19|20)\\d\\d)'
const count = `(?<count>\\d{1,3}|${named(numberWords)})`
const season = '(?<season>spring|summer|autumn|winter|(?<=\\b(?:in|last|this|the|of) (?:the )?)fall)'
const zhYear = `(?:${year}\\s*年|(?<yearsBack>今年|去年|前年))`
const zhMonth = `(?<month>1[0-2]|0?[1-9]|${named(numberWords)})\\s*月(?:份)?`

/** Earlier patterns take their text away from later ones. */
const patterns: readonly Pattern[] = [
  { shape: /(?<year>(?:19|20)\d\d)[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})/gu, read: readDay },
  { shape: new RegExp(`${zhYear}?\\s*${zhMonth}\\s*(?<day>[0-3]?\\d|${named(numberWords)})\\s*[日号號]`, 'gu'), read: readDay },
  { shape: new RegExp(`\\b${day}(?: of)? ${month}(?:,? ${year})?\\b`, 'gu'), read: readDay },
  { shape: new RegExp(`\\b${month} ${day}\\b(?:,? ${year}\\b)?`, 'gu'), read: readDay },
  { shape: new RegExp(`\\b${month},? (?:of )?${year}\\b`, 'gu'), read: readMonth },
  // "May" and "march" are also words: without a year they want a preposition.
  { shape: new RegExp(`\\b(?:in|of|during|since|by|from|until|between|this|last|early|mid|late)[ -]${month}\\b`, 'gu'), read: readMonth },
  { shape: new RegExp(`${zhYear}?\\s*${zhMonth}`, 'gu'), read: readMonth },
  { shape: new RegExp(`\\b${season}\\b(?:(?: of)? ${year}\\b)?`, 'gu'), read: readSeason },
  { shape: new RegExp(`(?:${zhYear}的?\\s*)?(?<season>[春夏秋冬])[天季]`, 'gu'), read: readSeason },
  { shape: new RegExp(`${zhYear}`, 'gu'), read: readYear },
  { shape: new RegExp(`\\b(?:in|of|during|since|by|year) ${year}\\b`, 'gu'), read: readYear },
  { shape: /day before yesterday|前天|一昨日/gu, read: (_, today) => daysBack(today, 2) },
  { shape: /\byesterday\b|\blast night\b|昨[天日晚夜]/gu, read: (_, today) => daysBack(today, 1) },
  { shape: /\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|今[天日晚早]/gu, read: (_, today) => daysBack(today, 0) },
  { shape: new RegExp(`\\b${count} (?<unit>day|week|month|year)s? (?:ago|back)\\b`, 'gu'), read: readAgo },
  { shape: new RegExp(`${count}\\s*个?\\s*(?<unit>天|日|周|星期|礼拜|週間|月|年)\\s*(?:之?前)`, 'gu'), read: readAgo },
  { shape: new RegExp(`\\b(?:last|past|on|this) ${weekday}\\b`, 'gu'), read: readWeekday },
  { shape: /(?<last>[上这本]个?)?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])/gu, read: readChineseWeekday },
  { shape: /\blast week(?:end)?\b|上个?(?:周|星期|礼拜)末?|先週/gu, read: (_, today) => weeksBack(today, 1) },
  { shape: /\bthis week(?:end)?\b|[这本]个?(?:周|星期|礼拜)末?|今週/gu, read: (_, today) => weeksBack(today, 0) },
  { shape: /\blast month\b|上个?月|先月/gu, read: (_, today) => monthsBack(today, 1) },
  { shape: /\bthis month\b|[这本]个?月|今月/gu, read: (_, today) => monthsBack(today, 0) },
  { shape: /\blast year\b|昨年/gu, read: (_, today) => yearOf(calendarDay(today).year - 1) },
  { shape: /\bthis year\b/gu, read: (_, today) => yearOf(calendarDay(today).year) },
  { shape: /\bthe other day\b|\ba few days ago\b|前几天|前些天/gu, read: (_, today) => ({ from: today - 10, to: today - 2 }) },
]

/** Longest text that is looked through for dates: a question, not a pasted book. */
const longestQuestion = 2000

/**
 * The days that a question names, in English and Chinese: "in May", "7 May 2023", "last week", "两个月前". A day or a
 * month without its year is the latest one that is not after today.
 */
export function datesIn(question: string, today: Day): DayRange[] {
  let rest = question.slice(0, longestQuestion).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  const reference = referenceDay(rest, today)
  const found = patterns.flatMap(({ shape, read }) => {
    const ranges = [...rest.matchAll(shape)].map(({ groups = {} }) => read(groups, today, reference))
    rest = rest.replace(shape, ' | ')
    return ranges.filter((range) => range !== null)
  })
  return found.length === 2 && namesSpan.test(question) ? [spanOf(found)] : found
}

const namesSpan = /\b(?:between|from|to|until)\b|[从到至]|之间/i

const spanOf = (ranges: readonly DayRange[]): DayRange => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})

/** Between "11 August and 15 August 2023" both days lie in 2023: one named year stands for those left out. */
function referenceDay(question: string, today: Day): Day {
  const years = [...new Set(question.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g))].map(Number)
  const [named] = years
  return years.length === 1 && named !== undefined ? Math.min(today, yearOf(named).to) : today
}

function readDay(groups: Groups, _: Day, today: Day): DayRange | null {
  const monthNumber = toMonth(groups.month)
  const dayNumber = toNumber(groups.day)
  const thisYear = calendarDay(today).year
  const named = yearIn(groups, thisYear)
  if (named !== null) return only(dayOf(named, monthNumber, dayNumber))
  const [current, before] = [dayOf(thisYear, monthNumber, dayNumber), dayOf(thisYear - 1, monthNumber, dayNumber)]
  return only(current !== null && current <= today ? current : before)
}

function readMonth(groups: Groups, _: Day, today: Day): DayRange | null {
  const monthNumber = toMonth(groups.month)
  if (monthNumber < 1 || monthNumber > 12) return null
  const { year: thisYear, month: thisMonth } = calendarDay(today)
  return months(yearIn(groups, thisYear) ?? (monthNumber <= thisMonth ? thisYear : thisYear - 1), monthNumber)
}

const firstMonths = [[/spring|春/, 3], [/summer|夏/, 6], [/winter|冬/, 12]] as const

/** The northern seasons, as in most calendars that name them by months. */
function readSeason(groups: Groups, _: Day, today: Day): DayRange | null {
  const first = firstMonths.find(([name]) => name.test(groups.season ?? ''))?.[1] ?? 9
  const thisYear = calendarDay(today).year
  const named = yearIn(groups, thisYear)
  if (named !== null) return months(named, first, 3)
  return months(thisYear, first).from <= today ? months(thisYear, first, 3) : months(thisYear - 1, first, 3)
}

function readYear(groups: Groups, today: Day): DayRange | null {
  const named = yearIn(groups, calendarDay(today).year)
  return named === null ? null : yearOf(named)
}

/** "three weeks ago" is meant loosely: half a unit to each side. */
function readAgo(groups: Groups, today: Day): DayRange | null {
  const amount = toNumber(groups.count)
  const { year: thisYear, month: thisMonth } = calendarDay(today)
  switch (groups.unit) {
    case 'month':
    case '月':
      return months(thisYear, thisMonth - amount)
    case 'year':
    case '年':
      return yearOf(thisYear - amount)
    case 'day':
    case '天':
    case '日':
      return daysBack(today, amount)
    default:
      return { from: today - amount * 7 - 3, to: today - amount * 7 + 3 }
  }
}

function readWeekday(groups: Groups, today: Day): DayRange | null {
  const wanted = weekdayNumbers[groups.weekday ?? ''] ?? 0
  const back = (calendarDay(today).weekday - wanted + 6) % 7 + 1
  return daysBack(today, back)
}

function readChineseWeekday(groups: Groups, today: Day): DayRange | null {
  const wanted = '一二三四五六日'.indexOf(groups.weekday === '天' ? '日' : (groups.weekday ?? ''))
  const monday = today - calendarDay(today).weekday
  if (groups.last?.startsWith('上') === true) return daysBack(monday - 7 + wanted, 0)
  return monday + wanted <= today ? daysBack(monday + wanted, 0) : daysBack(monday - 7 + wanted, 0)
}

const daysBack = (today: Day, amount: number): DayRange => ({ from: today - amount, to: today - amount })

function weeksBack(today: Day, amount: number): DayRange {
  const monday = today - calendarDay(today).weekday - amount * 7
  return { from: monday, to: monday + 6 }
}

function monthsBack(today: Day, amount: number): DayRange {
  const { year: thisYear, month: thisMonth } = calendarDay(today)
  return months(thisYear, thisMonth - amount)
}

const yearOf = (number: number): DayRange => months(number, 1, 12)
const only = (found: Day | null): DayRange | null => (found === null ? null : { from: found, to: found })
const toNumber = (text = ''): number => numberWords[text] ?? Number(text)
const toMonth = (text = ''): number => monthNumbers[text] ?? toNumber(text)

function yearIn({ year: named, yearsBack }: Groups, thisYear: number): number | null {
  if (named !== undefined) return Number(named)
  return yearsBack === undefined ? null : thisYear - ['今年', '去年', '前年'].indexOf(yearsBack)
}
