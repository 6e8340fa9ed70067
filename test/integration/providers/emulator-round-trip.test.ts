import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiKind, ModelCall, PromptMessage } from '@shared/providers/model-call'
import type { StreamPart } from '@shared/providers/stream-part'
import { AnswerBuilder } from '@shared/agent/answer-builder'
import { startEmulator, type Emulator } from '../../emulator/server'
import { callTo, fetchWithKey, partsOf, portsWith, text } from '../../helpers/provider-calls'

/** Models whose reasoning goes back in the format of their api. */
const models: Readonly<Record<ApiKind, string>> = {
  'openai-chat': 'deepseek-v4-flash',
  'openai-responses': 'gpt-5.5',
  'anthropic-messages': 'claude-sonnet-4-6',
  gemini: 'gemini-3-pro-preview',
}
const apis = Object.keys(models) as ApiKind[]

const weatherTool = {
  name: 'get_weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ models: Object.values(models) })
})
afterEach(() => emulator.close())

const baseUrlFor = (api: ApiKind) => (api === 'anthropic-messages' || api === 'gemini' ? emulator.url : `${emulator.url}/v1`)

const ask = (api: ApiKind, call: ModelCall) =>
  partsOf(api, call, baseUrlFor(api), portsWith({ fetch: fetchWithKey('demo-key') }))

/** What the session stores of an answer. */
function stored(api: ApiKind, parts: readonly StreamPart[]): PromptMessage {
  const builder = new AnswerBuilder(models[api], 0)
  for (const part of parts) builder.add(part, 0)
  return { role: 'assistant', parts: builder.answer().parts, origin: { api, model: models[api] } }
}

/** To disk and back. */
const reloaded = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

const bodyOf = (index: number): Record<string, unknown> =>
  JSON.parse(emulator.requests().at(index)?.body.toString() ?? '{}') as Record<string, unknown>

describe.each(apis)('%s', (api) => {
  const call = (messages: readonly PromptMessage[]) =>
    callTo(models[api], { messages, tools: [weatherTool], effort: 'low', maxOutputTokens: 8000, system: 'Be brief.' })
  const question: PromptMessage = { role: 'user', parts: [text('Weather in 上海?')] }

  test('SES-5 a tool conversation goes on after a restart, reasoning and all', async () => {
    emulator.script(
      {
        reasoning: 'I should look it up. 查一下 🌦',
        toolCalls: [{ name: 'get_weather', argumentsText: '{"city":"上海"}' }],
      },
      { text: 'Sunny.' },
    )
    const first = await ask(api, call([question]))
    expect(first.at(-1)).toMatchObject({ type: 'call-end', finishReason: 'tool-calls' })

    const answer = stored(api, first)
    const toolCall = answer.parts.find((part) => part.type === 'tool-call')
    expect(toolCall).toMatchObject({ name: 'get_weather', argumentsText: '{"city":"上海"}' })
    const result: PromptMessage = {
      role: 'tool',
      parts: [
        {
          type: 'tool-result',
          toolCallId: toolCall?.type === 'tool-call' ? toolCall.toolCallId : '',
          text: '21 °C',
          isError: false,
        },
      ],
    }
    const history = reloaded([question, answer, result])
    const second = await ask(api, call(history))
    expect(second.at(-1)).toMatchObject({ type: 'call-end', finishReason: 'stop' })

    // The block went out as the very text that was stored.
    const block = answer.parts.find((part) => part.type === 'provider')
    expect(block?.type === 'provider' ? emulator.requests().at(-1)?.body.toString() : '').toContain(
      block?.type === 'provider' ? block.json.slice(1, -1) : 'no block',
    )
  })

  test('SES-5 an answered question goes on, and a changed block would have been refused', async () => {
    emulator.script({ reasoning: 'Short.', text: 'Grüße 👋 from the model.' })
    const answer = stored(api, await ask(api, call([question])))
    const next: PromptMessage = { role: 'user', parts: [text('And now?')] }
    const second = await ask(api, call(reloaded([question, answer, next])))
    expect(second.at(-1)).toMatchObject({ type: 'call-end' })

    const changed = {
      ...answer,
      parts: answer.parts.map((part) =>
        part.type === 'provider' ? { ...part, json: part.json.replace('Short', 'Long') } : part,
      ),
    }
    if (api === 'anthropic-messages') {
      const refused = await ask(api, call([question, changed, next]))
      expect(refused.at(-1)).toMatchObject({
        type: 'call-failed',
        failure: { code: 'bad-request', detail: expect.stringContaining('signature') as string },
      })
    }
  })

  test('blocks of one model are not sent to another', async () => {
    emulator.script({ reasoning: 'Private.', text: 'Done.' })
    const answer = stored(api, await ask(api, call([question])))
    const other = await ask(api, { ...call([question, answer, question]), modelId: 'demo-small' })
    expect(other.at(-1)).toMatchObject({ type: 'call-end' })
    expect(emulator.requests().at(-1)?.body.toString()).not.toContain('Private.')
  })

  test('REP-25 an answer that was cut while thinking leaves a history that is accepted', async () => {
    const cut: PromptMessage = {
      role: 'assistant',
      parts: [{ type: 'reasoning', text: 'I was th' }],
      origin: { api, model: models[api] },
    }
    const parts = await ask(api, call([question, cut, { role: 'user', parts: [text('Go on')] }]))
    expect(parts.at(-1)).toMatchObject({ type: 'call-end' })
  })

  test('images go as base64 in the format of the api, and a file that is gone is named', async () => {
    const file = {
      type: 'file' as const,
      hash: 'ab'.repeat(32) as never,
      name: 'cat.png',
      mediaType: 'image/png',
      sizeBytes: 4,
    }
    const message: PromptMessage = {
      role: 'user',
      parts: [text('What is it?'), file, { ...file, hash: 'cd'.repeat(32) as never, name: 'gone.png' }],
    }
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const readFile = (hash: string) => Promise.resolve(hash.startsWith('ab') ? bytes : null)
    const parts = await partsOf(
      api,
      call([message]),
      baseUrlFor(api),
      portsWith({ fetch: fetchWithKey('demo-key'), readFile }),
    )
    expect(parts.at(-1)).toMatchObject({ type: 'call-end' })
    const body = emulator.requests().at(-1)?.body.toString() ?? ''
    expect(body).toContain('iVBORw==')
    expect(body).toContain('gone.png')
  })

  test('an empty turn is left out and nothing else changes', async () => {
    const empty: PromptMessage = { role: 'assistant', parts: [text('')], origin: { api, model: models[api] } }
    const parts = await ask(api, call([question, empty, { role: 'user', parts: [text('Still there?')] }]))
    expect(parts.at(-1)).toMatchObject({ type: 'call-end' })
  })

  test('the request is built from our words only: no trace of the machine, no stored answer', async () => {
    await ask(api, call([question]))
    const { headers } = emulator.requests().at(-1) ?? { headers: {} }
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([])
    if (api === 'openai-responses')
      expect(bodyOf(-1)).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
    if (api === 'openai-chat')
      expect(bodyOf(-1)).toMatchObject({ stream_options: { include_usage: true }, max_tokens: 8000 })
  })
})
