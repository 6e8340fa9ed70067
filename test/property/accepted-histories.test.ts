import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { repairHistory, type PathMessage } from '@shared/context/repair-history'
import type { MessageId, SessionId } from '@shared/ids'
import { adapterFor } from '@shared/providers/adapter-for'
import type { ModelCall } from '@shared/providers/model-call'
import { unknownMedia } from '@shared/providers/model-provider'
import { messageStatuses, type MessageRow, type Part } from '@shared/sessions/message'
import { formatOf } from '../emulator/formats/format'
import type { JsonObject, Refusal } from '../emulator/types'
import { baseUrlOf, modelRoutes, weatherTool, type ModelRoute } from '../helpers/model-routes'
import { callTo, portsWith } from '../helpers/provider-calls'

const words = fc.constantFrom('', ' ', 'words', '词 👋', 'more\n')
const callId = fc.constantFrom('call_1', 'Ab3dE6gH9', 'functions.get_weather:0', `toolu_${'x'.repeat(60)}`)
const foreignBlock = fc.constantFrom(
  ['openai-chat', '{"reasoning_content":"Hm"}'],
  ['openai-responses', '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAAx.y"}'],
  ['anthropic-messages', '{"type":"thinking","thinking":"Hm","signature":"x"}'],
  ['gemini', '{"text":"words","thoughtSignature":"x"}'],
  ['somebody', 'no JSON'],
)
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: words }),
  fc.record({ type: fc.constant('reasoning' as const), text: words }),
  fc.record({ type: fc.constant('tool-call' as const), toolCallId: callId, name: fc.constant('get_weather'), argumentsText: fc.constantFrom('{"city":"Oslo"}', '{}', '{"city"', '[]') }),
  fc.record({ type: fc.constant('tool-result' as const), toolCallId: callId, text: words, isError: fc.boolean() }),
  // Of a model that is asked nowhere here: nobody may be sent it.
  foreignBlock.map(([api = '', json = '']): Part => ({ type: 'provider', api, model: 'another-model', json })),
)
const item = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const, 'tool' as const), parts: fc.array(part, { maxLength: 5 }), status: fc.constantFrom('complete' as const, ...messageStatuses) })
const anyPath = fc.array(item, { minLength: 1, maxLength: 14 }).map((items) => items.map(toPathMessage))

function toPathMessage(given: { role: MessageRow['role']; parts: Part[]; status: MessageRow['status'] }, index: number): PathMessage {
  const row: MessageRow = {
    id: `m${index}` as MessageId,
    sessionId: 's' as SessionId,
    parentIds: [],
    device: 'd' as MessageRow['device'],
    createdAt: index,
    author: 'person',
    ...given,
  }
  return { row, parts: given.parts }
}

const emulator = { url: 'http://127.0.0.1:1' }

interface Sent {
  readonly url: URL
  readonly body: JsonObject
  readonly bytes: string
}

/** What the adapter puts on the wire, which goes nowhere. */
async function sentBy(route: ModelRoute, call: ModelCall): Promise<Sent> {
  let sent: Sent | null = null
  const fetch = (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const bytes = String(init?.body)
    sent = { url: new URL(url instanceof Request ? url.url : url), body: JSON.parse(bytes) as JsonObject, bytes }
    return Promise.resolve(new Response('', { status: 503 }))
  }
  for await (const _ of (await adapterFor(route.api)).stream(call, baseUrlOf(emulator, route), portsWith({ fetch }))) continue
  if (sent === null) throw new Error('nothing was sent')
  return sent
}

function refusalOf({ url, body }: Sent): Refusal | null {
  const format = formatOf(url.pathname)
  const headers = { 'anthropic-version': '2023-06-01' }
  if (format === null) throw new Error(`no service at ${url.pathname}`)
  return format.refuse(body, { method: 'POST', path: url.pathname, headers, body: Buffer.alloc(0) })
}

const question = toPathMessage({ role: 'user', parts: [{ type: 'text', text: 'And now?' }], status: 'complete' }, 99)

function callOf(path: readonly PathMessage[], { api, model }: ModelRoute): ModelCall {
  const { messages } = repairHistory(path, { api, modelId: model, takes: unknownMedia })
  return callTo(model, { messages: messages.map(({ message }) => message), tools: [weatherTool], effort: 'low', maxOutputTokens: 8000, system: 'Be brief.' })
}

test.each(modelRoutes.map((route) => [route.name, route] as const))('PRV-3 whatever is stored, %s takes it', async (_name, route) => {
  await fc.assert(
    fc.asyncProperty(anyPath, async (given) => {
      const sent = await sentBy(route, callOf([...given, question], route))
      expect(refusalOf(sent)).toBeNull()
    }),
    { numRuns: 120, seed: 3 },
  )
})

test.each(modelRoutes.map((route) => [route.name, route] as const))('what is added behind a history changes nothing in front of it, %s', async (_name, route) => {
  await fc.assert(
    fc.asyncProperty(anyPath, async (given) => {
      const earlier = await sentBy(route, callOf([...given, question], route))
      const answer = toPathMessage({ role: 'assistant', parts: [{ type: 'text', text: 'Now.' }], status: 'complete' }, 100)
      const again = toPathMessage({ role: 'user', parts: [{ type: 'text', text: 'And then?' }], status: 'complete' }, 101)
      const later = await sentBy(route, callOf([...given, question, answer, again], route))
      const [before, after] = [messagesIn(earlier.body), messagesIn(later.body)]
      expect(after.slice(0, before.length)).toEqual(before)
      expect((await sentBy(route, callOf(structuredClone([...given, question]), route))).bytes).toBe(earlier.bytes)
    }),
    { numRuns: 40, seed: 5 },
  )
})

/** As text, without the marks that say up to where to keep: they move and are no part of what is kept. */
const messagesIn = (body: JsonObject): string[] =>
  ((body['messages'] ?? body['input'] ?? body['contents']) as unknown[]).map((message) =>
    JSON.stringify(message, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  )

test('SES-6 nothing that can be kept is left out, and what is left out is said', () => {
  fc.assert(
    fc.property(anyPath, (given) => {
      const { messages, dropped, shortened } = repairHistory(given, { api: 'gemini', modelId: 'm', takes: unknownMedia })
      const sent = new Set(messages.flatMap(({ rowIds }) => rowIds))
      const sentText = JSON.stringify(messages)
      for (const { row, parts } of given) {
        const isSent = sent.has(row.id)
        expect(isSent).toBe(!dropped.some(({ id }) => id === row.id))
        if (row.role === 'tool' || row.status === 'failed' || !isSent) continue
        for (const piece of parts) if (piece.type === 'text' && piece.text.trim() !== '') expect(sentText).toContain(JSON.stringify(piece.text).slice(1, -1))
        const hasOtherBlocks = row.role === 'assistant' && row.status === 'complete' && parts.some(({ type }) => type === 'provider')
        expect(shortened.some(({ id, omission }) => id === row.id && omission === 'other-model')).toBe(hasOtherBlocks)
      }
    }),
    { numRuns: 1000, seed: 7 },
  )
})
