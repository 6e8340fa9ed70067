import { describe, expect, test } from 'vitest'
import { createBlockCounter } from '@shared/providers/wire/answer-decoder'
import { createToolCallAssembler, type ToolCallPiece } from '@shared/providers/wire/tool-calls'

/** A piece as servers send it, with whatever is missing left out. */
const piece = (given: Partial<ToolCallPiece>): ToolCallPiece => ({
  index: null,
  id: null,
  name: null,
  argumentsText: '',
  ...given,
})

function assembled(pieces: readonly Partial<ToolCallPiece>[]) {
  const assembler = createToolCallAssembler(createBlockCounter())
  for (const given of pieces) assembler.accept(piece(given))
  const calls = assembler.finish('chatcmpl-abc123')
  return (
    calls?.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ id: part.toolCallId, name: part.name, arguments: part.argumentsText, valid: part.isValidJson }]
        : [],
    ) ?? null
  )
}

const paris = { name: 'weather', arguments: '{"city":"Paris"}', valid: true }
const rome = { name: 'weather', arguments: '{"city":"Rome"}', valid: true }

describe('REP-16 to REP-20 tool calls as servers really send them', () => {
  test('the plain shape: an id and a name first, arguments in pieces', () => {
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather' },
        { index: 0, argumentsText: '{"city":' },
        { index: 0, argumentsText: '"Paris"}' },
        { index: 1, id: 'b', name: 'weather', argumentsText: '{"city":"Rome"}' },
      ]),
    ).toEqual([
      { id: 'a', ...paris },
      { id: 'b', ...rome },
    ])
  })

  test('REP-16 two whole calls on index 0 without ids stay two, with ids of their own', () => {
    const calls = assembled([
      { index: 0, name: 'weather', argumentsText: '{"city":"Paris"}' },
      { index: 0, name: 'weather', argumentsText: '{"city":"Rome"}' },
    ])
    expect(calls).toEqual([
      { id: 'call_chatcmplabc123_0', ...paris },
      { id: 'call_chatcmplabc123_1', ...rome },
    ])
  })

  test('REP-16 blank ids are made up, and a blank id behind a real one does not replace it', () => {
    expect(assembled([{ index: 0, id: '', name: 'weather', argumentsText: '{"city":"Paris"}' }])).toEqual([
      { id: 'call_chatcmplabc123_0', ...paris },
    ])
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather', argumentsText: '{"city":' },
        { index: 0, id: '', argumentsText: '"Paris"}' },
      ]),
    ).toEqual([{ id: 'a', ...paris }])
  })

  test('REP-17 indexes that begin at 1, and none at all', () => {
    expect(
      assembled([
        { index: 1, id: 'a', name: 'weather', argumentsText: '{"city":"Paris"}' },
        { index: 2, id: 'b', name: 'weather', argumentsText: '{"city":"Rome"}' },
      ]),
    ).toEqual([
      { id: 'a', ...paris },
      { id: 'b', ...rome },
    ])
    expect(
      assembled([
        { id: 'a', name: 'weather', argumentsText: '{"city":' },
        { argumentsText: '"Paris"}' },
        { id: 'b', name: 'weather', argumentsText: '{"city":"Rome"}' },
      ]),
    ).toEqual([
      { id: 'a', ...paris },
      { id: 'b', ...rome },
    ])
  })

  test('REP-19 arguments before the name', () => {
    expect(
      assembled([{ argumentsText: '{"city":' }, { argumentsText: '"Paris"}' }, { id: 'a', name: 'weather' }]),
    ).toEqual([{ id: 'a', ...paris }])
  })

  test('REP-20 later pieces with a wrong index go to the call that is still open', () => {
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather', argumentsText: '{"city":"Paris"}' },
        { index: 1, id: 'b', name: 'weather', argumentsText: '{"city":' },
        { index: 0, argumentsText: '"Rome"}' },
      ]),
    ).toEqual([
      { id: 'a', ...paris },
      { id: 'b', ...rome },
    ])
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather', argumentsText: '{"city":' },
        { index: 5, argumentsText: '"Paris"}' },
      ]),
    ).toEqual([{ id: 'a', ...paris }])
  })

  test('a name and id repeated with every piece are one call', () => {
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather', argumentsText: '{"city":' },
        { index: 0, id: 'a', name: 'weather', argumentsText: '"Paris"}' },
        { index: 0, id: 'a', name: 'weather' },
      ]),
    ).toEqual([{ id: 'a', ...paris }])
  })

  test('two calls with one id keep apart and get different ids', () => {
    const calls = assembled([
      { index: 0, id: 'x', name: 'weather', argumentsText: '{"city":"Paris"}' },
      { index: 1, id: 'x', name: 'weather', argumentsText: '{"city":"Rome"}' },
    ])
    expect(calls).toEqual([
      { id: 'x', ...paris },
      { id: 'call_chatcmplabc123_1', ...rome },
    ])
  })

  test('several calls on one index, told apart by id', () => {
    expect(
      assembled([
        { index: 0, id: 'a', name: 'weather' },
        { index: 0, argumentsText: '{"city":"Paris"}' },
        { index: 0, id: 'b', name: 'weather' },
        { index: 0, argumentsText: '{"city":"Rome"}' },
      ]),
    ).toEqual([
      { id: 'a', ...paris },
      { id: 'b', ...rome },
    ])
  })

  test('what cannot be told apart is seen to be broken, never one call that looks right', () => {
    const melted = assembled([
      { index: 0, id: 'a', name: 'weather', argumentsText: '{"city":"Paris"}' },
      { index: 0, argumentsText: '{"city":"Rome"}' },
    ])
    expect(melted).toEqual([{ id: 'a', name: 'weather', arguments: '{"city":"Paris"}{"city":"Rome"}', valid: false }])
    expect(assembled([{ argumentsText: '{"city":"Paris"}' }])).toBeNull()
  })

  test('no arguments are an empty object', () => {
    expect(assembled([{ index: 0, id: 'a', name: 'now' }])).toEqual([
      { id: 'a', name: 'now', arguments: '{}', valid: true },
    ])
  })
})
