import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adapterFor } from '@shared/providers/adapter-for'
import type { ApiKind } from '@shared/providers/model-call'
import type { StreamPart } from '@shared/providers/stream-part'
import { BridgeFetchError } from '@shared/bridge/bridge'
import { startEmulator, type Emulator } from '../../emulator/server'
import type { Fault } from '../../emulator/types'
import { answering, callTo, fetchWithKey, joined, partsOf, portsWith } from '../../helpers/provider-calls'

const apis: readonly ApiKind[] = ['openai-chat', 'openai-responses', 'anthropic-messages']
const modelId = 'demo-small'
let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator()
})
afterEach(() => emulator.close())

const baseUrlFor = (api: ApiKind) => (api === 'anthropic-messages' ? emulator.url : `${emulator.url}/v1`)
const ports = (changes: Parameters<typeof portsWith>[0] = {}) =>
  portsWith({ fetch: fetchWithKey('demo-key'), ...changes })
const ask = (api: ApiKind, model = modelId, changes: Parameters<typeof portsWith>[0] = {}) =>
  partsOf(api, callTo(model), baseUrlFor(api), ports(changes))

describe.each(apis)('%s', (api) => {
  const failing: readonly (readonly [Fault, string])[] = [
    [{ kind: 'status', status: 401 }, 'key-rejected'],
    [{ kind: 'status', status: 404 }, 'model-not-found'],
    [{ kind: 'status', status: 429, headers: { 'retry-after': '3' } }, 'rate-limited'],
    [{ kind: 'status', status: 500 }, 'server-error'],
    [{ kind: 'status', status: 529 }, 'overloaded'],
    [{ kind: 'out-of-credit' }, 'out-of-credit'],
    [{ kind: 'garbage' }, 'malformed-response'],
    [{ kind: 'html' }, 'malformed-response'],
    [{ kind: 'huge' }, 'malformed-response'],
    [{ kind: 'empty' }, 'malformed-response'],
    [{ kind: 'no-terminal' }, 'stream-cut'],
  ]
  test.each(failing)('%j ends the call with %s', async (fault, code) => {
    emulator.fault(fault)
    const parts = await ask(api)
    expect(parts.filter((part) => part.type === 'call-end' || part.type === 'call-failed')).toMatchObject([
      { type: 'call-failed', failure: { code } },
    ])
    // The next call finds a service in order.
    expect((await ask(api)).at(-1)).toMatchObject({ type: 'call-end' })
  })

  test('a long pause is told in milliseconds', async () => {
    emulator.fault({ kind: 'status', status: 429, headers: { 'retry-after': '47' } })
    expect((await ask(api)).at(-1)).toMatchObject({ failure: { retryAfterMs: 47_000 } })
  })

  test('STR-2 a socket that dies in the middle leaves the text that came, and says so', async () => {
    emulator.script({ text: 'Once upon a time there was a long answer. '.repeat(40) })
    emulator.fault({ kind: 'cut', bytes: 3000 })
    const parts = await ask(api)
    expect(joined(parts, 'text-delta')).toMatch(/^Once upon a time/)
    expect(parts.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'stream-cut', stage: 'stream' } })
  })

  test('STR-2 a server that falls silent ends the call with timeout, with the text that came', async () => {
    emulator.script({ text: 'Once upon a time there was a long answer. '.repeat(40) })
    emulator.fault({ kind: 'stall', bytes: 3000 })
    const parts = await ask(api, modelId, { idleTimeoutMs: 150 })
    expect(joined(parts, 'text-delta')).toMatch(/^Once upon a time/)
    expect(parts.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'timeout', stage: 'stream' } })
  })

  test('no headers at all end the call with timeout', async () => {
    emulator.fault({ kind: 'hang' })
    expect(await ask(api, modelId, { idleTimeoutMs: 150 })).toEqual([
      { type: 'call-failed', failure: { code: 'timeout', stage: 'connect' } },
    ])
  })

  test('a person who stops gets what had come, and cancelled', async () => {
    emulator.script({ text: 'word '.repeat(400) })
    emulator.fault({ kind: 'slow-frames', ms: 5 })
    const controller = new AbortController()
    const parts: StreamPart[] = []
    const adapter = await adapterFor(api)
    for await (const part of adapter.stream(callTo(modelId), baseUrlFor(api), ports({ signal: controller.signal }))) {
      parts.push(part)
      if (part.type === 'text-delta') controller.abort()
    }
    expect(joined(parts, 'text-delta')).toMatch(/^word/)
    expect(parts.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'cancelled' } })
  })

  test('a call that was stopped before it began sends nothing', async () => {
    const controller = new AbortController()
    controller.abort()
    expect(await ask(api, modelId, { signal: controller.signal })).toMatchObject([
      { type: 'call-failed', failure: { code: 'cancelled' } },
    ])
    expect(emulator.requests()).toEqual([])
  })

  test('a fetch that ignores the signal cannot hold the call', async () => {
    const parts = await ask(api, modelId, { idleTimeoutMs: 60, fetch: () => new Promise(() => undefined) })
    expect(parts).toMatchObject([{ type: 'call-failed', failure: { code: 'timeout' } }])
  })

  test('what the bridge says comes through the SDK as it was said', async () => {
    const failure = { code: 'url-not-allowed', stage: 'bridge', detail: 'not under the base address' } as const
    const parts = await ask(api, modelId, { fetch: () => Promise.reject(new BridgeFetchError(failure)) })
    expect(parts).toEqual([{ type: 'call-failed', failure }])
  })

  test('a server that is not there is a network failure', async () => {
    await emulator.close()
    const parts = await ask(api)
    expect(parts).toMatchObject([{ type: 'call-failed', failure: { code: 'network', stage: 'connect' } }])
    emulator = await startEmulator()
  })

  test('a server that does not stream is read all the same', async () => {
    emulator.script({ text: 'Whole.' })
    const fetch: typeof globalThis.fetch = (url, init) => {
      const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, unknown>
      const { stream: _, stream_options: __, ...rest } = body
      return fetchWithKey('demo-key')(url as URL, { ...init, body: JSON.stringify(rest) })
    }
    const parts = await ask(api, modelId, { fetch })
    expect(joined(parts, 'text-delta')).toBe('Whole.')
    expect(parts.at(-1)).toMatchObject({ type: 'call-end', finishReason: 'stop' })
  })

  test('a stream that dribbles byte by byte says the same', async () => {
    emulator.script({ text: 'Grüße, 世界 👋' })
    emulator.fault({ kind: 'dribble' })
    const parts = await ask(api)
    expect(joined(parts, 'text-delta')).toBe('Grüße, 世界 👋')
    expect(parts.at(-1)).toMatchObject({ type: 'call-end' })
  })

  test('an answer that reached its limit is no failure', async () => {
    emulator.script({ text: 'Cut he', finish: 'length' })
    expect((await ask(api)).at(-1)).toMatchObject({ type: 'call-end', finishReason: 'length' })
  })
})

