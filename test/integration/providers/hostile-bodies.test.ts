import { describe, expect, test } from 'vitest'
import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'
import { streamAnswer } from '@shared/providers/wire/stream-answer'
import type { StreamPart } from '@shared/providers/stream-part'
import { portsWith, streamOf } from '../../helpers/provider-calls'
import { partsOfBody } from '../../conformance/answers'

const formats = Object.keys(decoders) as AnswerFormat[]
const encode = (text: string) => new TextEncoder().encode(text)
const bodyBytes = 50 * 1024 * 1024
const chunkBytes = 64 * 1024

/** A body that is made as it is read, so that the test itself holds none of it; `unit` is repeated. */
function bodyOf(start: string, unit: string, status = 200) {
  const chunk = encode(unit.repeat(Math.ceil(chunkBytes / unit.length)))
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= bodyBytes) controller.close()
      else controller.enqueue(sent === 0 ? encode(start) : chunk)
      sent += sent === 0 ? Math.max(1, start.length) : chunk.byteLength
    },
  })
  return { response: new Response(body, { status }), sent: () => sent }
}

async function lastOf(format: AnswerFormat, response: Response): Promise<StreamPart | undefined> {
  let last: StreamPart | undefined
  const ports = portsWith({ fetch: () => Promise.resolve(response), idleTimeoutMs: 30_000 })
  for await (const part of streamAnswer((fetch, signal) => fetch('https://wire.example', { signal }), decoders[format](), ports)) last = part
  return last
}

describe('PRV-8 bodies that are no answer', { timeout: 120_000 }, () => {
  describe.each(formats)('%s', (format) => {
    test.each([
      ['text', `It works! ${'x'.repeat(400)}`],
      ['a web page', `<!doctype html><title>Sign in</title>${'<p>x</p>'.repeat(100)}`],
      ['an event that is no JSON', `data: ${'nonsense '.repeat(60)}\n\n`],
      ['JSON that is no answer', JSON.stringify({ detail: 'y'.repeat(400) })],
    ])('PRV-8 %s is malformed-response with its first 200 characters, wherever it is cut', async (_, body) => {
      const whole = await partsOfBody(format, [encode(body)])
      const start = body.replace(/^data: /, '').slice(0, 200)
      expect(whole.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'malformed-response', stage: 'stream', detail: start } })
      expect(await partsOfBody(format, [1, 5, 300].map((offset, index, all) => encode(body).subarray(all[index - 1] ?? 0, offset)).concat(encode(body).subarray(300)))).toEqual(whole)
    })

    test('PRV-8 an empty body is malformed-response, as an answer and as a refusal; one that breaks off before its first byte was cut', async () => {
      for (const body of [[], [encode(' \r\n')]]) {
        expect((await partsOfBody(format, body)).at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'malformed-response', stage: 'stream' } })
      }
      const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
      expect(await lastOf(format, new Response(broken))).toMatchObject({ type: 'call-failed', failure: { code: 'stream-cut' } })
      const refused = await partsOfBody(format, [], { status: 400, headers: {} })
      expect(refused.at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'malformed-response', status: 400 } })
    })
  })

  const endless: readonly (readonly [string, string, string, number])[] = [
    ['text without an end of line', '', 'lorem ipsum ', 1],
    ['lines of text', '', 'lorem ipsum dolor\n', 1],
    ['a web page', '<html>', '<p>x</p>', 1],
    ['an event without an end', 'data: ', 'x', 20],
    ['an event of many lines', 'data: {\n', `data: ${'x'.repeat(100)}\n`, 20],
    ['JSON without an end', '{"a":"', 'x', 20],
    ['a list without an end', '[', '{"a":1},', 20],
    ['events without an end behind a stray brace', 'data: {"id":"c"}\n\n{\n', '  "a": 1,\n', 1],
  ]
  test.each(endless)('PRV-8 50 MB of %s ends soon, in bounded memory', async (_, start, unit, maxMegabytes) => {
    const { response, sent } = bodyOf(start, unit)
    const startedAt = performance.now()
    const before = process.memoryUsage().rss
    const last = await lastOf('openai-chat', response)
    expect(last).toMatchObject({ type: 'call-failed', failure: { code: 'malformed-response', detail: (start + unit.repeat(200)).slice(0, 200).trim() } })
    // What was not needed was not read, and what was read was not kept several times over.
    expect(sent()).toBeLessThan(maxMegabytes * 1024 * 1024)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  test('PRV-8 50 MB of a refusal are read as far as its first 64 KB', async () => {
    const { response, sent } = bodyOf('', 'nope ', 500)
    expect(await lastOf('gemini', response)).toMatchObject({ failure: { code: 'server-error', detail: 'nope '.repeat(40) } })
    expect(sent()).toBeLessThan(1024 * 1024)
  })

  test('PRV-8 a body that stops coming is given up, what came stays', async () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(encode('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')) })
    const parts: StreamPart[] = []
    const ports = portsWith({ fetch: () => Promise.resolve(new Response(body)), idleTimeoutMs: 60 })
    for await (const part of streamAnswer((fetch, signal) => fetch('https://wire.example', { signal }), decoders['openai-chat'](), ports)) parts.push(part)
    expect(parts.map(({ type }) => type)).toEqual(['call-start', 'text-delta', 'call-failed'])
    expect(parts.at(-1)).toMatchObject({ failure: { code: 'timeout', stage: 'stream' } })
  })

  test('PRV-8 a reader that goes away stops the reading', async () => {
    let isCancelled = false
    const body = streamOf(Array.from({ length: 1000 }, () => encode('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n')))
    const watched = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        controller.enqueue(encode('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n'))
      },
      cancel: () => void (isCancelled = true),
    })
    for (const response of [new Response(body), new Response(watched)]) {
      const ports = portsWith({ fetch: () => Promise.resolve(response) })
      for await (const part of streamAnswer((fetch, signal) => fetch('https://wire.example', { signal }), decoders['openai-chat'](), ports)) {
        if (part.type === 'text-delta') break
      }
    }
    expect(isCancelled).toBe(true)
  })
})
