import { expect, test } from 'vitest'
import { localDateAt } from '@shared/clock'
import type { SectionId } from '@shared/ids'
import { entriesWith, readMemory } from '@shared/memory/view'
import { confidenceWord } from '@renderer/parts/memory/proposal'
import { everything, filterItems, reviewItems } from '@renderer/parts/memory/review-items'
import { readable } from '@renderer/parts/memory/statement'
import { activeLines, findLines, linesOf } from '@renderer/features/memory/all/find-lines'
import { compareMemory, isSame } from '@renderer/features/memory/history/compare-memory'
import { largeMemory, sampleMemory } from '../../screens/sample-memory'

const now = Date.UTC(2026, 10, 30, 10)
const today = localDateAt(now)

test('what waits: contradictions, then proposals, then what ends, then what is to be asked', () => {
  const items = reviewItems(readMemory(sampleMemory('en', now).doc), today)
  const kinds = items.map(({ kind }) => kind)
  expect([...new Set(kinds)]).toEqual(['conflict', 'proposal', 'expiring', 'due'])
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  const proposals = items.flatMap((item) => (item.kind === 'proposal' ? [item.proposal.kind] : []))
  expect(proposals.sort()).toEqual(['change', 'merge', 'new', 'new', 'new', 'remove'])
})

test('a proposal says what is there now and what would be', () => {
  const items = reviewItems(readMemory(sampleMemory('en', now).doc), today)
  const said = items.flatMap((item) => (item.kind === 'proposal' && ['change', 'merge', 'remove'].includes(item.proposal.kind) ? [item.proposal] : []))
  expect(said.map(({ kind, before, after }) => [kind, [...before].sort(), after]).sort()).toEqual([
    ['change', ['Works at Acme as designer'], 'Works at Globex as design lead'],
    ['merge', ['Answers in metric units', 'Temperatures in Celsius, distances in kilometres'], 'Metric units throughout: Celsius, kilometres, 24-hour clock'],
    ['remove', ['Has a dentist appointment in September'], ''],
  ])
})

test('the list is filtered by section and by who proposes', () => {
  const items = reviewItems(readMemory(sampleMemory('en', now).doc), today)
  const imported = filterItems(items, { ...everything, author: 'import ChatGPT' })
  expect(imported.map(({ entry }) => entry.text)).toEqual(['Is learning Japanese with a tutor twice a week'])
  const tasks = filterItems(items, { ...everything, section: 'tasks' as SectionId })
  expect(tasks.every(({ entry }) => entry.sectionId === 'tasks')).toBe(true)
  expect(tasks.length).toBeGreaterThan(1)
})

test('lines are found by words, section, author and status, below their sections', () => {
  const view = readMemory(sampleMemory('en', now).doc)
  const texts = (filter: Partial<typeof activeLines>) => linesOf(findLines(view, { ...activeLines, ...filter })).map(({ text }) => readable(text))
  expect(texts({ text: 'TRAINS planes' })).toEqual(['Trains rather than planes'])
  expect(texts({ section: 'people' as SectionId })).toEqual(['Mina, my sister, in Turin'])
  expect(texts({ status: 'superseded' })).toEqual(['Lives in Lyon'])
  expect(texts({ status: 'rejected' })).toEqual(['Dislikes coriander'])
  expect(texts({ author: 'model model-large' }).length).toBeGreaterThan(0)
  const rows = findLines(view, activeLines)
  expect(rows[0]).toMatchObject({ kind: 'heading', section: 'identity' })
})

test('two thousand lines are filtered within a key press', { retry: 2 }, () => {
  const view = readMemory(largeMemory('en', now, 2_000).doc)
  findLines(view, activeLines)
  const start = performance.now()
  const rows = findLines(view, { ...activeLines, text: 'japanese 1999' })
  expect(linesOf(rows)).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(100)
})

test('memory of then beside memory of now: changed, gone, come, the same', () => {
  const then = readMemory(sampleMemory('en', now).doc)
  const [a, b, c] = entriesWith(then, 'active')
  if (a === undefined || b === undefined || c === undefined) throw new Error('the sample is too small')
  const entries = new Map(then.entries)
  entries.set(a.id, { ...a, text: 'Something else' })
  entries.set(b.id, { ...b, status: 'deleted' })
  const lines = compareMemory(then, { ...then, entries }).flatMap((section) => section.lines)
  expect(lines.find(({ id }) => id === a.id)).toMatchObject({ then: expect.any(String), now: 'Something else' })
  expect(lines.find(({ id }) => id === b.id)).toMatchObject({ now: null })
  expect(lines.filter((line) => !isSame(line))).toHaveLength(2)
  const back = compareMemory({ ...then, entries }, then).flatMap((section) => section.lines)
  expect(back.find(({ id }) => id === b.id)).toMatchObject({ then: null })
})

test('only a confidence that stands out is said', () => {
  expect([null, 0.3, 0.6, 0.9].map(confidenceWord)).toEqual([null, 'low', null, 'high'])
})

test('marks of emphasis are not read as signs', () => {
  expect(['- **Mina**, my sister', '2 ** 3 and `code`', '* plain'].map(readable)).toEqual(['Mina, my sister', '2 ** 3 and code', 'plain'])
})
