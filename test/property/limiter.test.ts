import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryStore } from '@shared/calls/keyed-store'
import { learn, takeTurn, type LimiterPorts } from '@shared/calls/limiter'
import type { LimitState } from '@shared/calls/limit-state'
import { VirtualTime } from '../helpers/virtual-time'

const key = 'key-1 model-1'
const minuteMs = 60_000
const callCount = 1000

const perMinute = (limit: number) => ({ requests: { limit, remaining: limit, resetAfterMs: null }, tokens: null, inputTokens: null, outputTokens: null })
const tokensPerMinute = (limit: number) => ({ ...perMinute(1), requests: null, tokens: { limit, remaining: limit, resetAfterMs: null } })

/** How calls come: all at once, steadily, in bursts, or at any time. Milliseconds after the start. */
const arrivals = fc.oneof(
  fc.constant(() => 0),
  fc.integer({ min: 1, max: 500 }).map((gap) => (at: number) => at * gap),
  fc.record({ size: fc.integer({ min: 2, max: 200 }), gap: fc.integer({ min: 1, max: 90_000 }) }).map(({ size, gap }) => (at: number) => Math.floor(at / size) * gap),
  fc.infiniteStream(fc.integer({ min: 0, max: 10 * minuteMs })).map((stream) => () => stream.next().value as number),
)

interface Situation {
  readonly limit: number
  readonly arrival: (at: number) => number
  /** How much later than asked each window wakes, at most. */
  readonly lagMs: readonly number[]
  /** When the third window dies, with everything that waits in it; null: never. */
  readonly diesAtMs: number | null
}

/** Sends a thousand calls from three windows that share their state; every instant at which one left. */
async function sendAll({ limit, arrival, lagMs, diesAtMs }: Situation, random: () => number): Promise<{ readonly sent: number[]; readonly startedAt: number }> {
  const time = new VirtualTime()
  const startedAt = time.clock.now()
  const store = createMemoryStore<LimitState>()
  const windows = lagMs.map((most): LimiterPorts => ({ store, clock: time.clock, wait: time.lateWait(() => Math.floor(random() * most)) }))
  const sent: number[] = []
  await learn({ key, id: 'first' }, { report: perMinute(limit), refusal: null, tokens: null }, { store, clock: time.clock, wait: time.wait })
  const isDead = (window: number): boolean => window === 2 && diesAtMs !== null && time.clock.now() >= startedAt + diesAtMs
  const send = async (call: number): Promise<void> => {
    const window = call % 3
    const never = new AbortController().signal
    await time.wait(arrival(call), never)
    const ports = windows[window]
    if (ports === undefined || isDead(window)) return
    // A dead window's promises stay open for ever: it neither asks again nor gives its place back.
    const dying: LimiterPorts = { ...ports, store: { ...store, change: (name, fn) => (isDead(window) ? new Promise(() => undefined) : store.change(name, fn)) } }
    const turn = await takeTurn({ key, id: `call-${call}`, tokens: 10, patienceMs: Number.POSITIVE_INFINITY }, dying, never, () => undefined)
    if (turn.kind === 'now') sent.push(time.clock.now())
  }
  for (let call = 0; call < callCount; call++) void send(call)
  await time.run()
  return { sent: sent.sort((a, b) => a - b), startedAt }
}

const mostInAnyMinute = (sent: readonly number[]): number =>
  sent.reduce((most, from, at) => {
    const end = sent.findIndex((other) => other >= from + minuteMs)
    return Math.max(most, (end === -1 ? sent.length : end) - at)
  }, 0)

test('PRV-5 a thousand queued calls of three windows never go over the limit, however they come and whichever window sleeps or dies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 120 }),
      arrivals,
      fc.tuple(fc.constantFrom(0, 40), fc.constantFrom(0, 1500), fc.constantFrom(0, 90_000)),
      fc.option(fc.integer({ min: 0, max: 5 * minuteMs })),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      async (limit, arrival, lagMs, diesAtMs, chance) => {
        const { sent } = await sendAll({ limit, arrival, lagMs, diesAtMs }, () => chance.next().value as number)
        expect(mostInAnyMinute(sent)).toBeLessThanOrEqual(limit)
        // Nobody is forgotten: what was not taken along by a window that died has been sent.
        expect(sent.length).toBeGreaterThanOrEqual(diesAtMs === null ? callCount : Math.floor((callCount * 2) / 3))
      },
    ),
    { numRuns: 20 },
  )
}, 240_000)

test('PRV-5 the limit is used to the full: a thousand calls under 50 a minute take twenty minutes', async () => {
  const { sent, startedAt } = await sendAll({ limit: 50, arrival: () => 0, lagMs: [0, 0, 0], diesAtMs: null }, () => 0)
  expect(sent).toHaveLength(callCount)
  expect(((sent.at(-1) ?? 0) - startedAt) / minuteMs).toBeLessThan(20)
})

test('a limit of tokens per minute is kept, and a request that is larger than all of it goes alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 60 }), async (sizes) => {
      const limit = 3000
      const time = new VirtualTime()
      const store = createMemoryStore<LimitState>()
      const ports = { store, clock: time.clock, wait: time.wait }
      await learn({ key, id: 'first' }, { report: tokensPerMinute(limit), refusal: null, tokens: null }, ports)
      const sent: { readonly at: number; readonly tokens: number }[] = []
      sizes.forEach((tokens, call) => {
        void takeTurn({ key, id: `call-${call}`, tokens, patienceMs: Number.POSITIVE_INFINITY }, ports, new AbortController().signal, () => undefined).then(() =>
          sent.push({ at: time.clock.now(), tokens }),
        )
      })
      await time.run()
      expect(sent).toHaveLength(sizes.length)
      for (const from of sent) {
        const minute = sent.filter(({ at }) => at >= from.at && at < from.at + minuteMs)
        const sum = minute.reduce((total, { tokens }) => total + tokens, 0)
        expect(sum <= limit || minute.length === 1).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})
