import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeviceId, MessageId, SessionId } from '@shared/ids'
import type { AnswerMeta, MessageRow } from '@shared/sessions/message'
import { chatRows } from '@renderer/features/chat/chat-rows'
import { costLine } from '@renderer/features/chat/cost-line'
import { matchModels, modelForSession, recentModels } from '@renderer/features/chat/models-for-chat'
import { wantsToSend } from '@renderer/features/chat/send-keys'
import { distanceFromEnd, isAtEnd, jumpOffer, stickDistancePx } from '@renderer/features/chat/stick-to-end'
import { countWords } from '@renderer/features/chat/use-answer-announcement'
import { loadLanguage, localisationFor } from '@renderer/i18n'
import type { LiveTurn, PathItem, SessionSummary } from '@renderer/state/services'
import { models } from '../../helpers/chat-page/fake-chat'

await loadLanguage('zh-CN')

const usage = { inputTokens: 412, outputTokens: 690, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, isEstimate: false }
const answer: AnswerMeta = {
  model: { modelProviderId: 'p1', modelId: 'large' },
  modelName: 'Large',
  usage,
  costMicroUsd: 8000,
  firstTokenMs: 400,
  durationMs: 6200,
  finishReason: 'stop',
}

test('the cost line tells what is known, marks estimates, and invents nothing', () => {
  const english = localisationFor('en')
  const line = (change: Partial<AnswerMeta>) => costLine({ ...answer, ...change }, english).split(' · ').slice(0, -1)
  expect(line({})).toEqual(['412 in', '690 out', '$0.008'])
  expect(line({ usage: { ...usage, isEstimate: true } })).toEqual(['~412 in', '~690 out', '~$0.008'])
  expect(line({ costMicroUsd: null })).toEqual(['412 in', '690 out', 'price unknown'])
  expect(line({ usage: null, costMicroUsd: null })).toEqual(['tokens unknown', 'price unknown'])
  expect(line({ costMicroUsd: 0 })).toEqual(['412 in', '690 out', '$0.00'])
  expect(costLine({ ...answer, costMicroUsd: null }, localisationFor('zh-CN'))).toContain('价格未知')
})

const session = 's' as SessionId
const item = (id: string, role: MessageRow['role']): PathItem => {
  const row: MessageRow = {
    id: id as MessageId, sessionId: session, parentIds: [], role, parts: [], createdAt: 0, device: 'd' as DeviceId,
    author: role === 'user' ? 'person' : 'model', status: 'complete',
  }
  return { row, siblingIds: [row.id], siblingIndex: 0, parts: row.parts, isEdited: false }
}
const path = [item('q1', 'user'), item('a1', 'assistant'), item('q2', 'user'), item('a2', 'assistant')]
const turn = (messageId: string, parentId: string): LiveTurn => ({
  sessionId: session, messageId: messageId as MessageId, parentId: parentId as MessageId, parts: [], model: answer.model, modelName: 'Large',
  phase: 'streaming', startedAt: 0, isElsewhere: false,
})
const keys = (items: readonly PathItem[], live: LiveTurn | null) => chatRows(items, live).map((row) => `${row.kind}:${row.key}`)

test('an answer that is written stands under its question, in the place of what followed it', () => {
  expect(keys(path, null)).toEqual(['message:q1', 'message:a1', 'message:q2', 'message:a2'])
  expect(keys(path, turn('a3', 'a2'))).toEqual(['message:q1', 'message:a1', 'message:q2', 'message:a2', 'live:a3'])
  expect(keys(path, turn('a2b', 'q2'))).toEqual(['message:q1', 'message:a1', 'message:q2', 'live:a2b'])
  expect(keys(path, turn('a1b', 'q1'))).toEqual(['message:q1', 'live:a1b'])
  // Its question may lie in a page that is not loaded.
  expect(keys(path.slice(2), turn('a9', 'gone'))).toEqual(['message:q2', 'message:a2', 'live:a9'])
})

