import { describe, expect, test } from 'vitest'
import { adapterFor } from '@shared/providers/adapter-for'
import { checkCredentialUrl } from '@shared/bridge/credential-url'
import { normaliseBaseUrl, urlPrefixesFor } from '@shared/providers/base-url'
import { listModels } from '@shared/providers/list-models'
import type { ApiKind, CredentialedFetch } from '@shared/providers/model-call'
import { presets, type PresetId } from '@shared/providers/presets'
import { azureDeployment } from '@shared/providers/service-paths'
import { callTo, portsWith } from '../../helpers/provider-calls'

/** The addresses that a list and a call really go to, with what a credential for this base may be sent to. */
async function addressesOf(typed: string, preset: PresetId, api: ApiKind): Promise<{ list: string; call: string }> {
  const base = normaliseBaseUrl(typed, preset, api)
  if (!base.ok) return { list: base.failure.code, call: base.failure.code }
  const asked: string[] = []
  const fetch: CredentialedFetch = (url) => {
    const address = url instanceof Request ? url.url : String(url)
    expect(checkCredentialUrl(address, urlPrefixesFor(base.value, api, preset)).ok, `${address} may carry the key`).toBe(true)
    asked.push(address)
    return Promise.resolve(new Response('404 page not found', { status: 404 }))
  }
  await listModels({ preset, api, baseUrl: base.value }, portsWith({ fetch }))
  const list = asked.at(-1) ?? ''
  for await (const part of (await adapterFor(api)).stream(callTo('m'), base.value, portsWith({ fetch }))) void part
  const withoutQuery = (url: string) => url.split('?')[0] ?? ''
  return { list: withoutQuery(list), call: withoutQuery(asked.at(-1) ?? '') }
}

const endpoints: Readonly<Record<ApiKind, { list: string; call: string }>> = {
  'openai-chat': { list: '/models', call: '/chat/completions' },
  'openai-responses': { list: '/models', call: '/responses' },
  'anthropic-messages': { list: '/v1/models', call: '/v1/messages' },
  gemini: { list: '/v1beta/models', call: '/v1beta/models/m:streamGenerateContent' },
}

