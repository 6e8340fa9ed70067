import { expect, test } from 'vitest'
import type { DeviceId, FileHash, MessageId, SessionId } from '@shared/ids'
import type { MessageRow, Part } from '@shared/sessions/message'
import { pickedFiles } from '@renderer/features/chat/picked-files'
import type { PathItem } from '@renderer/state/services'

const file = (mediaType: string): Part => ({ type: 'file', hash: 'a'.repeat(64) as FileHash, name: 'f', mediaType, sizeBytes: 1 })

function item(id: string, parentIds: readonly string[], parts: readonly Part[]): PathItem {
  const isAnswer = id.startsWith('a')
  const row: MessageRow = {
    id: id as MessageId, sessionId: 's' as SessionId, parentIds: parentIds as MessageId[], role: isAnswer ? 'assistant' : 'user', parts: [...parts],
    createdAt: 0, device: 'd' as DeviceId, author: isAnswer ? 'model' : 'person', status: 'complete',
  }
  return { row, siblingIds: [row.id], siblingIndex: 0, parts: row.parts, isEdited: false }
}

const items = [
  item('q1', [], [file('image/png'), file('application/pdf'), file('image/png')]),
  item('a1', ['q1'], []),
  item('q2', ['a1'], [{ type: 'text', text: 'And now?' }]),
  item('a2', ['q2'], []),
]
const retry = (message: string) => ({ kind: 'retry', message: message as MessageId }) as const

test('a model that answers again is judged by the files of its question, not by those of the next message', () => {
  expect(pickedFiles(retry('a1'), items, 'audio/mpeg')).toBe('image/png application/pdf')
  expect(pickedFiles(retry('a2'), items, 'audio/mpeg')).toBe('')
  expect(pickedFiles(retry('gone'), items, 'audio/mpeg')).toBe('')
})

test('a model for the session is judged by the files of the message that is being written', () => {
  expect(pickedFiles({ kind: 'session' }, items, 'audio/mpeg')).toBe('audio/mpeg')
  expect(pickedFiles(null, items, 'audio/mpeg')).toBe('audio/mpeg')
})
