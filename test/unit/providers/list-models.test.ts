import { describe, expect, test } from 'vitest'
import { isChatModel } from '@shared/providers/chat-models'
import { picoUsd, readListedModel } from '@shared/providers/listed-models'
import { listModels, type ListSource } from '@shared/providers/list-models'
import { unknownMedia } from '@shared/providers/model-provider'
import { portsWith } from '../../helpers/provider-calls'

const compatible: ListSource = { preset: 'compatible', api: 'openai-chat', baseUrl: 'https://wire.example/v1' }

/** A service that answers by address; everything else is not there. */
function served(pages: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const fetch = (url: string | URL | Request) => {
    const address = String(url)
    asked.push(address)
    const body = pages[address]
    return Promise.resolve(body === undefined ? new Response('404 page not found', { status: 404 }) : Response.json(body))
  }
  return { asked, ports: portsWith({ fetch }) }
}

const idsOf = async (source: ListSource, pages: Readonly<Record<string, unknown>>) => {
  const list = await listModels(source, served(pages).ports)
  return list.ok ? list.value.models.map(({ id }) => id) : list.failure.code
}

describe('lists of models', () => {
  test('other shapes are read: a bare array, `models`, names instead of ids, an empty list of a Go program', async () => {
    const listed = (body: unknown) => idsOf(compatible, { 'https://wire.example/v1/models': body })
    expect(await listed([{ id: 'a' }, { id: 'b' }, { id: 'a' }, {}, 7, ''])).toEqual(['a', 'b'])
    expect(await listed(['a', 'b'])).toEqual(['a', 'b'])
    expect(await listed({ models: [{ name: 'llama3.1:8b' }] })).toEqual(['llama3.1:8b'])
    expect(await listed({ object: 'list', data: [] })).toEqual([])
    expect(await listed({ object: 'list', data: null })).toEqual([])
    expect(await listed({ hello: 'world' })).toBe('wrong-address')
  })

  test('Anthropic’s pages are followed to the last one', async () => {
    const base = 'https://api.anthropic.com/v1/models?limit=1000'
    const { asked, ports } = served({
      [base]: { data: [{ type: 'model', id: 'claude-a', display_name: 'Claude A' }], has_more: true, last_id: 'claude a' },
      [`${base}&after_id=claude%20a`]: { data: [{ type: 'model', id: 'claude-b' }], has_more: false, last_id: 'claude-b' },
    })
    const list = await listModels({ preset: 'anthropic', api: 'anthropic-messages', baseUrl: 'https://api.anthropic.com' }, ports)
    expect(list.ok && list.value.models.map(({ id, facts }) => [id, facts?.name ?? null])).toEqual([
      ['claude-a', 'Claude A'],
      ['claude-b', null],
    ])
    expect(asked).toHaveLength(2)
  })

  test('Gemini’s pages are followed, `models/` is no part of a name, and what does not generate is no chat model', async () => {
    const base = 'https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000'
    const { ports } = served({
      [base]: {
        models: [{ name: 'models/gemini-3-pro', displayName: 'Gemini 3 Pro', inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, supportedGenerationMethods: ['generateContent'] }],
        nextPageToken: 'x/y',
      },
      [`${base}&pageToken=x%2Fy`]: { models: [{ name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] }] },
    })
    const list = await listModels({ preset: 'gemini', api: 'gemini', baseUrl: 'https://generativelanguage.googleapis.com' }, ports)
    expect(list.ok && list.value.models).toMatchObject([
      { id: 'gemini-3-pro', answersChats: null, facts: { name: 'Gemini 3 Pro', contextTokens: 1_048_576, maxOutputTokens: 65_536 } },
      { id: 'gemini-embedding-001', answersChats: false },
    ])
  })

  test('a service whose pages never end is left after twenty', async () => {
    let asked = 0
    const fetch = () => Promise.resolve(Response.json({ models: [{ name: `m${asked}` }], nextPageToken: `${++asked}` }))
    const list = await listModels({ preset: 'gemini', api: 'gemini', baseUrl: 'https://endless.example' }, portsWith({ fetch }))
    expect(list.ok && list.value.models).toHaveLength(20)
    expect(asked).toBe(20)
  })

  test('PRV-10 an address in a list is not followed', async () => {
    const { asked, ports } = served({
      'https://wire.example/v1/models': { data: [{ id: 'a' }], has_more: true, next: 'https://evil.example/steal', nextPageToken: '', last_id: 'a' },
    })
    await listModels(compatible, ports)
    expect(asked.every((url) => url.startsWith('https://wire.example/v1/models'))).toBe(true)
  })

  test('Ollama says more in its own list, and an older one is asked in OpenAI’s form', async () => {
    const source: ListSource = { preset: 'ollama', api: 'openai-chat', baseUrl: 'http://localhost:11434/v1' }
    const tags = { models: [{ name: 'llama3.1:8b', model: 'llama3.1:8b', details: { family: 'llama', families: ['llama'] } }, { name: 'nomic-embed-text:latest', details: { families: ['nomic-bert'] } }] }
    const list = await listModels(source, served({ 'http://localhost:11434/api/tags': tags }).ports)
    expect(list.ok && list.value.models.map(({ id, answersChats }) => [id, answersChats])).toEqual([
      ['llama3.1:8b', null],
      ['nomic-embed-text:latest', false],
    ])
    expect(await idsOf(source, { 'http://localhost:11434/v1/models': { data: [{ id: 'qwen3' }] } })).toEqual(['qwen3'])
  })

  test('a key that the richer list refuses is not tried again at the plain one', async () => {
    const source: ListSource = { preset: 'xai', api: 'openai-chat', baseUrl: 'https://api.x.ai/v1' }
    let asked = 0
    const fetch = () => {
      asked += 1
      return Promise.resolve(Response.json({ error: 'Incorrect API key provided' }, { status: 401 }))
    }
    const list = await listModels(source, portsWith({ fetch }))
    expect([list.ok ? null : list.failure.code, asked]).toEqual(['key-rejected', 1])
  })

  test('of an Azure resource the deployments are its models; what could be deployed is not offered', async () => {
    const source: ListSource = { preset: 'azure', api: 'openai-chat', baseUrl: 'https://res.openai.azure.com/openai/v1' }
    const deployments = 'https://res.openai.azure.com/openai/deployments?api-version=2023-03-15-preview'
    expect(await idsOf(source, { [deployments]: { data: [{ id: 'my-gpt', model: 'gpt-5.5', status: 'succeeded' }] } })).toEqual(['my-gpt'])
    expect(await idsOf(source, { 'https://res.openai.azure.com/openai/v1/models': { data: [{ id: 'gpt-5.5-2026-01-01', capabilities: { chat_completion: true } }] } })).toEqual([])
  })
})

