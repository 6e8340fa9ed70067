import { afterEach, expect, test, vi } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import type { BridgeEvent } from '@shared/bridge/contract'
import { onRest } from '@renderer/state/sync/open-in-page'

afterEach(() => void vi.unstubAllGlobals())

function openPage() {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('document', document)
  const listeners = new Set<(event: BridgeEvent) => void>()
  const onEvent: Bridge['onEvent'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    bridge: { onEvent } as Pick<Bridge, 'onEvent'> as Bridge,
    blur: () => window.dispatchEvent(new Event('blur')),
    turnTo(visibilityState: 'visible' | 'hidden') {
      document.visibilityState = visibilityState
      document.dispatchEvent(new Event('visibilitychange'))
    },
    tell: (event: BridgeEvent) => listeners.forEach((listener) => listener(event)),
  }
}

test('a page rests when it loses the focus, when it is hidden, and when its window is about to be closed without either', () => {
  const page = openPage()
  const seen: string[] = []
  let doing = ''
  const stop = onRest(() => seen.push(doing), page)
  const each: readonly (readonly [string, () => void])[] = [
    ['blurred', page.blur],
    ['shown', () => page.turnTo('visible')],
    ['hidden', () => page.turnTo('hidden')],
    ['woken', () => page.tell({ type: 'system-resumed' })],
    ['quitting', () => page.tell({ type: 'before-quit' })],
  ]
  const doAll = (): void => {
    for (const [name, work] of each) {
      doing = name
      work()
    }
  }
  doAll()
  expect(seen).toEqual(['blurred', 'hidden', 'quitting'])
  stop()
  doAll()
  expect(seen).toHaveLength(3)
})
