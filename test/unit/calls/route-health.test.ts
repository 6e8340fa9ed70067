import { expect, test } from 'vitest'
import { routeKey } from '@shared/calls/candidate'
import { gateOf, healthOf, noted, untried, type RouteState } from '@shared/calls/route-health'
import { callable, createCallWorld, refusal, routesOf, says } from '../../helpers/call-world'

const official = callable('official')
const mirror = callable('mirror')
const failed = { kind: 'failed', failure: 'server-error', firstTokenMs: null } as const
const answered = (firstTokenMs: number) => ({ kind: 'answered', failure: null, firstTokenMs }) as const
const after = (outcomes: readonly Parameters<typeof noted>[1][], now = 0): RouteState => outcomes.reduce((state, outcome) => noted(state, outcome, 'call', now), untried)

test('after five failures in a row a route rests, and then one call at a time tries it', () => {
  const resting = after(Array.from({ length: 5 }, () => failed))
  expect(gateOf(after(Array.from({ length: 4 }, () => failed)), 'a', 0).kind).toBe('open')
  expect(gateOf(resting, 'a', 59_999)).toEqual({ kind: 'resting', until: 60_000 })
  const probe = gateOf(resting, 'a', 60_000)
  if (probe.kind !== 'probe') throw new Error('no probe')
  expect(gateOf(probe.state, 'b', 60_001).kind).toBe('resting')
  // The window with the probe died: another one may try.
  expect(gateOf(probe.state, 'b', 60_000 + 2 * 60_000).kind).toBe('probe')
  expect(gateOf(noted(probe.state, failed, 'a', 61_000), 'b', 100_000)).toEqual({ kind: 'resting', until: 181_000 })
  expect(gateOf(noted(probe.state, answered(300), 'a', 61_000), 'b', 61_000).kind).toBe('open')
})

test('a rest from a clock that was wrong is not kept', () => {
  const resting = after(Array.from({ length: 5 }, () => failed), 10 * 365 * 86_400_000)
  expect(gateOf(resting, 'a', 0).kind).toBe('probe')
})

test('its health in words', () => {
  expect(healthOf(null, null, 0)).toEqual({ kind: 'unknown' })
  expect(healthOf(after([answered(100), answered(300), answered(200)]), null, 0)).toEqual({ kind: 'known', calls: 3, answered: 3, firstTokenMs: 200 })
  expect(healthOf(untried, 5000, 0)).toEqual({ kind: 'limited', until: 5000 })
  expect(healthOf(after(Array.from({ length: 5 }, () => failed)), null, 0)).toEqual({ kind: 'resting', failures: 5, until: 60_000 })
})

test('a route at rest is passed over, and with all at rest the one whose rest ends soonest is asked', async () => {
  const world = createCallWorld({ official: [refusal(404, {}, 'model_not_found')], mirror: [says('Hello'), says('Hello')] })
  const now = world.time.clock.now()
  await world.routes.change(routeKey(official.ref), () => ({ state: after(Array.from({ length: 5 }, () => failed), now), value: null }))
  const first = await world.call(routesOf(official, mirror))
  expect([first.answeredBy.ref.modelProviderId, first.movedBecause?.code]).toEqual(['mirror', 'server-error'])
  await world.routes.change(routeKey(mirror.ref), () => ({ state: after(Array.from({ length: 5 }, () => failed), now - 5000), value: null }))
  expect((await world.call(routesOf(official, mirror))).answeredBy.ref.modelProviderId).toBe('mirror')
})

test('one that is much slower than another comes after it', async () => {
  const world = createCallWorld({ official: [], mirror: [says('Hello')] })
  const now = world.time.clock.now()
  await world.routes.change(routeKey(official.ref), () => ({ state: after(Array.from({ length: 5 }, () => answered(40_000)), now), value: null }))
  await world.routes.change(routeKey(mirror.ref), () => ({ state: after(Array.from({ length: 5 }, () => answered(500)), now), value: null }))
  expect((await world.call(routesOf(official, mirror))).answeredBy.ref.modelProviderId).toBe('mirror')
})
