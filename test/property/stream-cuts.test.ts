import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'
import { cutAt, digestOfBody as read, partsOfBody } from '../conformance/answers'
import { fixtureFolder, readWireCases, wireBytes, wireFolder } from '../helpers/wire-cases'

const isExhaustive = process.env['COMMONPLACE_EXHAUSTIVE'] !== undefined
const everyOffsetUpToBytes = 16 * 1024
const sampledCuts = 150
/** A minute for the normal run, which needs seconds; as long as it takes for all offsets of all recordings. */
const timeout = isExhaustive ? 3_600_000 : 60_000

const streams = [fixtureFolder, resolve('test/fixtures/conformance'), wireFolder].flatMap((folder) =>
  readWireCases(folder)
    .filter((wireCase) => wireCase.stream && wireCase.api in decoders)
    .map((wireCase) => ({ id: wireCase.id, api: wireCase.api as AnswerFormat, bytes: wireBytes(wireCase, folder) })),
)

function offsetsFor(bytes: Uint8Array): readonly number[] {
  if (isExhaustive || bytes.length <= everyOffsetUpToBytes)
    return Array.from({ length: bytes.length + 1 }, (_, offset) => offset)
  return fc.sample(fc.integer({ min: 0, max: bytes.length }), { numRuns: sampledCuts, seed: 20261130 })
}

describe('STR-1', { timeout }, () => {
  test.each(streams.map((stream) => [stream.id, stream] as const))(
    'STR-1 %s gives the same parts wherever it is cut in two',
    (_, { api, bytes }) => {
      const whole = read(api, [bytes])
      const different = offsetsFor(bytes).filter((offset) => read(api, cutAt(bytes, offset)) !== whole)
      expect(different).toEqual([])
    },
  )

  test.each(streams.map((stream) => [stream.id, stream] as const))(
    'STR-1 %s gives the same parts byte by byte',
    (_, { api, bytes }) => {
      expect(
        read(
          api,
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
        ),
      ).toBe(read(api, [bytes]))
    },
  )

  test('STR-1 many cuts at once change nothing', () => {
    const small = streams.filter((stream) => stream.bytes.length <= everyOffsetUpToBytes)
    fc.assert(
      fc.property(
        fc.constantFrom(...small),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
        ({ api, bytes }, places) => {
          const offsets = places.map((place) => Math.floor(place * bytes.length)).sort((left, right) => left - right)
          const chunks = [...offsets, bytes.length].map((offset, index) =>
            bytes.subarray(offsets[index - 1] ?? 0, offset),
          )
          expect(read(api, chunks)).toBe(read(api, [bytes]))
        },
      ),
      { seed: 20261130, numRuns: 300 },
    )
  })

  test('STR-1 the adapters give over a real body what the reading gives', async () => {
    for (const { api, bytes } of streams.slice(0, 12)) {
      const ask = (chunks: readonly Uint8Array[]) => partsOfBody(api, chunks)
      const whole = await ask([bytes])
      for (const offset of fc.sample(fc.integer({ min: 1, max: bytes.length - 1 }), { numRuns: 8, seed: 7 })) {
        expect(await ask(cutAt(bytes, offset))).toEqual(whole)
      }
    }
  })
})

describe('STR-2', { timeout }, () => {
  const ask = (api: AnswerFormat, bytes: Uint8Array) => partsOfBody(api, [bytes])
  const fixtures = streams.filter((stream) =>
    ['chat-crlf-cjk', 'chat-tools-interleaved', 'messages-thinking-tool', 'responses-reasoning-tool', 'gemini-thoughts-and-parallel-calls', 'ollama-lines'].includes(
      stream.id,
    ),
  )

  test.each(fixtures.map((stream) => [stream.id, stream] as const))(
    'STR-2 %s that ends early keeps its parts and is never a complete answer',
    async (_, { api, bytes }) => {
      const whole = await ask(api, bytes)
      const content = JSON.stringify(
        whole.filter((part) => part.type !== 'call-start' && part.type !== 'usage' && !part.type.startsWith('call-')),
      )
      const step = isExhaustive ? 1 : 7
      for (let length = 1; length < bytes.length; length += step) {
        const parts = await ask(api, bytes.subarray(0, length))
        const last = parts.at(-1)
        expect(last?.type === 'call-end' || last?.type === 'call-failed').toBe(true)
        const shown = parts.filter(
          (part) => part.type === 'text-delta' || part.type === 'reasoning-delta' || part.type === 'tool-input-delta',
        )
        for (const part of shown) expect(content).toContain(JSON.stringify(part))
        if (last?.type === 'call-failed') expect(last.failure).toMatchObject({ code: 'stream-cut', stage: 'stream' })
        // Only what follows the terminal event may be missing from a complete answer.
        else
          expect(parts.filter((part) => part.type === 'tool-call')).toEqual(
            whole.filter((part) => part.type === 'tool-call'),
          )
      }
    },
  )
})
