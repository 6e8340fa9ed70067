import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import { screenFromHash, screenToHash, type Screen } from '@renderer/state/view'

const screens: readonly Screen[] = [
  { kind: 'chat', session: null },
  { kind: 'chat', session: '01SESSION' as SessionId },
  { kind: 'chat', session: '01SESSION' as SessionId, message: '01MESSAGE' as MessageId },
  { kind: 'profile' },
  { kind: 'trash' },
  { kind: 'settings', page: 'models' },
]

test('every screen has an address that leads back to it', () => {
  expect(screens.map(screenToHash).map(screenFromHash)).toEqual(screens)
})

test('an address that nobody knows is the start screen', () => {
  const start: Screen = { kind: 'chat', session: null }
  expect(['', '#', '#/', '#/nothing/here', '#/s', '#/s/'].map(screenFromHash)).toEqual(Array(6).fill(start))
  expect(screenFromHash('#/settings/nothing')).toEqual({ kind: 'settings', page: 'general' })
})