/** What a person may have in the clipboard when they mean the base `right` of a service at `origin`. */
function pastedForms(origin: string, right: string): readonly string[] {
  const host = origin.replace(/^https?:\/\//, '')
  return [
    origin,
    host,
    `${origin}/`,
    `${origin}/v1`,
    `${origin}/v1/`,
    `${host}/v1/`,
    right,
    `${right}/`,
    `${right}#`,
    `${right}/chat/completions`,
    `${right}/chat/completions/`,
    `${right}/models`,
    ` "${right}" \n`,
    `“${right}”`,
    `\u00a0${right}\u200b\ufeff`,
    `<${right}/>`,
  ]
}

const services = Object.values(presets).flatMap(({ id, api, baseUrl }) => (baseUrl === null ? [] : [{ id, api, baseUrl }]))

describe.each(services)('REP-128 $id', ({ id, api, baseUrl }) => {
  const { list, call } = endpoints[api]
  test.each(pastedForms(new URL(baseUrl).origin, baseUrl))('%j ends in the right requests', async (typed) => {
    const right = { list: `${baseUrl}${list}`, call: `${baseUrl}${call}` }
    const found = await addressesOf(typed, id, api)
    // DeepSeek answers with and without a version: https://api-docs.deepseek.com
    const versioned = { list: `${baseUrl}/v1${list}`, call: `${baseUrl}/v1${call}` }
    expect(id === 'deepseek' && found.call.includes('/v1/') ? versioned : right).toEqual(found)
  })

  test('a mirror at a host of its own keeps its own path', async () => {
    const mirror = 'https://mirror.example/llm/v1'
    const base = api === 'anthropic-messages' || api === 'gemini' ? 'https://mirror.example/llm' : mirror
    expect(await addressesOf(mirror, id, api)).toEqual({ list: `${base}${list}`, call: `${base}${call}` })
  })

  test('what was made right stays as it is', () => {
    for (const typed of pastedForms(new URL(baseUrl).origin, baseUrl)) {
      const once = normaliseBaseUrl(typed, id, api)
      expect(once.ok && normaliseBaseUrl(once.value, id, api)).toEqual(once)
    }
  })
})

const azure = { list: 'https://res.openai.azure.com/openai/v1/models', call: 'https://res.openai.azure.com/openai/v1/chat/completions' }

test.each([
  'res',
  'res.openai.azure.com',
  'https://res.openai.azure.com',
  'https://res.openai.azure.com/',
  'https://res.openai.azure.com/openai',
  'https://res.openai.azure.com/openai/',
  'https://res.openai.azure.com/openai/v1',
  'https://res.openai.azure.com/openai/v1/',
  'https://res.openai.azure.com/v1',
  'https://res.openai.azure.com/openai/v1/chat/completions',
  'https://res.openai.azure.com/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21',
  'https://res.openai.azure.com/openai/deployments?api-version=2024-10-21',
  'https://res.openai.azure.com/openai/responses?api-version=2025-04-01-preview',
])('REP-128 for Azure, %j ends in the right requests', async (typed) => {
  expect(await addressesOf(typed, 'azure', 'openai-chat')).toEqual(azure)
})

test.each([
  ['https://res.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview', 'https://res.services.ai.azure.com/openai/v1'],
  ['https://res.services.ai.azure.com/api/projects/mine', 'https://res.services.ai.azure.com/openai/v1'],
  ['https://res.cognitiveservices.azure.com/', 'https://res.cognitiveservices.azure.com/openai/v1'],
  ['https://gateway.example/team/openai/deployments/x/chat/completions?api-version=1', 'https://gateway.example/team/openai/v1'],
  ['https://gateway.example/team', 'https://gateway.example/team/openai/v1'],
])('REP-128 Azure behind another door: %j is %s', (typed, base) => {
  expect(normaliseBaseUrl(typed, 'azure')).toEqual({ ok: true, value: base })
})

test('a resource that was added as a compatible service is reached as well', () => {
  expect(normaliseBaseUrl('https://res.openai.azure.com/', 'compatible')).toEqual({ ok: true, value: 'https://res.openai.azure.com/openai/v1' })
})

test.each([
  ['https://res.openai.azure.com/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21', 'my-gpt'],
  ['https://res.openai.azure.com/openai/deployments/my%20gpt', 'my gpt'],
  ['https://res.openai.azure.com/openai/deployments/100%', '100%'],
  ['https://res.openai.azure.com/openai/v1', null],
])('the deployment in %j is %j', (typed, name) => {
  expect(azureDeployment(typed)).toBe(name)
})

test.each([
  ['http://localhost:11434/api', 'ollama'],
  ['http://localhost:11434/api/tags', 'ollama'],
  ['http://localhost:11434/api/chat', 'ollama'],
  ['http://localhost:11434/api', 'compatible'],
  ['localhost:11434/api/generate', 'compatible'],
] as const)('REP-128 Ollama’s own %s, added as %s', async (typed, preset) => {
  expect(await addressesOf(typed, preset, 'openai-chat')).toEqual({ list: 'http://localhost:11434/v1/models', call: 'http://localhost:11434/v1/chat/completions' })
})

test.each([
  ['http://localhost:1234/api/v0', 'lm-studio', 'http://localhost:1234/v1'],
  ['http://localhost:1234/api/v0/models', 'lm-studio', 'http://localhost:1234/v1'],
  ['http://localhost:8080/completion', 'llama.cpp', 'http://localhost:8080/v1'],
  ['https://llm.example/ollama', 'ollama', 'https://llm.example/ollama/v1'],
  ['https://llm.example/ollama/api/tags', 'ollama', 'https://llm.example/ollama/v1'],
] as const)('REP-128 a server of one’s own: %s as %s is %s', (typed, preset, base) => {
  expect(normaliseBaseUrl(typed, preset)).toEqual({ ok: true, value: base })
})

test.each([
  ['https://generativelanguage.googleapis.com/v1beta/openai/', 'openai-chat', 'https://generativelanguage.googleapis.com/v1beta/openai'],
  ['generativelanguage.googleapis.com', 'openai-chat', 'https://generativelanguage.googleapis.com/v1beta/openai'],
  ['https://generativelanguage.googleapis.com/v1beta/openai/', 'gemini', 'https://generativelanguage.googleapis.com'],
  ['https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro:generateContent?key=x', 'gemini', 'https://generativelanguage.googleapis.com'],
  ['https://host.example/v1', 'anthropic-messages', 'https://host.example'],
  ['https://host.example/anthropic/v1/messages', 'anthropic-messages', 'https://host.example/anthropic'],
  ['https://host.example/v1', 'openai-responses', 'https://host.example/v1'],
] as const)('REP-128 by what is spoken there: %s in %s is %s', (typed, api, base) => {
  expect(normaliseBaseUrl(typed, 'compatible', api)).toEqual({ ok: true, value: base })
})

test.each([
  ['OPENAI_API_KEY=sk-abc', 'sk-abc'],
  ['export ANTHROPIC_API_KEY="sk-ant-1"', 'sk-ant-1'],
  ['api-key: abc123', 'abc123'],
  ['Authorization: Bearer sk-abc', 'sk-abc'],
])('REP-134 the key %j is used as %s', async (typed, key) => {
  const { cleanKey } = await import('@shared/providers/base-url')
  expect(cleanKey(typed)).toBe(key)
})
