import { expect, test } from 'vitest'
import { continueParts } from '@shared/agent/continue-parts'
import type { Part } from '@shared/sessions/message'

const text = (value: string): Part => ({ type: 'text', text: value })
const reasoning = (value: string): Part => ({ type: 'reasoning', text: value })

test('an answer that goes on is one text; what the second call thought stands before it, its own blocks are dropped', () => {
  const block: Part = { type: 'provider', api: 'anthropic-messages', model: 'm', json: '{}' }
  expect(continueParts([reasoning('first'), text('Half a sen')], [block, reasoning('second'), text('tence.')])).toEqual([
    reasoning('first'),
    reasoning('second'),
    text('Half a sentence.'),
  ])
})

test('nothing cut: the answer as it is; cut before any text: what came is added', () => {
  expect(continueParts([], [text('All')])).toEqual([text('All')])
  expect(continueParts([reasoning('thought')], [text('Then')])).toEqual([reasoning('thought'), text('Then')])
})
