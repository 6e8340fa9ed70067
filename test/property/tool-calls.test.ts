import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBlockCounter } from '@shared/providers/wire/answer-decoder'
import { createToolCallAssembler, type ToolCallPiece } from '@shared/providers/wire/tool-calls'

const isExhaustive = process.env['COMMONPLACE_EXHAUSTIVE'] !== undefined
const options = { seed: 20261130, numRuns: isExhaustive ? 200_000 : 4000 }

interface Call {
  readonly name: string
  readonly argumentsText: string
}

/** How a server numbers its calls, names them and cuts them up; each was reported of some server. */
interface Habits {
  readonly index: 'right' | 'from-one' | 'always-zero' | 'none'
  readonly id: 'right' | 'first-piece-only' | 'blank' | 'missing' | 'all-the-same'
  readonly name: 'first' | 'every' | 'last'
  readonly cuts: readonly number[]
  /** Later pieces of a call carry this index instead. */
  readonly wrongLaterIndex: number | null
  readonly isInterleaved: boolean
}

const callArbitrary = fc.record({
  name: fc.constantFrom('weather', 'search'),
  argumentsText: fc
    .oneof(
      fc.record({ city: fc.string({ maxLength: 6 }) }),
      fc.record({ nested: fc.record({ list: fc.array(fc.integer(), { maxLength: 3 }), text: fc.string({ unit: 'grapheme', maxLength: 4 }) }) }),
      fc.constant({}),
    )
    .map((value) => JSON.stringify(value)),
})
const habitsArbitrary: fc.Arbitrary<Habits> = fc.record({
  index: fc.constantFrom('right', 'from-one', 'always-zero', 'none'),
  id: fc.constantFrom('right', 'first-piece-only', 'blank', 'missing', 'all-the-same'),
  name: fc.constantFrom('first', 'every', 'last'),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  wrongLaterIndex: fc.option(fc.integer({ min: 0, max: 5 })),
  isInterleaved: fc.boolean(),
})
  // Nobody can tell pieces of two calls that swap their indexes, or a name that is said again on another index, from
  // calls that are meant so; a wrong index was reported of bare arguments only.
  .map((habits) => {
    const isTold = habits.name === 'first'
    const isNumbered = habits.index === 'right' || habits.index === 'from-one' || habits.id === 'right'
    const isInterleaved = habits.isInterleaved && isNumbered
    return { ...habits, isInterleaved, wrongLaterIndex: isInterleaved || !isTold ? null : habits.wrongLaterIndex }
  })

function piecesOf(call: Call, position: number, habits: Habits): readonly ToolCallPiece[] {
  const { argumentsText: text } = call
  const offsets = [0, ...habits.cuts.map((place) => Math.floor(place * text.length)).sort((left, right) => left - right), text.length]
  const texts = offsets.slice(1).map((end, index) => text.slice(offsets[index], end))
  return texts.map((argumentsText, index) => {
    const isFirst = index === 0
    const isNamed = habits.name === 'every' || (habits.name === 'first' ? isFirst : index === texts.length - 1)
    const rightIndex = { right: position, 'from-one': position + 1, 'always-zero': 0, none: null }[habits.index]
    const id = { right: `id-${position}`, 'first-piece-only': isFirst ? `id-${position}` : null, blank: '', missing: null, 'all-the-same': 'same' }[habits.id]
    return { index: isFirst || habits.wrongLaterIndex === null ? rightIndex : habits.wrongLaterIndex, id, name: isNamed ? call.name : null, argumentsText }
  })
}

function streamOf(calls: readonly Call[], habits: Habits): readonly ToolCallPiece[] {
  const each = calls.map((call, position) => piecesOf(call, position, habits))
  if (!habits.isInterleaved) return each.flat()
  const rounds = Math.max(0, ...each.map((pieces) => pieces.length))
  return Array.from({ length: rounds }, (_, round) => each.flatMap((pieces) => pieces[round] ?? [])).flat()
}

/** The finished calls; null where the answer ends as a visible failure. */
function assembled(pieces: readonly ToolCallPiece[]) {
  const assembler = createToolCallAssembler(createBlockCounter())
  for (const piece of pieces) assembler.accept(piece)
  return assembler.finish('chatcmpl-1')?.flatMap((part) => (part.type === 'tool-call' ? [part] : [])) ?? null
}

const words = ({ name, argumentsText }: Call): string => `${name} ${argumentsText}`

describe('REP-16 to REP-20 tool calls, however a server writes them', { timeout: isExhaustive ? 900_000 : 60_000 }, () => {
  test('all calls come out as they were meant, or something is seen to be broken: never a wrong call, never one that is lost', () => {
    fc.assert(
      fc.property(fc.array(callArbitrary, { minLength: 1, maxLength: 4 }), habitsArbitrary, (calls, habits) => {
        const result = assembled(streamOf(calls, habits))
        const isSeenBroken = result === null || result.some(({ isValidJson }) => !isValidJson)
        if (!isSeenBroken) expect(result.map(words).toSorted()).toEqual(calls.map(words).toSorted())
      }),
      options,
    )
  })

  test('a server with right indexes or right ids is understood, in pieces and interleaved', () => {
    const sane = habitsArbitrary.filter(
      ({ index, id, name, wrongLaterIndex, isInterleaved }) =>
        wrongLaterIndex === null && (index === 'right' || index === 'from-one') && id !== 'all-the-same' && !(isInterleaved && name === 'last'),
    )
    fc.assert(
      fc.property(fc.array(callArbitrary, { minLength: 1, maxLength: 4 }), sane, (calls, habits) => {
        expect(assembled(streamOf(calls, habits))?.map(words)).toEqual(calls.map(words))
      }),
      options,
    )
  })

  test('whole calls are told apart without indexes and without ids', () => {
    fc.assert(
      fc.property(fc.array(callArbitrary, { minLength: 1, maxLength: 4 }), habitsArbitrary, (calls, habits) => {
        const whole: Habits = { ...habits, cuts: [], wrongLaterIndex: null, name: 'first' }
        expect(assembled(streamOf(calls, whole))?.map(words)).toEqual(calls.map(words))
      }),
      options,
    )
  })

  test('every call has an id of its own', () => {
    fc.assert(
      fc.property(fc.array(callArbitrary, { minLength: 1, maxLength: 4 }), habitsArbitrary, (calls, habits) => {
        const ids = assembled(streamOf(calls, habits))?.map(({ toolCallId }) => toolCallId) ?? []
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/)
      }),
      options,
    )
  })
})
