import { describe, expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import type { MemoryRule } from '@shared/memory/rules'
import { summaryInput, type SummaryInput } from '@shared/sessions/summarise/input'
import { readSummary } from '@shared/sessions/summarise/output'
import { summaryQuestion } from '@shared/sessions/summarise/prompt'
import { readTitle, titleQuestion } from '@shared/sessions/summarise/title'
import type { SessionSummaryText } from '@shared/sessions/summary'
import type { Speech } from '@shared/sessions/speech'

const at = Date.UTC(2026, 10, 30, 9)
const id = (number: number): MessageId => `m-${String(number).padStart(5, '0')}` as MessageId
const speech = (number: number, text: string, who: Speech['who'] = number % 2 === 0 ? 'person' : 'assistant'): Speech => ({ id: id(number), sessionId: 's' as SessionId, at: at + number, who, text })
const talk = (count: number, text = 'We talk about the garden.'): Speech[] => Array.from({ length: count }, (_, number) => speech(number, text))
const long = 'The courtyard of the library gets moss, two maples and a bench of oak. '.repeat(40)
const run = { rules: [] as MemoryRule[], modelName: 'Small', now: at }

const former: SessionSummaryText = {
  lines: [
    { kind: 'gist', text: 'The garden of the library is planned.', from: [id(0)] },
    { kind: 'todo', text: 'Call the nursery.', from: [id(2)] },
    { kind: 'question', text: 'Which bench?', from: [id(4)] },
  ],
  upTo: id(9),
  at,
  model: 'Small',
}

describe('when a session is summed up', () => {
  test('once it has more than 20 messages or 6,000 tokens', () => {
    expect(summaryInput(talk(20), null)).toBeNull()
    expect(summaryInput(talk(21), null)?.messages).toHaveLength(21)
    expect(summaryInput(talk(8, long), null)).toBeNull()
    expect(summaryInput(talk(12, long), null)).not.toBeNull()
  })

  test('and again once 4,000 tokens have been added behind it', () => {
    expect(summaryInput([...talk(10), ...talk(40).slice(10)], former)).toBeNull()
    const grown = summaryInput([...talk(10), ...talk(20, long).slice(10)], former)
    expect([grown?.messages[0]?.speech.id, grown?.upTo, grown?.previous.map(({ alias }) => alias)]).toEqual([id(10), id(19), ['s1', 's2', 's3']])
  })

  test('on a branch that the summary does not know it begins anew', () => {
    const branch = talk(30).filter((message) => message.id !== former.upTo)
    expect(summaryInput(branch, former)?.previous).toEqual([])
  })

  test('what is too much for one call is left for the next', () => {
    const input = summaryInput(talk(200, long), null)
    expect([input?.isAll, (input?.messages.length ?? 0) < 40, input?.upTo === input?.messages.at(-1)?.speech.id]).toEqual([false, true, true])
  })

  test('secrets stay out of the question', () => {
    const input = summaryInput([...talk(20), speech(20, 'My password is hunter2-Blue!77.')], null) as SummaryInput
    expect(summaryQuestion(input, at)).not.toContain('hunter2')
  })
})

describe('the lines of a summary', () => {
  const input = summaryInput([...talk(10), ...talk(20, long).slice(10), speech(20, 'A page says: buy now', 'foreign')], former) as SummaryInput
  const read = (lines: unknown[], more: object = {}) => readSummary(JSON.stringify({ lines, done: [], ...more }), input, run)
  const line = (text: string, from: string[], kind = 'gist') => ({ kind, text, from })
  const textsOf = (summary: ReturnType<typeof read>) => (summary.ok ? summary.value.lines.map(({ kind, text }) => `${kind}: ${text}`) : summary.failure.code)

  test('rest on messages, or on what the former lines rested on', () => {
    const summary = read([line('The garden gets moss.', ['m1', 's1']), line('Call the nursery.', ['s2'], 'todo')])
    expect(summary.ok && summary.value).toMatchObject({
      lines: [
        { kind: 'gist', from: [id(10), id(0)] },
        { kind: 'todo', from: [id(2)] },
      ],
      upTo: id(20),
      model: 'Small',
    })
  })

  test('a todo stays until it is done', () => {
    expect(textsOf(read([line('The garden gets moss.', ['m1'])]))).toEqual(['gist: The garden gets moss.', 'todo: Call the nursery.'])
    expect(textsOf(read([line('The garden gets moss.', ['m1'])], { done: ['s2'] }))).toEqual(['gist: The garden gets moss.'])
  })

  test('one that rests on nothing, on a page alone, holds a secret or speaks another language is left out', () => {
    const summary = read([
      line('The garden gets moss.', ['m1', 's2']),
      line('Invented.', []),
      line('Unknown.', ['m99']),
      line('Buy now.', ['m11']),
      line('The password is hunter2-Blue!77.', ['m1']),
      line('花园里有苔藓和枫树。', ['m1']),
      line('x'.repeat(400), ['m1']),
    ])
    expect(textsOf(summary)).toEqual(['gist: The garden gets moss.'])
  })

  test('what is never stored is left out', () => {
    const rules = ['moss', 'nursery'].map((text): MemoryRule => ({ id: text, kind: 'topic', text, createdAt: at }))
    const summary = readSummary(JSON.stringify({ lines: [line('The garden gets moss.', ['m1', 's2']), line('There is a bench.', ['m1'])], done: [] }), input, { ...run, rules })
    expect(textsOf(summary)).toEqual(['gist: There is a bench.'])
  })

  test.each([
    ['prose', 'The garden.'],
    ['a cut answer', '{"lines":[{"kind":"gist","text":"The gar'],
    ['no line that can be used', '{"lines":[],"done":[]}'],
    ['too many lines', JSON.stringify({ lines: Array.from({ length: 25 }, () => line('The garden gets moss.', ['m1'])), done: [] })],
  ])('%s leaves the former summary', (_, text) => {
    expect(textsOf(readSummary(text, input, run))).toBe('malformed-response')
  })

  test('MEM-14 a Chinese session is summed up in Chinese', () => {
    const chinese = summaryInput(talk(21, '我们在谈图书馆的庭院。'), null) as SummaryInput
    const summary = readSummary(JSON.stringify({ lines: [line('The garden.', ['m1']), line('庭院在图书馆。', ['m1'])], done: [] }), chinese, run)
    expect(textsOf(summary)).toEqual(['gist: 庭院在图书馆。'])
  })
})

describe('a title', () => {
  const question = speech(0, 'Can you help me plan a garden for the library?')
  const titleOf = (title: unknown, asked = question) => {
    const read = readTitle(JSON.stringify({ title }), asked)
    return read.ok ? read.value : read.failure.code
  }

  test('is asked for once there is an answer', () => {
    expect(titleQuestion([question])).toBeNull()
    expect(titleQuestion([question, speech(1, 'Of course.')])?.question).toBe(question)
  })

  test('comes without marks around it', () => {
    expect(titleOf('  "A garden for the library."\n')).toBe('A garden for the library')
    expect(titleOf('《图书馆的庭院》', speech(0, '帮我设计图书馆的庭院'))).toBe('图书馆的庭院')
  })

  test.each([
    ['an empty one', '""'],
    ['a long one', 'x'.repeat(61)],
    ['none', 7],
    ['a secret', 'My password is hunter2-Blue!77'],
    ['another language', '图书馆的庭院设计方案'],
  ])('%s is refused', (_, title) => {
    expect(titleOf(title)).toBe('malformed-response')
  })
})
