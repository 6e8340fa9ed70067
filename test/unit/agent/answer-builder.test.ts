import { expect, test } from 'vitest'
import { AnswerBuilder, statusOf } from '@shared/agent/answer-builder'
import type { StreamPart } from '@shared/providers/stream-part'

function build(...parts: StreamPart[]) {
  const builder = new AnswerBuilder('model', 1000)
  parts.forEach((part, index) => builder.add(part, 1100 + index))
  return builder.answer()
}

test('deltas of one block are joined, and blocks keep their order', () => {
  const answer = build(
    { type: 'call-start', requestId: 'r1', servedModel: null },
    { type: 'reasoning-delta', blockIndex: 0, text: 'Hm' },
    { type: 'reasoning-delta', blockIndex: 0, text: 'm' },
    { type: 'provider-block', blockIndex: 0, api: 'anthropic-messages', json: '{"type":"thinking"}' },
    { type: 'text-delta', blockIndex: 1, text: 'Yes' },
    { type: 'text-delta', blockIndex: 1, text: '.' },
    { type: 'call-end', finishReason: 'stop', rawFinishReason: 'end_turn' },
  )
  expect(answer.parts).toEqual([
    { type: 'reasoning', text: 'Hmm' },
    { type: 'provider', api: 'anthropic-messages', model: 'model', json: '{"type":"thinking"}' },
    { type: 'text', text: 'Yes.' },
  ])
  expect([answer.requestId, answer.firstTokenMs, answer.finishReason, statusOf(answer)]).toEqual(['r1', 101, 'stop', 'complete'])
})

test('STR-2 what was shown before a failure makes it interrupted, nothing shown makes it failed, the person makes it stopped', () => {
  const shown: StreamPart = { type: 'text-delta', blockIndex: 0, text: 'Half' }
  const cut: StreamPart = { type: 'call-failed', failure: { code: 'stream-cut', stage: 'stream' } }
  const cancelled: StreamPart = { type: 'call-failed', failure: { code: 'cancelled', stage: 'stream' } }
  expect([build(shown, cut), build(cut), build(shown, cancelled)].map(statusOf)).toEqual(['interrupted', 'failed', 'stopped'])
})
