import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '@shared/calls/keyed-store'
import { learn, limitedUntil, takeTurn, type Place } from '@shared/calls/limiter'
import type { LimitState } from '@shared/calls/limit-state'
import { readLimits } from '@shared/providers/read-limits'

const now = 1_700_000_000_000
const place: Place = { key: 'k m', id: 'one', tokens: 10, patienceMs: 1000 }
const hourMs = 3_600_000

/** A service that counts requests by the day, with so many left, all of them back after so many seconds. */
const byTheDay = (remaining: number, resetSeconds: number) =>
  readLimits(new Headers({ 'x-ratelimit-limit-requests': '1000', 'x-ratelimit-remaining-requests': String(remaining), 'x-ratelimit-reset-requests': `${resetSeconds}s` }))

async function afterLearning(report: ReturnType<typeof readLimits>, refusal: { readonly retryAfterMs: number | null } | null) {
  const store = createMemoryStore<LimitState>()
  const ports = { store, clock: { now: () => now }, wait: () => Promise.resolve() }
  await takeTurn(place, ports, new AbortController().signal, () => undefined)
  await learn(place, { report, refusal, tokens: null }, ports)
  const next = await takeTurn({ ...place, id: 'two' }, ports, new AbortController().signal, () => undefined)
  return { next, until: limitedUntil(await store.read(place.key), now) }
}

describe('PRV-5 requests that are counted by the day', () => {
  it('are not waited for while the service answers, though none is left: the next one is back long before all are', async () => {
    expect(await afterLearning(byTheDay(0, 86_400), null)).toEqual({ next: { kind: 'now' }, until: null })
    expect(await afterLearning(byTheDay(1, 86_314), null)).toEqual({ next: { kind: 'now' }, until: null })
  })

  it('are waited for as long as a refusal asks', async () => {
    expect(await afterLearning(byTheDay(0, 86_400), { retryAfterMs: 86_000 })).toMatchObject({ next: { kind: 'later', at: now + 86_000 } })
  })

  it('are waited for until all are back where a refusal names no pause', async () => {
    expect(await afterLearning(byTheDay(0, 5 * 3600), { retryAfterMs: null })).toMatchObject({ next: { kind: 'later', at: now + 5 * hourMs }, until: now + 5 * hourMs })
  })

  it('leave a limit by the minute as it is', async () => {
    const report = readLimits(new Headers({ 'x-ratelimit-limit-requests': '10', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '30s' }))
    expect(await afterLearning(report, null)).toMatchObject({ next: { kind: 'later', at: now + 30_000 } })
  })
})
