import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import { sourceState } from '@renderer/state/source-state'
import { fakeRows, fakeSessions } from '../../helpers/fake-services'

test('MEM-6 deleting the source leaves the entry marked: in the trash, or gone', () => {
  const [session] = fakeSessions(['Talk'])
  const [row] = fakeRows('session-1' as SessionId, ['I like tea'])
  if (session === undefined || row === undefined) throw new Error('nothing made')
  const source = { sessionId: session.id, messageId: row.id satisfies MessageId, quote: 'I like tea', at: 1 }
  expect(sourceState(source, row, session)).toBe('there')
  expect(sourceState(source, row, { ...session, trashedAt: 1 })).toBe('trashed')
  expect(sourceState(source, null, session)).toBe('deleted')
  expect(sourceState(source, row, undefined)).toBe('deleted')
  expect(sourceState({ kind: 'import', name: 'Notes', quote: '', at: 1 }, null, undefined)).toBe('there')
})
