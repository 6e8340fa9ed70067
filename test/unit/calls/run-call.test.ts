import { describe, expect, test } from 'vitest'
import { fail } from '@shared/result'
import { messageText } from '@shared/sessions/message'
import { callable, createCallWorld, cutAfter, cutBeforeOutput, refusal, routesOf, says, stream } from '../../helpers/call-world'

const official = callable('official')
const mirror = callable('mirror')
const hello = says('Hello')

const saidBy = ({ answer, answeredBy }: Awaited<ReturnType<ReturnType<typeof createCallWorld>['call']>>): string =>
  `${answeredBy.ref.modelProviderId}: ${answer.failure?.code ?? messageText(answer.parts)}`

describe('asked to wait', () => {
  test('PRV-5 a 429 with Retry-After is waited for in place, once, and said', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '7' }), hello] })
    const result = await world.call(routesOf(official))
    expect(saidBy(result)).toBe('official: Hello')
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-1@7'])
    expect((world.sent[1]?.at ?? 0) - (world.sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(7000)
    expect(result.events).toMatchObject([{ type: 'waiting', reason: 'rate-limited' }, { type: 'retrying' }])
    expect(result.attempts.map(({ failure, waitedMs }) => [failure?.code ?? null, Math.floor(waitedMs / 1000)])).toEqual([['rate-limited', 0], [null, 7]])
  })

  test('PRV-5 what one window was told, the calls of the others keep to', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '9' }), hello, hello] })
    const first = world.begin(routesOf(official))
    while (world.time.isIdle) await new Promise((resolve) => setTimeout(resolve, 1))
    const second = world.begin(routesOf(official))
    await world.toEnd(first)
    await world.toEnd(second)
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-1@9', 'official-key-1@9'])
  })

  test('a short pause does not burn the second provider (122)', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '3' }), hello], mirror: [hello] })
    await world.call(routesOf(official, mirror))
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-1@3'])
  })

  test('a long pause is spent elsewhere at once, without a second try inside (119)', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '47' }), hello], mirror: [hello] })
    const result = await world.call(routesOf(official, mirror))
    expect(saidBy(result)).toBe('mirror: Hello')
    expect(world.trail()).toEqual(['official-key-1@0', 'mirror-key-1@0'])
    expect(result.movedBecause?.code).toBe('rate-limited')
    expect(result.events).toMatchObject([{ type: 'moved-on', failure: { code: 'rate-limited' } }])
    // The next call does not even ask.
    world.order('mirror', hello)
    expect(saidBy(await world.call(routesOf(official, mirror)))).toBe('mirror: Hello')
    expect(world.trail()).toHaveLength(3)
  })

  test('alone, a pause of up to a minute is waited for; a longer one ends the call', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '50' }), hello, refusal(429, { 'retry-after': '90' })] })
    expect(saidBy(await world.call(routesOf(official)))).toBe('official: Hello')
    const { answer } = await world.call(routesOf(official))
    expect(answer.failure).toMatchObject({ code: 'rate-limited', retryAfterMs: 90_000 })
  })

  test('where all are cooling down, the failure says when the first may be tried again, and nothing is sent (121)', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '300' })], mirror: [refusal(429, { 'retry-after': '120' })] })
    const first = await world.call(routesOf(official, mirror))
    expect(first.answer.failure).toMatchObject({ code: 'rate-limited', retryAfterMs: 120_000 })
    const second = await world.call(routesOf(official, mirror))
    expect(world.trail()).toHaveLength(2)
    expect(second.answer.failure).toMatchObject({ code: 'rate-limited', stage: 'limiter', retryAfterMs: 120_000 })
    expect(second.attempts).toEqual([])
  })

  test('what the headers say is left is kept to', async () => {
    const spent = { 'x-ratelimit-limit-requests': '60', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '12s' }
    const world = createCallWorld({ official: [says('Hello', spent), hello] })
    await world.call(routesOf(official))
    await world.call(routesOf(official))
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-1@12'])
  })
})