test('a 50 MB error page is read only as far as it is needed', async () => {
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++
      controller.enqueue(new Uint8Array(64 * 1024).fill(120))
    },
  })
  const parts = await partsOf(
    'openai-chat',
    callTo(modelId),
    'https://wire.example/v1',
    portsWith({ fetch: () => Promise.resolve(new Response(endless, { status: 500 })) }),
  )
  expect(parts).toMatchObject([{ type: 'call-failed', failure: { code: 'server-error', detail: 'x'.repeat(200) } }])
  expect(pulled).toBeLessThan(10)
})

test('REP-115 the usage of a last chunk without choices is not lost', async () => {
  const parts = await ask('openai-chat')
  expect(parts.find((part) => part.type === 'usage')).toMatchObject({ usage: { isEstimate: false } })
})

test('an error inside a stream, after 200, is named by its own words', async () => {
  const bytes = new TextEncoder().encode(
    'data: {"id":"x","model":"m","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: {"error":{"message":"Rate limit reached","code":429,"type":"rate_limit_error"}}\n\n',
  )
  const parts = await partsOf(
    'openai-chat',
    callTo(modelId),
    'https://wire.example/v1',
    portsWith({ fetch: answering([bytes]) }),
  )
  expect(joined(parts, 'text-delta')).toBe('Hi')
  expect(parts.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'rate-limited', status: 429 } })
})
