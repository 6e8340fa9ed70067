import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackoff, longestPauseMs } from '@renderer/sync/backoff'
import { Link, type LinkState, type Probe } from '@renderer/sync/link'
import type { RoomConnection } from '@renderer/sync/room-connection'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('SYN-8 pauses grow to a minute, differ between devices, and are short again after a good connection', () => {
  const pauses = (random: () => number) => {
    const backoff = createBackoff(random)
    return Array.from({ length: 12 }, () => backoff.next())
  }
  const longest = pauses(() => 1)
  expect(longest.slice(0, 4)).toEqual([500, 1000, 2000, 4000])
  expect(longest.at(-1)).toBe(longestPauseMs)
  expect(pauses(() => 0)).toEqual(longest.map((ms) => ms / 2))
  const backoff = createBackoff(() => 1)
  backoff.next()
  backoff.next()
  backoff.reset()
  expect(backoff.next()).toBe(500)
})

/** A link with rooms that only count. */
function setUp(probe: () => Probe) {
  const states: LinkState[] = []
  let probes = 0
  const link = new Link({
    now: () => Date.now(),
    random: () => 1,
    isOnline: () => true,
    probe: async () => {
      probes++
      return probe()
    },
    onState: (state) => states.push(state),
  })
  const room = () => {
    const calls = { connects: 0, drops: 0 }
    const connection = { connect: () => void calls.connects++, drop: () => void calls.drops++, isOpen: false, heardAt: 0 } as unknown as RoomConnection
    return { calls, slot: link.add(connection) }
  }
  return { link, states, room, probes: () => probes, kind: () => link.current().kind }
}

test('SYN-8 a server that is away is asked with growing pauses, whatever the number of rooms', async () => {
  const { link, room, probes, kind } = setUp(() => 'unreachable')
  const rooms = [room(), room(), room()]
  for (const { slot } of rooms) link.closed(slot, 1006, false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(kind()).toBe('offline')
  expect(probes()).toBeLessThan(20)
  expect(rooms.map(({ calls }) => calls.connects)).toEqual([1, 1, 1])
})

test('SYN-8 a server that takes every connection and closes it at once is left in peace', async () => {
  const { link, room } = setUp(() => 'ours')
  const { calls, slot } = room()
  let seen = calls.connects
  const timer = setInterval(() => {
    if (calls.connects === seen) return
    seen = calls.connects
    link.opened()
    link.caughtUp(slot)
    link.closed(slot, 1011, true)
  }, 10)
  link.closed(slot, 1011, true)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  clearInterval(timer)
  expect(calls.connects).toBeLessThan(20)
})

test('SYN-8 a link whose every room waits for its next attempt is offline, and is not once one of them connects', async () => {
  const { link, room, kind, states } = setUp(() => 'ours')
  const rooms = [room(), room()]
  link.opened()
  for (let round = 0; round < 7; round++) {
    for (const { slot } of rooms) link.closed(slot, 1006, true)
    expect(link.current()).toMatchObject({ kind: 'offline', reason: 'unreachable', retryAt: Date.now() + 500 * 2 ** round })
    await vi.advanceTimersByTimeAsync(500 * 2 ** round)
    expect(kind()).toBe('connecting')
    link.opened()
    expect(kind()).toBe('open')
  }
  link.closed(rooms[0]?.slot ?? (null as never), 1006, true)
  expect(kind()).toBe('open')
  link.closed(rooms[1]?.slot ?? (null as never), 1006, true)
  expect(kind()).toBe('offline')
  const before = rooms.map(({ calls }) => calls.connects)
  link.retry()
  expect(rooms.map(({ calls }) => calls.connects)).toEqual(before.map((connects) => connects + 1))
  expect(kind()).toBe('connecting')
  expect(states.filter(({ kind: said }) => said === 'refused')).toEqual([])
})

test.each([
  [4401, 'token-rejected', false],
  [4403, 'removed', false],
  [4507, 'quota-full', true],
  [4429, 'flooded', true],
  [4400, 'not-understood', true],
  [4404, 'not-understood', true],
  [4413, 'not-understood', true],
] as const)('close code %i is shown as %s', async (code, reason, isRetried) => {
  const { link, room, states, kind } = setUp(() => 'ours')
  const { calls, slot } = room()
  link.opened()
  link.closed(slot, code, true)
  expect(states.at(-1)).toMatchObject({ kind: 'refused', reason })
  expect(calls.drops).toBe(1)
  link.wake()
  await vi.advanceTimersByTimeAsync(2000)
  if (!isRetried) expect(kind()).toBe('refused')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(calls.connects > 1).toBe(isRetried)
  if (isRetried) return
  link.retry()
  await vi.advanceTimersByTimeAsync(1000)
  expect(calls.connects).toBe(2)
})

test('a newer protocol is said and not talked to', async () => {
  const { link, room, states } = setUp(() => 'newer')
  const { calls, slot } = room()
  link.closed(slot, 1006, false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(states.at(-1)).toMatchObject({ kind: 'refused', reason: 'protocol-newer' })
  expect(calls.connects).toBe(1)
})

test('the network coming back is not slept through', async () => {
  let isThere = false
  const { link, room, kind } = setUp(() => (isThere ? 'ours' : 'unreachable'))
  const { calls, slot } = room()
  link.closed(slot, 1006, false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  isThere = true
  link.wake()
  await vi.advanceTimersByTimeAsync(1500)
  expect([kind(), calls.connects]).toEqual(['connecting', 2])
})

test('SYN-8 who asks to sync now does not wait for the long pause of a server that was away, nor does a device that finds it back', async () => {
  let isThere = false
  const { link, room, kind } = setUp(() => (isThere ? 'ours' : 'unreachable'))
  const { calls, slot } = room()
  link.closed(slot, 1006, false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  isThere = true
  link.retry()
  await vi.advanceTimersByTimeAsync(1)
  expect([kind(), calls.connects]).toEqual(['connecting', 2])

  isThere = false
  link.closed(slot, 1006, false)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  isThere = true
  // One pause until it is asked again, and not another one before the rooms connect.
  await vi.advanceTimersByTimeAsync(longestPauseMs + 1)
  expect([kind(), calls.connects]).toEqual(['connecting', 3])
})