describe('out of order', () => {
  test('a 529 is tried again in place before another is asked (124)', async () => {
    const world = createCallWorld({ official: [refusal(529), refusal(529), hello], mirror: [hello] })
    expect(saidBy(await world.call(routesOf(official, mirror)))).toBe('official: Hello')
    world.order('official', refusal(529), refusal(529), refusal(529))
    const moved = await world.call(routesOf(official, mirror))
    expect(saidBy(moved)).toBe('mirror: Hello')
    expect(moved.movedBecause?.code).toBe('overloaded')
    expect(world.sent.filter(({ provider }) => provider === 'official')).toHaveLength(6)
  })

  test.each([429, 500, 502, 503, 504, 529])('%i is tried again (125)', async (status) => {
    const world = createCallWorld({ official: [refusal(status), hello] })
    expect(saidBy(await world.call(routesOf(official)))).toBe('official: Hello')
  })

  test.each([
    [400, 'bad-request', 'That field is not known.'],
    [400, 'context-too-long', "This model's maximum context length is 8192 tokens."],
    [400, 'content-filtered', 'The response was filtered: content_filter'],
  ] as const)('%i %s is the request itself: never tried again, nor elsewhere', async (status, code, message) => {
    const world = createCallWorld({ official: [refusal(status, {}, message)], mirror: [hello] })
    const result = await world.call(routesOf(official, mirror))
    expect(saidBy(result)).toBe(`official: ${code}`)
    expect(world.trail()).toHaveLength(1)
  })

  test.each([
    [401, 'key-rejected'],
    [402, 'out-of-credit'],
    [403, 'permission'],
  ] as const)('%i %s: the next key, then the next route', async (status, code) => {
    const world = createCallWorld({ official: [refusal(status), refusal(status)], mirror: [hello] })
    const result = await world.call(routesOf(callable('official', { keys: 2 }), mirror))
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-2@0', 'mirror-key-1@0'])
    expect(result.movedBecause?.code).toBe(code)
  })

  test('where nothing helps, the failure is that of the model that was asked for', async () => {
    const world = createCallWorld({ official: [refusal(401)], mirror: [refusal(404, {}, 'model_not_found')] })
    expect(saidBy(await world.call(routesOf(official, mirror)))).toBe('official: key-rejected')
  })

  test('a key at its limit stands back for another one', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '15' }), hello, hello] })
    const twoKeys = routesOf(callable('official', { keys: 2 }))
    await world.call(twoKeys)
    await world.call(twoKeys)
    expect(world.trail()).toEqual(['official-key-1@0', 'official-key-2@0', 'official-key-2@0'])
  })
})

describe('once shown', () => {
  test('PRV-6 a stream that is cut before any output is asked for once more, and then elsewhere', async () => {
    const world = createCallWorld({ official: [cutBeforeOutput, hello] })
    expect(saidBy(await world.call(routesOf(official)))).toBe('official: Hello')
    world.order('official', cutBeforeOutput, cutBeforeOutput)
    world.order('mirror', hello)
    expect(saidBy(await world.call(routesOf(official, mirror)))).toBe('mirror: Hello')
    expect(world.trail()).toHaveLength(5)
  })

  test('PRV-6 one that has shown a word is sent nowhere again', async () => {
    const world = createCallWorld({ official: [cutAfter('Hel')], mirror: [hello] })
    const { answer, attempts } = await world.call(routesOf(official, mirror))
    expect([messageText(answer.parts), answer.failure?.code]).toEqual(['Hel', 'stream-cut'])
    expect(attempts).toHaveLength(1)
  })

  test('PRV-6 an error in the stream is tried again only before anything is shown', async () => {
    const overloaded = `data: ${JSON.stringify({ error: { message: 'overloaded', code: 529 } })}\n\n`
    const world = createCallWorld({ official: [stream(overloaded), hello] })
    expect(saidBy(await world.call(routesOf(official)))).toBe('official: Hello')
  })
})

describe('the person and the disk', () => {
  test('Stop ends a wait at once', async () => {
    const world = createCallWorld({ official: [refusal(429, { 'retry-after': '50' }), hello] })
    const controller = new AbortController()
    const begun = world.begin(routesOf(official), { signal: controller.signal })
    while (world.time.isIdle) await new Promise((resolve) => setTimeout(resolve, 1))
    controller.abort()
    const { answer } = await begun.result
    expect(answer.failure?.code).toBe('cancelled')
    expect(world.trail()).toHaveLength(1)
  })

  test('every request is on record before it leaves, and one that cannot be does not leave', async () => {
    const world = createCallWorld({ official: [refusal(529), hello] })
    const { recorded } = await world.call(routesOf(official))
    expect(recorded.map((attempts) => attempts.map(({ durationMs }) => durationMs !== null))).toEqual([[false], [true, false]])
    const full = await world.call(routesOf(official, mirror), { beforeAttempt: () => Promise.resolve(fail({ code: 'storage-full', stage: 'store' })) })
    expect(full.answer.failure?.code).toBe('storage-full')
    expect(world.trail()).toHaveLength(2)
  })
})
