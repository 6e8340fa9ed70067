import type { RecallMessage } from '@shared/context/recall/message'
import { RecallIndex, type StoredSegment } from '@shared/context/recall/recall-index'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ask, indexOf } from '../../helpers/recall'

const vocabulary = ['garden', 'tomato', 'rain', 'server', 'crash', 'memory', '花园', '下雨', '服务器', '内存', 'Ann', 'why?']
const questions = ['the crash of the server', 'Ann garden rain', '服务器的内存', 'last week tomato']

const messageArbitrary: fc.Arbitrary<RecallMessage> = fc.record({
  id: fc.integer({ min: 0, max: 40 }).map((number) => `m${number}`),
  sessionId: fc.constantFrom('s1', 's2', 's3'),
  speaker: fc.constantFrom('Ann', 'Ben', '小林'),
  text: fc.array(fc.constantFrom(...vocabulary), { maxLength: 6 }).map((words) => words.join(' ')),
  createdAt: fc.integer({ min: 0, max: 30 }).map((day) => Date.UTC(2026, 10, 1) + day * 86_400_000),
})

type Step = { readonly add: readonly RecallMessage[] } | { readonly remove: readonly string[] } | { readonly reopen: true }
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.array(messageArbitrary, { maxLength: 8 }).map((add) => ({ add })) },
  { weight: 2, arbitrary: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }).map((ids) => ({ remove: ids.map((id) => `m${id}`) })) },
  { weight: 1, arbitrary: fc.constant({ reopen: true as const }) },
)

function reopened(segments: readonly StoredSegment[]): RecallIndex {
  const index = new RecallIndex({ countTokens: estimateTokens })
  index.load(segments.map(({ number, bytes }) => ({ number, bytes: bytes.slice() })))
  return index
}

describe('an index that grew', () => {
  test('adding, removing and reopening in any order ranks as an index built from what is left', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 12 }), (steps) => {
        let index = indexOf([])
        const left = new Map<string, RecallMessage>()
        for (const step of steps) {
          if ('add' in step) {
            index.add(step.add)
            for (const message of step.add) left.set(message.id, message)
          } else if ('remove' in step) {
            index.remove(step.remove)
            for (const id of step.remove) left.delete(id)
          } else index = reopened(index.store())
        }
        const rebuilt = indexOf([...left.values()].reverse())
        expect(index.size).toBe(left.size)
        expect(questions.map((question) => ask(index, question))).toEqual(questions.map((question) => ask(rebuilt, question)))
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  test('more messages than a segment holds are found, stored and reopened', () => {
    const messages = Array.from({ length: 9000 }, (_, number): RecallMessage => {
      const text = `word${number} common ${number % 2 === 0 ? 'even' : 'odd'}`
      return { id: `m${number}`, sessionId: `s${number % 7}`, speaker: 'Ann', text, createdAt: number }
    })
    const index = indexOf(messages)
    const opened = reopened(index.store())
    for (const found of [index, opened]) {
      expect(found.countOf('common')).toBe(9000)
      expect(ask(found, 'word4097', { budgetTokens: 25 }).passages[0]).toMatchObject({ messageId: 'm4097', reason: 'words' })
    }
    opened.add([{ id: 'new', sessionId: 's0', speaker: 'Ann', text: 'freshword', createdAt: 10_000 }])
    expect(opened.countOf('freshword')).toBe(1)
  })

  test('a changed message does not stay findable by its old words', () => {
    const message: RecallMessage = { id: 'm', sessionId: 's', speaker: 'Ann', text: 'zebra', createdAt: 1 }
    const index = indexOf([message])
    index.add([{ ...message, text: 'giraffe' }])
    expect([index.size, index.countOf('zebra'), index.countOf('giraff')]).toEqual([1, 0, 1])
  })
})

describe('what is stored', () => {
  const secret: RecallMessage = { id: 'id-of-the-secret', sessionId: 'session-of-it', speaker: 'Zacharias', text: 'the hippocampus 银河系 42424242', createdAt: 5 }
  const others = Array.from({ length: 5000 }, (_, number): RecallMessage => {
    return { id: `m${number}`, sessionId: 's', speaker: 'Ann', text: `plain words ${number % 90}`, createdAt: 10 + number }
  })
  const traces = ['id-of-the-secret', 'session-of-it', 'Zacharias', 'hippocampus', '银河', '42424242']
  const inBytes = (segments: readonly StoredSegment[]): string[] => {
    const text = segments.map(({ bytes }) => Buffer.from(bytes).toString('utf8')).join('')
    return traces.filter((trace) => text.includes(trace))
  }

  test('keeps nothing of a removed message, or "forget for good" would be a lie', () => {
    const index = indexOf([secret, ...others])
    expect(inBytes(index.store()).length).toBeGreaterThan(3)
    index.remove([secret.id])
    expect(inBytes(index.store())).toEqual([])
    const opened = reopened(indexOf([secret, ...others]).store())
    opened.remove([secret.id])
    expect(inBytes(opened.store())).toEqual([])
  })

  test('is the same object where nothing changed, so that one new message does not rewrite everything', () => {
    const index = indexOf(others)
    const before = index.store()
    index.add([secret])
    const after = index.store()
    expect(after.map((segment, place) => segment === before[place])).toEqual([true, false])
  })

  test('bytes of another format are refused, or garbage would be ranked', () => {
    const index = new RecallIndex({ countTokens: estimateTokens })
    expect(() => index.load([{ number: 0, bytes: Uint8Array.of(99, 1, 2) }])).toThrow('format 99')
  })
})
