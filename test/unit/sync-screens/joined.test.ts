import { expect, test } from 'vitest'
import type { DeviceId, MessageId, SessionId } from '@shared/ids'
import { pathTo } from '@shared/sessions/graph'
import type { MessageRow } from '@shared/sessions/message'
import { beginsJoined, chatRows } from '@renderer/features/chat/chat-rows'

const row = (id: string, parents: readonly string[], device: string): MessageRow => ({
  id: id as MessageId,
  sessionId: 's' as SessionId,
  parentIds: parents as MessageId[],
  role: id.endsWith('q') ? 'user' : 'assistant',
  parts: [{ type: 'text', text: id }],
  createdAt: 0,
  device: device as DeviceId,
  author: 'person',
  status: 'complete',
})

/** Ids at which a continuation of another device begins, in the order in which the conversation is shown. */
function marksOf(rows: readonly MessageRow[], tips: readonly string[]): string[] {
  const path = pathTo(tips as readonly MessageId[], new Map(rows.map((one) => [one.id, one])))
  const shown = chatRows(path.map((one) => ({ row: one, siblingIds: [one.id], siblingIndex: 0, parts: one.parts, isEdited: false })), null)
  return shown.filter((one, index) => beginsJoined(one, shown[index - 1])).map(({ key }) => key)
}

test('a conversation of one device has no mark', () => {
  expect(marksOf([row('1q', [], 'a'), row('2a', ['1q'], 'a'), row('3q', ['2a'], 'b'), row('4a', ['3q'], 'b')], ['4a'])).toEqual([])
})

test('what a second device said meanwhile is marked where it begins, before and after both were joined', () => {
  const rows = [row('1q', [], 'a'), row('2a', ['1q'], 'a'), row('3q', ['2a'], 'a'), row('4a', ['3q'], 'a'), row('5q', ['2a'], 'b'), row('6a', ['5q'], 'b')]
  expect(marksOf(rows, ['4a', '6a'])).toEqual(['5q'])
  expect(marksOf([...rows, row('7q', ['4a', '6a'], 'a')], ['7q'])).toEqual(['5q'])
})

test('the first message that is loaded has no mark, though its parent is not there', () => {
  expect(marksOf([row('5q', ['4a'], 'a'), row('6a', ['5q'], 'a')], ['6a'])).toEqual([])
})
