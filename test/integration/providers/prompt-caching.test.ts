import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKind, ModelCall, PromptMessage } from '@shared/providers/model-call'
import { createOpenAiChatAdapter } from '@shared/providers/openai-chat/adapter'
import { createOpenAiResponsesAdapter } from '@shared/providers/openai-responses/adapter'
import { traitsOf } from '@shared/providers/model-traits'
import { cacheKeyOf } from '@shared/providers/request/cache-key'
import { startEmulator, type Emulator } from '../../emulator/server'
import { chatBaseUrl } from '../../emulator/vendors'
import { weatherTool } from '../../helpers/model-routes'
import { callTo, fetchWithKey, partsOf, portsWith, text } from '../../helpers/provider-calls'
import { openTurnWindow } from '../../helpers/turn-window'

const sonnet = 'claude-sonnet-4-6'
const haiku = 'claude-haiku-4-5'
const routed = 'anthropic/claude-sonnet-4.6'
let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: [sonnet, haiku, routed, 'gpt-5.5', 'llama-3.3'] })
})
afterEach(() => emulator.clear())
afterAll(() => emulator.close())

const ports = portsWith({ fetch: fetchWithKey('demo-key') })
const sentBody = (): string => emulator.requests().at(-1)?.body.toString() ?? ''

async function send(api: ApiKind, call: ModelCall, baseUrl = emulator.url): Promise<string> {
  expect((await partsOf(api, call, baseUrl, ports)).at(-1)).toMatchObject({ type: 'call-end' })
  return sentBody()
}

const user = (words: string): PromptMessage => ({ role: 'user', parts: [text(words)] })
const assistant = (words: string): PromptMessage => ({ role: 'assistant', parts: [text(words)] })
const long = (tokens: number): string => 'word '.repeat(tokens)

/** Where marks stand, as paths into the body. */
function marksIn(body: string): string[] {
  const found: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'cache_control') found.push(path)
      else walk(inner, path === '' ? key : `${path}.${key}`)
    }
  }
  walk(JSON.parse(body), '')
  return found
}

describe('marks for the cache of Anthropic', () => {
  const history = [user('One?'), assistant('One.'), user('Two?')]

  test('stand behind the instructions and behind what was said before the question', async () => {
    const body = await send('anthropic-messages', callTo(sonnet, { system: long(1500), messages: history, tools: [weatherTool] }))
    expect(marksIn(body).sort()).toEqual(['messages.1.content.0', 'system.0'])
  })

  test('stand nowhere where the prefix is shorter than the model keeps', async () => {
    expect(marksIn(await send('anthropic-messages', callTo(sonnet, { system: long(500), messages: history })))).toEqual([])
    expect(marksIn(await send('anthropic-messages', callTo(haiku, { system: long(1500), messages: history })))).toEqual([])
  })

  test('stand behind a message as soon as all before it is long enough', async () => {
    const grown = [user(long(600)), assistant(long(600)), user('Two?')]
    expect(marksIn(await send('anthropic-messages', callTo(sonnet, { system: 'Be brief.', messages: grown })))).toEqual(['messages.1.content.0'])
  })

  test('inside a turn with tools move on with the results, and are never more than four', async () => {
    const steps = ['a', 'b', 'c'].flatMap((id): PromptMessage[] => [
      { role: 'assistant', parts: [{ type: 'tool-call', toolCallId: id, name: 'get_weather', argumentsText: '{}' }] },
      { role: 'tool', parts: [{ type: 'tool-result', toolCallId: id, text: 'Sun', isError: false }] },
    ])
    const tools = [{ ...weatherTool, description: long(1500) }]
    const body = await send('anthropic-messages', callTo(sonnet, { system: long(1500), messages: [...history, ...steps], tools }))
    expect(marksIn(body).sort()).toEqual(['messages.1.content.0', 'messages.8.content.0', 'system.0', 'tools.0'])
  })

  test('go to OpenRouter for Claude, and to no other server of that format', async () => {
    const call = callTo(routed, { system: long(1500), messages: history })
    expect(marksIn(await send('openai-chat', call, chatBaseUrl(emulator.url, 'openrouter'))).sort()).toEqual(['messages.0.content.0', 'messages.2.content.0'])
    expect(marksIn(await send('openai-chat', call, chatBaseUrl(emulator.url, 'plain')))).toEqual([])
  })
})

describe('the key of a session', () => {
  test('is the same for the session, another for another, and tells nothing of it', () => {
    expect(cacheKeyOf('session-1')).toBe(cacheKeyOf('session-1'))
    expect(cacheKeyOf('session-1')).not.toBe(cacheKeyOf('session-2'))
    expect(cacheKeyOf('session-1')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('goes to OpenAI in both formats, and to nobody else', async () => {
    const call = callTo('gpt-5.5', { cacheKey: 'k1' })
    const atOpenAi = (id: string) => traitsOf(id, 'openai')
    for await (const part of createOpenAiResponsesAdapter(atOpenAi).stream(call, `${emulator.url}/v1`, ports)) expect(part.type).not.toBe('call-failed')
    expect(JSON.parse(sentBody())).toMatchObject({ prompt_cache_key: 'k1' })
    for await (const part of createOpenAiChatAdapter(atOpenAi).stream(call, `${emulator.url}/v1`, ports)) expect(part.type).not.toBe('call-failed')
    expect(JSON.parse(sentBody())).toMatchObject({ prompt_cache_key: 'k1' })
    expect(await send('openai-chat', callTo('llama-3.3', { cacheKey: 'k1' }), chatBaseUrl(emulator.url, 'groq'))).not.toContain('k1')
  })
})

test('two turns of one session share everything up to the question of the first', async () => {
  const window = await openTurnWindow(emulator)
  const session = await window.say(null, 'My name is Anna. What is a monad?')
  const first = sentBody()
  await window.say(session, 'And a functor?')
  const second = sentBody()
  const end = first.lastIndexOf('{"role":"user"')
  expect(end).toBeGreaterThan(0)
  expect(second.slice(0, end)).toBe(first.slice(0, end))
  await window.close()
})
