import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDateAt } from '@shared/clock'
import { isMessageSource, type EntryStatus } from '@shared/memory/layout'
import { statementOf } from '@shared/memory/profile-markdown'
import { entriesWith, type MemoryView } from '@shared/memory/view'
import { quoteOccurs } from '@shared/memory/words'
import { readEntries } from '@shared/sessions/index-doc'
import { messageText } from '@shared/sessions/message'
import { entriesIn } from '@renderer/state/memory-uses'
import { waitingProposals } from '@renderer/state/session-proposals'
import { reviewItems } from '@renderer/parts/memory/review-items'
import { demoPeople } from '../../fixtures/demo-people'
import { openDemoMonth, type DemoMonth } from '../../helpers/demo-month'

const now = new Date(2026, 10, 30, 12).getTime()
const today = localDateAt(now)

/** The end of a day, so many days after the month began. */
const endOfDay = (day: number): number => new Date(2026, 10, day, 23).getTime()

const statements = (view: MemoryView, ...statuses: readonly EntryStatus[]): string[] => entriesWith(view, ...statuses).map(({ text }) => statementOf(text))

describe.each(demoPeople)('the month of the demo, $language', (person) => {
  let month: DemoMonth
  beforeAll(async () => {
    month = await openDemoMonth(person.language, now)
  }, 60_000)
  afterAll(() => month.close())

  test('what is known at the end, what waits, and what became of the rest', () => {
    const { view } = month
    expect(statements(view, 'active').sort()).toEqual([...person.active].sort())
    expect(statements(view, 'proposed').sort()).toEqual([...person.proposed].sort())
    expect(statements(view, 'superseded').sort()).toEqual([...person.superseded].sort())
    expect(statements(view, 'rejected').sort()).toEqual([...person.rejected].sort())
    expect(statements(view, 'expired')).toEqual([person.expired])
    expect(statements(view, 'archived')).toEqual([person.ended])
  })

  test('nothing of another person, of a joke, a quotation, a paste or an outdated import is known of the person', () => {
    expect(statements(month.view, 'active').filter((statement) => person.foreign.test(statement))).toEqual([])
    const untrusted = entriesWith(month.view, 'proposed').filter(({ isUntrusted }) => isUntrusted)
    expect(untrusted.map(({ text }) => statementOf(text))).toEqual([person.untrusted])
  })

  test('review holds something of every kind, and the pinned conversation has a proposal', () => {
    const items = reviewItems(month.view, today)
    const seen = items.map((item) => (item.kind === 'proposal' ? item.proposal.kind : item.kind)).sort()
    expect(seen).toEqual(['change', 'conflict', 'due', 'expiring', 'new', 'new'])
    expect(items.find(({ kind }) => kind === 'due')?.entry.text).toBe(person.diet)
    const pinned = readEntries(month.index.doc).find(({ pinned: isPinned }) => isPinned)
    expect(waitingProposals(month.view, pinned?.id ?? null).ofSession).toHaveLength(1)
  })

  test('two devices apart said different cities: the later one counts, and both are shown', () => {
    const conflicts = reviewItems(month.view, today).flatMap((item) => (item.kind === 'conflict' ? [item.conflict] : []))
    expect(conflicts.map(({ isSettled }) => isSettled)).toEqual([true])
    expect(conflicts[0]?.entries.map(({ text }) => text)).toEqual([person.cities[2], person.superseded[2]])
    const devices = conflicts[0]?.entries.map(({ author }) => (author?.kind === 'person' ? author.device : null))
    expect(new Set(devices).size).toBe(2)
  })

  test('every line that was not typed has a source, and its quote stands there', async () => {
    const derived = [...month.view.entries.values()].filter(({ change }) => change !== null)
    expect(derived.filter(({ provenance }) => provenance.length === 0)).toEqual([])
    for (const source of derived.flatMap(({ provenance }) => provenance)) {
      if (!isMessageSource(source)) continue
      const message = await month.store.get(source.messageId)
      expect(message?.sessionId).toBe(source.sessionId)
      expect(quoteOccurs(source.quote, messageText(message?.parts ?? []))).toBe(true)
    }
  })

  test('the history goes back over the whole month, to the city of then', async () => {
    const [lyon, grenoble, voiron] = person.cities
    for (const [day, city] of [[3, lyon], [20, grenoble], [30, voiron]] as const) {
      const { view } = await month.history.stateAt(endOfDay(day))
      expect(statements(view, 'active').filter((statement) => [lyon, grenoble, voiron].includes(statement))).toEqual([city])
    }
    expect((await month.history.stateAt(new Date(2026, 9, 30).getTime())).view.entries.size).toBe(0)
    const steps = await month.history.list({ limit: 500 })
    const days = new Set(steps.map(({ record }) => localDateAt(record.at)))
    expect(steps.length).toBeGreaterThan(30)
    expect(days.size).toBeGreaterThan(12)
  })

  test('three changes of mind within minutes leave one line and three states', async () => {
    const hours = new Date(2026, 10, 7, 8, 55).getTime()
    const seen = new Set<string>()
    for (let minute = 0; minute < 10; minute += 0.5) {
      const { view } = await month.history.stateAt(hours + minute * 60_000)
      for (const statement of statements(view, 'active')) if (person.hours.includes(statement)) seen.add(statement)
    }
    expect([...seen]).toEqual(person.hours)
  })

  test('a topic that is never stored stays out: what was said of it later is refused', () => {
    expect(month.view.rules.map(({ kind, text }) => [kind, text])).toEqual([['topic', person.excluded]])
    const refused = month.records.reports.flatMap((report) => Object.entries(report.refused))
    expect(refused).toEqual([['excluded', 1]])
  })

  test('every answer of this device has a receipt that names what memory it had, and a price', async () => {
    const answers = month.records.rows.filter(({ role, device }) => role === 'assistant' && device === 'laptop')
    for (const { callId = '', answer } of answers) {
      const call = (await month.db.calls.get(callId as never)) as { manifest: Parameters<typeof entriesIn>[0]; costMicroUsd: number }
      expect(entriesIn(call.manifest).length).toBeGreaterThan(4)
      expect(answer?.costMicroUsd).toBeGreaterThan(0)
    }
    const uses = await month.db.memoryUses.toArray()
    expect(uses.find(({ entryId }) => month.view.entries.get(entryId)?.text === person.diet)?.count).toBeGreaterThan(20)
  })

  test('background work is done: the long conversation is summed up, all have titles, and nothing is queued', async () => {
    const sessions = readEntries(month.index.doc)
    expect(sessions.every(({ titleSource }) => titleSource === 'model')).toBe(true)
    expect(sessions.flatMap(({ summary }) => summary?.lines ?? []).map(({ kind }) => kind)).toEqual(['gist', 'gist', 'decision', 'question', 'todo'])
    const jobs = (await month.db.jobs.toArray()) as { readonly state: string }[]
    expect(jobs.map(({ state }) => state)).toEqual(Array.from({ length: sessions.length * 3 }, () => 'done'))
  })
})

test.each([[0, 5], [3, 30], [12, 0], [23, 55]])('opened at %i:%i, nothing of the month is in the future', async (hours, minutes) => {
  const opened = new Date(2026, 2, 30, hours, minutes).getTime()
  const month = await openDemoMonth('en', opened)
  expect(month.records.rows.filter(({ createdAt }) => createdAt > opened)).toEqual([])
  expect(statements(month.view, 'active')).toHaveLength(24)
  await month.close()
}, 60_000)
