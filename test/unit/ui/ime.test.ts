import { expect, test } from 'vitest'
import { createImeGuard } from '@renderer/ui/ime'

const enter = { key: 'Enter', keyCode: 13, isComposing: false }

function setup() {
  const target = new EventTarget()
  const later: (() => void)[] = []
  const guard = createImeGuard(target, (done) => void later.push(done))
  const fire = (type: string) => target.dispatchEvent(new Event(type))
  const tick = () => later.splice(0).forEach((done) => done())
  return { guard, fire, tick }
}

test('UI-1 the committing Enter that comes before compositionend is the input method’s', () => {
  const { guard, fire, tick } = setup()
  fire('compositionstart')
  const during = guard.isComposing({ key: 'Enter', keyCode: 229, isComposing: true })
  fire('compositionend')
  tick()
  expect([during, guard.isComposing(enter)]).toEqual([true, false])
})

test('UI-1 the committing Enter that comes after compositionend, with no mark of its own, is the input method’s', () => {
  const { guard, fire, tick } = setup()
  fire('compositionstart')
  fire('compositionend')
  const sameTick = guard.isComposing(enter)
  tick()
  expect([sameTick, guard.isComposing(enter)]).toEqual([true, false])
})

test('UI-1 keyCode 229 alone is enough, also inside a wrapped event', () => {
  const { guard } = setup()
  expect([
    guard.isComposing({ key: 'Enter', keyCode: 229 }),
    guard.isComposing({ key: 'Enter', nativeEvent: { keyCode: 229, isComposing: false } }),
    guard.isComposing({ key: 'Enter', nativeEvent: enter }),
  ]).toEqual([true, true, false])
})

test('UI-1 a composition that starts in the tick after another one ended stays guarded', () => {
  const { guard, fire, tick } = setup()
  fire('compositionstart')
  fire('compositionend')
  fire('compositionstart')
  tick()
  expect(guard.isComposing(enter)).toBe(true)
})

test('a guard that was let go hears nothing', () => {
  const { guard, fire } = setup()
  guard.dispose()
  fire('compositionstart')
  expect(guard.isComposing(enter)).toBe(false)
})