test('the stored row takes the place of the live answer, never stands beside it', () => {
  expect(keys(path, turn('a2', 'q2'))).toEqual(['message:q1', 'message:a1', 'message:q2', 'message:a2'])
})

test('a row of an unchanged message is the same object', () => {
  expect(chatRows(path, null)[1]).toBe(chatRows(path, turn('x', 'q2'))[1])
})

test('the end holds within the stick distance and nowhere else', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(2000), fc.nat(5000), (above, clientHeight, below) => {
      const place = { scrollTop: above, clientHeight, scrollHeight: above + clientHeight + below }
      expect(distanceFromEnd(place)).toBe(below)
      expect(isAtEnd(place)).toBe(below <= stickDistancePx)
    }),
    { seed: 2, numRuns: 500 },
  )
})

test('the way back is offered away from the end, and says whether something came', () => {
  expect(jumpOffer(true, 'a:1', 'a:2')).toBe('none')
  expect(jumpOffer(false, 'a:1', 'a:1')).toBe('latest')
  expect(jumpOffer(false, 'a:1', 'a:2')).toBe('new')
})

const press = (key: string, held: Partial<Record<'shiftKey' | 'metaKey' | 'ctrlKey' | 'altKey', boolean>> = {}) => ({
  key, shiftKey: false, metaKey: false, ctrlKey: false, altKey: false, ...held,
})

test('Enter sends as it is set, Shift+Enter always breaks the line', () => {
  const enter = [press('Enter'), press('Enter', { ctrlKey: true }), press('Enter', { metaKey: true }), press('Enter', { shiftKey: true }), press('a')]
  const decide = (sendWith: 'enter' | 'mod-enter', isMac: boolean) => enter.map((event) => wantsToSend(event, sendWith, isMac))
  expect(decide('enter', false)).toEqual([true, true, false, false, false])
  expect(decide('enter', true)).toEqual([true, false, true, false, false])
  expect(decide('mod-enter', false)).toEqual([false, true, false, false, false])
  expect(decide('mod-enter', true)).toEqual([false, false, true, false, false])
})

const summary = (id: string, updatedAt: number, model: SessionSummary['model']): SessionSummary => ({
  id: id as SessionId, title: id, titleSource: 'derived', createdAt: 0, updatedAt, isPinned: false, tip: null, forkedFrom: null, trashedAt: null, model, isInterrupted: false, isPrivate: false,
})

test('the model is the session’s own, else the default, else the last used, else any; one that is gone is passed over', () => {
  const [large, small, local] = models
  const list = [summary('old', 1, large?.ref ?? null), summary('new', 2, small?.ref ?? null), summary('gone', 3, { modelProviderId: 'x', modelId: 'y' })]
  const gone = { modelProviderId: 'x', modelId: 'y' }
  expect(recentModels(list, models, 5)).toEqual([small, large])
  expect(modelForSession(summary('s', 1, local?.ref ?? null), null, large?.ref ?? null, list, models)).toBe(local)
  expect(modelForSession(summary('s', 1, gone), null, large?.ref ?? null, list, models)).toBe(large)
  expect(modelForSession(null, local?.ref ?? null, large?.ref ?? null, list, models)).toBe(local)
  expect(modelForSession(null, null, null, list, models)).toBe(small)
  expect(modelForSession(null, null, null, [], models)).toBe(large)
  expect(modelForSession(null, null, null, list, [])).toBe(null)
  expect(matchModels(models, 'claude SMALL').map(({ facts }) => facts.name)).toEqual(['Claude Small'])
  expect(matchModels(models, 'ollama')).toEqual([local])
})

test('words are counted as each language counts them', () => {
  expect(countWords('Three short words.', 'en')).toBe(3)
  expect(countWords('今天天气很好。', 'zh-CN')).toBeGreaterThan(1)
  expect(countWords('', 'en')).toBe(0)
})
