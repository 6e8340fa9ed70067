import { expect, test } from 'vitest'
import type { MessageId, SessionId } from '@shared/ids'
import { startHashRoute } from '@renderer/app/hash-route'
import { screenFromHash, screenToHash, useView, type Screen } from '@renderer/state/view'

const screens: readonly Screen[] = [
  { kind: 'chat', session: null },
  { kind: 'chat', session: '01SESSION' as SessionId },
  { kind: 'chat', session: '01SESSION' as SessionId, message: '01MESSAGE' as MessageId },
  { kind: 'profile' },
  { kind: 'trash' },
  { kind: 'settings', page: 'models' },
  { kind: 'settings', page: 'sync' },
  { kind: 'pair' },
]

test('every screen has an address that leads back to it', () => {
  expect(screens.map(screenToHash).map(screenFromHash)).toEqual(screens)
})

test('an address that nobody knows is the start screen', () => {
  const start: Screen = { kind: 'chat', session: null }
  expect(['', '#', '#/', '#/nothing/here', '#/s', '#/s/'].map(screenFromHash)).toEqual(Array(6).fill(start))
  expect(screenFromHash('#/settings/nothing')).toEqual({ kind: 'settings', page: 'general' })
})

test('the setup link and the link of a code open their screens, which no address names again', () => {
  const setup = screenFromHash('#/settings/sync?setup=one-time')
  expect(setup).toEqual({ kind: 'settings', page: 'sync', start: { kind: 'setup', token: 'one-time' } })
  const pair = screenFromHash('#/pair/4KD2-9QTM-71XC')
  expect(pair).toEqual({ kind: 'pair', code: '4KD2-9QTM-71XC' })
  expect([setup, pair].map(screenToHash)).toEqual(['#/settings/sync', '#/pair'])
})

test('a secret is out of the address bar and of the history before the screen opens', () => {
  for (const hash of ['#/settings/sync?setup=one-time', '#/pair/4KD2-9QTM-71XC']) {
    const page = fakePage(hash)
    const seen: string[] = []
    const unsubscribe = useView.subscribe(() => seen.push(page.location.hash))
    const stop = startHashRoute(page as unknown as Window)
    expect(page.location.hash).toBe(screenToHash(screenFromHash(hash)))
    expect(page.entries).toEqual([page.location.hash])
    expect(seen).toEqual([page.location.hash])
    expect(useView.getState().screen).toEqual(screenFromHash(hash))
    stop()
    unsubscribe()
  }
})

/** A page as far as the route needs one: an address, a history of it, and events that never come. */
function fakePage(hash: string) {
  const entries = [hash]
  const put = (at: number) => (_state: unknown, _title: string, next: string) => {
    entries[at < 0 ? entries.length - 1 : entries.length] = next
    page.location.hash = next
  }
  const page = {
    entries,
    location: { hash },
    history: { replaceState: put(-1), pushState: put(1) },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  return page
}
