import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmulator, type Emulator } from '../../emulator/server'
import { sign, signThought } from '../../emulator/signing'
import { chatBaseUrl, type Vendor } from '../../emulator/vendors'

const models = ['gpt-4o', 'gpt-5.5', 'o1-mini', 'deepseek-v4-pro', 'deepseek-r1', 'kimi-k2.6', 'mistral-large-latest', 'grok-4', 'llama-3.3-70b', 'anthropic/claude-sonnet-4.6', 'claude-haiku-4-5', 'gemini-3-pro-preview', 'gemini-2.5-flash', 'gemini-2.0-flash']
let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models })
})
afterAll(() => emulator.close())

async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'demo-key', authorization: 'Bearer demo-key', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const expectAnswer = ({ status, text }: { status: number; text: string }, refusal: RegExp | null) => {
  if (refusal === null) expect(text).not.toContain('"error"')
  else expect(text.replaceAll('\\"', '"')).toMatch(refusal)
  expect(status === 200).toBe(refusal === null)
}

const user = { role: 'user', content: 'Hi' }
const calling = (id: string, more: object = {}) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
  ...more,
})
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: '1' })
const step = (id: string, more: object = {}) => [user, calling(id, more), result(id)]

describe('each service that speaks Chat Completions refuses what it refuses', () => {
  const claude = 'anthropic/claude-sonnet-4.6'
  const detail = (signature: string) => ({ reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature, index: 0 }] })
  const table: readonly (readonly [string, Vendor, object, RegExp | null])[] = [
    ['mistral: ids of its own', 'mistral', { model: 'mistral-large-latest', messages: step('Ab3dE6gH9') }, null],
    ['mistral: ids of others', 'mistral', { model: 'mistral-large-latest', messages: step('call_12345678') }, /must be a-z, A-Z, 0-9, with a length of 9/],
    ['mistral: a person behind a tool', 'mistral', { model: 'mistral-large-latest', messages: [...step('Ab3dE6gH9'), user] }, /Unexpected role 'user' after role 'tool'/],
    ['mistral: an answer at the end', 'mistral', { model: 'mistral-large-latest', messages: [user, { role: 'assistant', content: 'Ho' }] }, /Expected last role User or Tool/],
    ['mistral: stream options', 'mistral', { model: 'mistral-large-latest', messages: [user], stream: true, stream_options: { include_usage: true } }, /extra_forbidden/],
    ['mistral: the other bound', 'mistral', { model: 'mistral-large-latest', messages: [user], max_completion_tokens: 5 }, /extra_forbidden/],
    ['mistral: thoughts', 'mistral', { model: 'mistral-large-latest', messages: [user, { role: 'assistant', content: 'Ho', reasoning_content: 'Hm' }, user] }, /extra_forbidden/],
    ['mistral: its rules hold at others too', 'openrouter', { model: 'mistral-large-latest', messages: [...step('Ab3dE6gH9'), user] }, /Unexpected role/],
    ['groq: thoughts', 'groq', { model: 'llama-3.3-70b', messages: [user, { role: 'assistant', content: 'Ho', reasoning_content: 'Hm' }, user] }, /property 'reasoning_content' is unsupported/],
    ['groq: an unknown field', 'groq', { model: 'llama-3.3-70b', messages: [user], prompt_cache_key: 'k' }, /property 'prompt_cache_key' is unsupported/],
    ['deepseek: without thoughts', 'deepseek', { model: 'deepseek-v4-pro', messages: step('c1') }, /must be passed back/],
    ['deepseek: with thoughts', 'deepseek', { model: 'deepseek-v4-pro', messages: step('c1', { reasoning_content: 'Hm' }) }, null],
    ['deepseek: with an empty one', 'deepseek', { model: 'deepseek-v4-pro', messages: step('c1', { reasoning_content: '' }) }, null],
    ['older deepseek: with thoughts', 'plain', { model: 'deepseek-r1', messages: [user, { role: 'assistant', content: 'Ho', reasoning_content: 'Hm' }, user] }, /Please remove the reasoning_content/],
    ['older deepseek: without', 'plain', { model: 'deepseek-r1', messages: step('c1') }, null],
    ['kimi: an empty thought', 'moonshot', { model: 'kimi-k2.6', messages: step('c1', { reasoning_content: '' }) }, /reasoning_content is missing in assistant tool call message at index 1/],
    ['kimi: a blank one', 'moonshot', { model: 'kimi-k2.6', messages: step('c1', { reasoning_content: ' ' }) }, null],
    ['kimi: two switches', 'moonshot', { model: 'kimi-k2.6', messages: [user], thinking: { type: 'enabled' }, reasoning_effort: 'low' }, /cannot specify both/],
    ['openai: thoughts', 'plain', { model: 'gpt-4o', messages: [user, { role: 'assistant', content: 'Ho', reasoning_content: 'Hm' }, user] }, /Unknown parameter: 'messages\[1\]/],
    ['openai: instructions for a model that knows none', 'plain', { model: 'o1-mini', messages: [{ role: 'system', content: 'Be brief' }, user] }, /does not support 'system'/],
    ['openai: an answer that says nothing', 'plain', { model: 'gpt-4o', messages: [user, { role: 'assistant', content: '' }, user] }, /expected a string, got null/],
    ['openai: JSON that nobody asked for', 'plain', { model: 'gpt-4o', messages: [user], response_format: { type: 'json_object' } }, /must contain the word 'json'/],
    ['azure: thoughts', 'azure', { model: 'gpt-4o', messages: [user, { role: 'assistant', content: 'Ho', reasoning_content: 'Hm' }, user] }, /Unknown parameter/],
    ['azure: the older bound', 'azure', { model: 'gpt-5.5', messages: [user], max_tokens: 5 }, /max_completion_tokens/],
    ['xai: an effort', 'xai', { model: 'grok-4', messages: [user], reasoning_effort: 'low' }, /does not support parameter reasoningEffort/],
    ['openrouter: blocks as they were', 'openrouter', { model: claude, messages: step('c1', detail(sign(claude, 'Hm'))) }, null],
    ['openrouter: blocks of another model', 'openrouter', { model: claude, messages: step('c1', detail(sign('gpt-4o', 'Hm'))) }, /Invalid `signature`/],
  ]
  test.each(table)('%s', async (_name, vendor, body, refusal) => {
    expectAnswer(await post(`${chatBaseUrl(emulator.url, vendor)}/chat/completions`, { ...body }), refusal)
  })

  test('an error is said in the words of its service', async () => {
    const wrong = { model: 'mistral-large-latest', messages: step('no') }
    const said = async (vendor: Vendor) => JSON.parse((await post(`${chatBaseUrl(emulator.url, vendor)}/chat/completions`, wrong)).text) as object
    expect(await said('mistral')).toMatchObject({ object: 'error', type: 'invalid_function_call', code: '3280' })
    expect(await said('openrouter')).toMatchObject({ error: { code: 400, metadata: { provider_name: 'Emulated' } } })
  })
})

