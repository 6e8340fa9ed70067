import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import { repairHistory, type PathMessage } from '@shared/context/repair-history'
import { messageStatuses, type MessageRow, type Part } from '@shared/sessions/message'

const callId = fc.constantFrom('c1', 'c2', 'c3')
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('', ' ', 'words', '词') }),
  fc.record({ type: fc.constant('reasoning' as const), text: fc.constantFrom('', 'thinking') }),
  fc.record({ type: fc.constant('tool-call' as const), toolCallId: callId, name: fc.constant('t'), argumentsText: fc.constant('{}') }),
  fc.record({ type: fc.constant('tool-result' as const), toolCallId: callId, text: fc.constant('r'), isError: fc.boolean() }),
  fc.record({ type: fc.constant('provider' as const), api: fc.constantFrom('x', 'y'), model: fc.constant('m'), json: fc.constant('{}') }),
)
const pathItem = fc.record({
  role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const),
  parts: fc.array(part, { maxLength: 4 }),
  status: fc.constantFrom(...messageStatuses),
})
const path = fc.array(pathItem, { maxLength: 14 }).map((items) => items.map(toPathMessage))

function toPathMessage(item: { role: MessageRow['role']; parts: Part[]; status: MessageRow['status'] }, index: number): PathMessage {
  const row: MessageRow = {
    id: `m${index}` as MessageId,
    sessionId: 's' as SessionId,
    parentIds: [],
    device: 'd' as MessageRow['device'],
    createdAt: index,
    author: 'person',
    ...item,
  }
  return { row, parts: item.parts }
}

const followers = { user: ['assistant'], assistant: ['user', 'tool'], tool: ['assistant', 'user'] }

test('SES-6 any stored history becomes one that alternates, starts with the person and has no orphan tool call', () => {
  fc.assert(
    fc.property(path, (given) => {
      const { messages, dropped, shortened } = repairHistory(given, { api: 'x', takes: { image: null, pdf: null, audio: null, video: null } })
      expect(messages[0]?.message.role ?? 'user').toBe('user')
      messages.forEach(({ message }, index) => {
        const next = messages[index + 1]?.message
        expect(message.parts.length).toBeGreaterThan(0)
        if (next !== undefined) expect(followers[message.role]).toContain(next.role)
        const calls = message.parts.flatMap((item) => (item.type === 'tool-call' ? [item.toolCallId] : []))
        const results = next?.role === 'tool' ? next.parts.flatMap((item) => (item.type === 'tool-result' ? [item.toolCallId] : [])) : []
        expect([...results].sort()).toEqual([...calls].sort())
        expect(new Set(calls).size).toBe(calls.length)
      })
      const accounted = [...messages.flatMap((item) => item.rowIds), ...dropped.map((item) => item.id)]
      expect(accounted.sort()).toEqual(given.map((item) => item.row.id).sort())
      expect(JSON.stringify(repairHistory(structuredClone(given), { api: 'x', takes: { image: null, pdf: null, audio: null, video: null } }))).toBe(
        JSON.stringify({ messages, dropped, shortened }),
      )
    }),
    { numRuns: 2000, seed: 6 },
  )
})