const factsOf = (entry: unknown) => readListedModel(entry)?.facts
const answers = (entry: Record<string, unknown>) => readListedModel({ id: 'x', ...entry })?.answersChats

test('OpenRouter says what a model holds, takes and costs', () => {
  const entry = {
    id: 'anthropic/claude-sonnet-5',
    name: 'Anthropic: Claude Sonnet 5',
    context_length: 1_000_000,
    architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
    pricing: { prompt: '0.000003', completion: '0.000015', request: '0', input_cache_read: '0.0000003', input_cache_write: '0.00000375' },
    top_provider: { context_length: 200_000, max_completion_tokens: 64_000 },
  }
  expect(readListedModel(entry)).toEqual({
    id: 'anthropic/claude-sonnet-5',
    answersChats: true,
    isLoaded: false,
    facts: {
      name: 'Anthropic: Claude Sonnet 5',
      contextTokens: 200_000,
      maxOutputTokens: 64_000,
      takes: { image: true, pdf: true, audio: false, video: false },
      price: { input: 3_000_000, output: 15_000_000, cacheRead: 300_000, cacheWrite: 3_750_000 },
    },
  })
  expect(factsOf({ ...entry, id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } })?.price).toBeNull()
})

test.each([
  ['0', 0],
  ['0.000003', 3_000_000],
  ['0.00000125', 1_250_000],
  ['3e-7', 300_000],
  ['1.5E-06', 1_500_000],
  ['0.0000000000004', 0],
  ['-1', null],
  ['', null],
  ['free', null],
  [null, null],
])('the price %j is %j pico-USD', (usd, pico) => {
  expect(picoUsd(usd)).toBe(pico)
})

test.each([
  ['Mistral', { capabilities: { completion_chat: true, vision: true }, max_context_length: 131_072 }, true],
  ['Mistral, an embedding', { capabilities: { completion_chat: false } }, false],
  ['LM Studio', { type: 'vlm', state: 'not-loaded', max_context_length: 32_768 }, true],
  ['LM Studio, an embedding', { type: 'embeddings' }, false],
  ['llama.cpp', { capabilities: ['completion', 'multimodal'] }, true],
  ['xAI', { input_modalities: ['text', 'image'], output_modalities: ['text'] }, true],
  ['an image maker', { architecture: { output_modalities: ['image'] } }, false],
  ['Together', { type: 'chat', context_length: 8192 }, true],
  ['Groq, switched off', { active: false, context_window: 8192 }, false],
  ['OpenAI', { object: 'model', owned_by: 'openai' }, null],
])('whether it answers chats, by the list of %s', (_service, entry, expected) => {
  expect(answers(entry)).toBe(expected)
})

test('what other lists say of size and pictures', () => {
  expect(factsOf({ id: 'pixtral', capabilities: { completion_chat: true, vision: true }, max_context_length: 131_072 })).toMatchObject({ contextTokens: 131_072, takes: { ...unknownMedia, image: true } })
  expect(factsOf({ id: 'q', type: 'vlm', state: 'loaded', max_context_length: 32_768 })).toMatchObject({ contextTokens: 32_768, takes: { ...unknownMedia, image: true } })
  expect(factsOf({ id: 'g', active: true, context_window: 131_072, max_completion_tokens: 32_768 })).toMatchObject({ contextTokens: 131_072, maxOutputTokens: 32_768 })
  expect(factsOf({ id: 'v', max_model_len: 40_960 })).toMatchObject({ contextTokens: 40_960 })
  expect(factsOf({ id: 'gpt-5.5', object: 'model' })).toBeNull()
})

test.each(['gpt-5.5', 'deepseek-chat', 'qwen3-max', 'gemini-3-pro', 'grok-5', 'claude-sonnet-5', 'command-a-vision', 'mistral-large-latest', 'qwen3-vl-plus'])('by its name %s answers chats', (id) => {
  expect(isChatModel(id)).toBe(true)
})

test.each(['text-embedding-3-small', 'gpt-image-1', 'whisper-1', 'tts-1', 'bge-m3', 'gemini-2.5-flash-preview-tts', 'imagen-4', 'veo-3', 'grok-2-image', 'qwen3-rerank', 'wan2.5-t2v', 'cosyvoice-v2', 'paraformer-v2', 'llama-guard-4', 'omni-moderation-latest', 'aqa', 'lyria-2', 'nomic-embed-text'])('by its name %s does not', (id) => {
  expect(isChatModel(id)).toBe(false)
})