describe('Gemini refuses what it refuses', () => {
  const model = 'gemini-3-pro-preview'
  const words = (text: string) => ({ role: 'user', parts: [{ text }] })
  const functionCall = { id: 'a1', name: 'f', args: { city: 'Oslo' } }
  const signed = { functionCall, thoughtSignature: signThought(model, { functionCall }) }
  const response = (changes: object = {}) => ({ functionResponse: { id: 'a1', name: 'f', response: { output: '1' }, ...changes } })
  const stepOf = (part: object, ...answers: object[]) => ({ contents: [words('Hi'), { role: 'model', parts: [part] }, { role: 'user', parts: answers }] })
  const tool = (parameters: object) => ({ contents: [words('Hi')], tools: [{ functionDeclarations: [{ name: 'f', description: '', parameters }] }] })

  const table: readonly (readonly [string, string, object, RegExp | null])[] = [
    ['a question', model, { contents: [words('Hi')] }, null],
    ['nothing', model, { contents: [] }, /contents is not specified/],
    ['an empty part', model, { contents: [words('')] }, /must have one initialized field/],
    ['an unknown field', model, { contents: [words('Hi')], stream: true }, /Unknown name "stream"/],
    ['an unknown field of a part', model, { contents: [{ role: 'user', parts: [{ text: 'Hi', cache_control: {} }] }] }, /Unknown name "cache_control" at 'contents\[0\]\.parts\[0\]'/],
    ['a role of others', model, { contents: [{ role: 'assistant', parts: [{ text: 'Hi' }] }] }, /valid role: user, model/],
    ['an answer at the end', model, { contents: [words('Hi'), { role: 'model', parts: [{ text: 'Ho' }] }] }, /end with a user role/],
    ['a signed call and its response', model, stepOf(signed, response()), null],
    ['a call without a signature', model, stepOf({ functionCall }, response()), /missing a thought_signature in functionCall parts/],
    ['the same of an older model', 'gemini-2.5-flash', stepOf({ functionCall }, response()), null],
    ['a changed call', model, stepOf({ ...signed, functionCall: { ...functionCall, args: { city: 'Bonn' } } }, response()), /Corrupted thought signature/],
    ["another model's signature", model, stepOf({ functionCall, thoughtSignature: signThought('gemini-2.5-flash', { functionCall }) }, response()), /Corrupted/],
    ['the stand-in for one', model, stepOf({ functionCall, thoughtSignature: 'skip_thought_signature_validator' }, response()), null],
    ['a second call beside it needs none', model, { contents: [words('Hi'), { role: 'model', parts: [signed, { functionCall: { ...functionCall, id: 'a2' } }] }, { role: 'user', parts: [response(), response({ id: 'a2' })] }] }, null],
    ['a call without a response', model, { contents: [words('Hi'), { role: 'model', parts: [signed] }, words('And?')] }, /number of function response parts/],
    ['a response without a call', model, { contents: [words('Hi'), { role: 'user', parts: [response()] }] }, /immediately after a function call turn/],
    ['a call at the beginning', model, { contents: [{ role: 'model', parts: [signed] }, { role: 'user', parts: [response()] }] }, /immediately after a user turn/],
    ['a response of another name', model, stepOf(signed, response({ name: 'g' })), /does not match a function call/],
    ['a response that is no object', model, stepOf(signed, response({ response: '1' })), /protobuf\.Struct/],
    ['a schema of its dialect', model, tool({ type: 'OBJECT', properties: { city: { type: 'STRING' } } }), null],
    ['a schema of others', model, tool({ type: 'object', properties: { city: { type: 'string', const: 'x' } } }), /Unknown name "const"/],
    ['two types at once', model, tool({ type: 'object', properties: { city: { type: ['string', 'null'] } } }), /Unknown name "type"/],
    ['a level for an older model', 'gemini-2.5-flash', { contents: [words('Hi')], generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } }, /not supported/],
    ['thoughts of one that has none', 'gemini-2.0-flash', { contents: [words('Hi')], generationConfig: { thinkingConfig: { includeThoughts: true } } }, /not enabled/],
  ]
  test.each(table)('%s', async (_name, to, body, refusal) => {
    expectAnswer(await post(`${emulator.url}/v1beta/models/${to}:generateContent`, body), refusal)
  })

  test('a wrong key is a bad request there, and the list needs the right one', async () => {
    const list = (key: string) => fetch(`${emulator.url}/v1beta/models`, { headers: { 'x-goog-api-key': key } })
    expect(((await (await list('demo-key')).json()) as { models: object[] }).models).toContainEqual(expect.objectContaining({ name: `models/${model}` }))
    expect((await list('other')).status).not.toBe(200)
  })
})

describe('Messages, in what marks and tools need', () => {
  const marked = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })
  const toolUse = { type: 'tool_use', id: 't1', name: 'f', input: {} }
  const toolStep = (use: object) => [user, { role: 'assistant', content: [use] }, { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '1' }] }]
  const table: readonly (readonly [string, object, RegExp | null])[] = [
    ['four marks', { messages: [{ role: 'user', content: ['a', 'b', 'c', 'd'].map(marked) }] }, null],
    ['five marks', { messages: [{ role: 'user', content: ['a', 'b', 'c', 'd', 'e'].map(marked) }] }, /A maximum of 4 blocks/],
    ['a step without thoughts', { messages: toolStep(toolUse) }, null],
    ['the same with a budget to think', { messages: toolStep(toolUse), thinking: { type: 'enabled', budget_tokens: 1024 } }, /Expected `thinking`/],
    ['an id of strange characters', { messages: toolStep({ ...toolUse, id: 'functions.f:0' }) }, /tool_use_id|String should match pattern|without `tool_result`/],
  ]
  test.each(table)('%s', async (_name, body, refusal) => {
    expectAnswer(await post(`${emulator.url}/v1/messages`, { model: 'claude-haiku-4-5', max_tokens: 4000, ...body }), refusal)
  })
})
