import { fileURLToPath } from 'node:url'
import { renderPassages } from '@shared/context/recall/passages'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { merged, readConversations } from '../../bench/recall/conversations'
import { qualityFigures } from '../../bench/recall/quality'
import { ask, conversation, idsOf, indexOf } from '../../helpers/recall'

const messages = conversation({
  trip: {
    day: '2026-05-07',
    lines: ['Ann: Where did you sleep in Lisbon?', 'Ben: A small room near the river, very quiet.', 'Ann: Nice!', 'Ben: I paid 60 a night.'],
  },
  work: { day: '2026-11-24', lines: ['Ben: The server crashed twice.', 'Ann: It was the cache without a limit.', 'Ben: Fixed, thanks.'] },
  pets: { day: '2026-09-01', lines: ['Ann: My dog is afraid of thunder.', 'Ben: Mine too.', 'Ann: We play music then.'] },
  chat: { day: '2026-10-10', lines: ['Ann: Nice!', 'Ben: Good night.', 'Ann: The weather is nice.'] },
})
const index = indexOf(messages)
const texts = new Map(messages.map((message) => [message.id, message]))
const best = (question: string, more = {}): string | undefined =>
  ask(index, question, more).passages.toSorted((a, b) => b.score - a.score)[0]?.messageId

describe('what is recalled', () => {
  test('an answer that repeats no word of the question comes with it', () => {
    expect(idsOf(ask(index, 'Lisbon', { budgetTokens: 60 }))).toContain('trip-2')
  })

  test('a kind leads to its members: who asks for pets means the dog', () => {
    expect(best('What pet does she have?')).toBe('pets-1')
  })

  test('the named speaker comes first, or Ann would be given what Ben said', () => {
    const two = indexOf(conversation({ s: { day: '2026-05-01', lines: ['Ann: I like tea.', 'Ben: Hm.', 'Ann: So.', 'Ben: Yes.', 'Ben: I like tea.'] } }))
    const first = (question: string) => ask(two, question).passages.toSorted((a, b) => b.score - a.score)[0]?.messageId
    expect([first('Does Ann like tea?'), first('Does Ben like tea?')]).toEqual(['s-1', 's-5'])
    expect(first('Do I like tea?')).toBe(first('tea'))
    expect(ask(two, 'What tea do I like?', { asker: 'Ann' }).passages.toSorted((a, b) => b.score - a.score)[0]?.messageId).toBe('s-1')
  })

  test('a day leads to its session though no word does', () => {
    const recalled = ask(index, 'What was the matter last week?', { budgetTokens: 60 })
    expect(new Set(recalled.passages.map(({ sessionId }) => sessionId))).toEqual(new Set(['work']))
    expect(recalled.passages.every(({ reason }) => reason === 'date')).toBe(true)
  })

  test('messages that are in the prompt anyway are not recalled', () => {
    expect(idsOf(ask(index, 'Lisbon', { exclude: new Set(['trip-1', 'trip-2']) }))).not.toContain('trip-2')
  })

  test('a text said twice takes room once', () => {
    expect(idsOf(ask(index, 'nice weather')).filter((id) => ['trip-3', 'chat-1'].includes(id))).toHaveLength(1)
  })

  test('reasons are true of the ranking', () => {
    for (const question of ['Where in Lisbon?', 'server cache', 'dog', 'what on 24 November?']) {
      for (const { reason, matchedWords } of ask(index, question).passages) {
        if (reason === 'words') expect(matchedWords.length).toBeGreaterThan(0)
        if (reason === 'date') expect(question).toContain('November')
      }
    }
    expect(ask(index, 'Lisbon').passages.find(({ messageId }) => messageId === 'trip-2')?.reason).toBe('beside')
  })

  test('what did not fit is said', () => {
    const whole = ask(index, 'server cache dog')
    const { passages, omitted } = ask(index, 'server cache dog', { budgetTokens: 40 })
    expect(omitted.length).toBeGreaterThan(0)
    expect([...passages, ...omitted].map(({ messageId }) => messageId).sort()).toEqual(idsOf(whole).sort())
  })

  test('a question that matches nothing recalls nothing, rather than filling the prompt', () => {
    expect([ask(index, 'quantum chromodynamics'), ask(indexOf([]), 'anything')].map(idsOf)).toEqual([[], []])
  })
})

describe('the prompt', () => {
  test('whole messages stay within any budget, headers counted, sessions by time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), fc.constantFrom('Lisbon room', 'nice server dog', 'May cache'), (budgetTokens, question) => {
        const { passages, totalTokens } = ask(index, question, { budgetTokens })
        const prompt = renderPassages(passages.flatMap(({ messageId }) => texts.get(messageId) ?? []), 'UTC')
        const parts = prompt.split('\n').reduce((total, line) => total + (line === '' ? 0 : estimateTokens(`${line}\n`)), 0)
        expect(totalTokens).toBe(parts)
        expect(totalTokens).toBeLessThanOrEqual(budgetTokens)
        expect(passages.every(({ messageId }) => prompt.includes(texts.get(messageId)?.text ?? 'gone'))).toBe(true)
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  test('has one header per session and day, in the zone of the person', () => {
    const late = conversation({ s: { day: '2026-05-07', lines: ['Ann: one', 'Ben: two'] } }).map((message) => ({ ...message, createdAt: message.createdAt + 7 * 3_600_000 }))
    expect(renderPassages(late, 'Asia/Shanghai')).toBe('[2026-05-08]\nAnn: one\nBen: two\n')
    expect(renderPassages(late, 'UTC')).toBe('[2026-05-07]\nAnn: one\nBen: two\n')
  })

  test('is the same for the same question, whatever the order in which messages came', () => {
    const shuffled = indexOf(messages.toSorted((a, b) => (a.text < b.text ? -1 : 1)))
    for (const question of ['nice', 'server in Lisbon', 'last week']) expect(ask(shuffled, question)).toEqual(ask(index, question))
  })
})

describe('hostile questions', () => {
  test('a pasted book of 100 KB is answered in the time of a question', () => {
    const book = Array.from({ length: 15_000 }, (_, number) => `word${number}`).join(' ')
    const startedAt = performance.now()
    expect(idsOf(ask(index, `Lisbon ${book}`))).toContain('trip-1')
    ask(index, '年月日'.repeat(35_000))
    ask(index, '1'.repeat(100_000))
    ask(index, ' '.repeat(100_000))
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  test('control characters, lone surrogates and patterns are text', () => {
    const questions = ['\u0000\u0001', '\ud800', '((((.*)*)*', '$1 \\p{L}', '', '?', 'the of and', '[2026-05-07]\n', '🎉🎉']
    expect(questions.map((question) => ask(index, question).totalTokens <= 500)).toEqual(questions.map(() => true))
  })
})

test('at 2,000 tokens at least 85 percent of what Chinese questions need is in the prompt', () => {
  const conversations = readConversations(fileURLToPath(new URL('../../fixtures/recall-zh', import.meta.url)))
  expect(conversations.reduce((total, { questions }) => total + questions.length, 0)).toBeGreaterThanOrEqual(100)
  const targets = [{ group: 'all questions', budgetTokens: 2000, atLeast: 85 }]
  const figures = qualityFigures('Chinese', [merged('all', conversations)], [2000], targets)
  expect(figures.filter(({ ok }) => !ok)).toEqual([])
})
