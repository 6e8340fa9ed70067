import { datesIn } from '@shared/context/recall/dates'
import { dateText, dayAt, dayOf, startOfDay } from '@shared/context/recall/days'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

// A Monday.
const today = dayOf(2026, 11, 30) ?? 0
const read = (question: string): string[] => datesIn(question, today).map(({ from, to }) => (from === to ? dateText(from) : `${dateText(from)}..${dateText(to)}`))

describe('days that a question names', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['What did I say on 7 May 2023?', ['2023-05-07']],
    ['What did I say on May 7th?', ['2026-05-07']],
    ['2023-05-07', ['2023-05-07']],
    ['Where was I in May?', ['2026-05-01..2026-05-31']],
    ['the plan of December', ['2025-12-01..2025-12-31']],
    ['in January 2024', ['2024-01-01..2024-01-31']],
    ['between August 11 and August 15 2023', ['2023-08-11..2023-08-15']],
    ['yesterday', ['2026-11-29']],
    ['the bug we solved last week', ['2026-11-23..2026-11-29']],
    ['last Friday', ['2026-11-27']],
    ['two weeks ago', ['2026-11-13..2026-11-19']],
    ['three months ago', ['2026-08-01..2026-08-31']],
    ['last summer', ['2026-06-01..2026-08-31']],
    ['去年五月我在哪里', ['2025-05-01..2025-05-31']],
    ['5月7号说了什么', ['2026-05-07']],
    ['上周三', ['2026-11-25']],
    ['两个月前', ['2026-09-01..2026-09-30']],
    ['昨天和前天', ['2026-11-28', '2026-11-29']],
    ['上个月', ['2026-10-01..2026-10-31']],
    ['二零', []],
  ]

  test('are found in English and Chinese, or "last week" would be looked for as words', () => {
    expect(cases.map(([question]) => [question, read(question)])).toEqual(cases)
  })

  test('the verbs may and march name no month, or polite questions would be pulled to spring', () => {
    expect(read('May I ask whether you may march with us?')).toEqual([])
  })

  test('a day that no calendar has names nothing, or it would stand for another day', () => {
    expect(read('30 February 2023')).toEqual([])
    expect(read('2023-13-01')).toEqual([])
  })

  test('any text is read without an error, and every range is in order', () => {
    const words = fc.constantFrom('May', '31', 'february', '2023', 'last', 'week', '上', '周', '十二', '月', '号', '0', 'ago', '99', 'years', '前')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        expect(datesIn(parts.join(' '), today).filter(({ from, to }) => !(from <= to))).toEqual([])
      }),
      { seed: 11, numRuns: 500 },
    )
  })
})

describe('days are those of the person', () => {
  test('late in the evening in Shanghai it is still the day before in Los Angeles', () => {
    const instant = Date.UTC(2026, 4, 7, 15, 30)
    expect(dateText(dayAt(instant, 'Asia/Shanghai'))).toBe('2026-05-07')
    expect(dateText(dayAt(Date.UTC(2026, 4, 7, 16, 30), 'Asia/Shanghai'))).toBe('2026-05-08')
    expect(dateText(dayAt(Date.UTC(2026, 4, 8, 6, 30), 'America/Los_Angeles'))).toBe('2026-05-07')
  })

  test('a day begins at its local midnight, also where the clock changes', () => {
    const zones = ['UTC', 'Asia/Shanghai', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland']
    const wrong = zones.flatMap((zone) =>
      Array.from({ length: 366 }, (_, offset) => today - offset).filter((day) => {
        const start = startOfDay(day, zone)
        return dayAt(start, zone) !== day || dayAt(start - 1, zone) !== day - 1
      }),
    )
    expect(wrong).toEqual([])
  })
})
