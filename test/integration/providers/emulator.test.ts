import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOfModel } from '../../emulator/faults'
import { startEmulator, type Emulator } from '../../emulator/server'
import { sign } from '../../emulator/signing'
import { fixtureFolder, readWireCases, wireBytes } from '../../helpers/wire-cases'

const chatModels = ['gpt-4o', 'gpt-5.5', 'deepseek-v4-flash']
const claude = 'claude-sonnet-4-6'
const olderClaude = 'claude-haiku-4-5'
let emulator: Emulator

beforeEach(async () => {
  emulator = await startEmulator({ models: [...chatModels, claude, olderClaude], recordings: [fixtureFolder] })
})
afterEach(() => emulator.close())

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${emulator.url}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-key', 'anthropic-version': '2023-06-01', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const user = { role: 'user', content: 'Hi' }
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
const thinking = (text: string, signature: string) => ({ type: 'thinking', thinking: text, signature })
const toolUse = { type: 'tool_use', id: 't1', name: 'f', input: {} }

describe('strict mode refuses what the services refuse', () => {
  const chat = (changes: object) => ['/v1/chat/completions', { model: 'gpt-4o', messages: [user], ...changes }] as const
  const responses = (changes: object) => ['/v1/responses', { model: 'gpt-5.5', input: [user], ...changes }] as const
  const messages = (changes: object) =>
    ['/v1/messages', { model: claude, max_tokens: 100, messages: [user], ...changes }] as const

  const table: readonly (readonly [string, readonly [string, object], RegExp | null])[] = [
    ['a plain chat', chat({}), null],
    ['an unknown field', chat({ thinking: true }), /Unrecognized request argument supplied: thinking/],
    ['no messages', chat({ messages: [] }), /empty array/],
    ['max_tokens for a reasoning model', chat({ model: 'gpt-5.5', max_tokens: 5 }), /max_completion_tokens/],
    ['an effort for a model that does not reason', chat({ reasoning_effort: 'low' }), /reasoning_effort/],
    ['stream options without a stream', chat({ stream_options: { include_usage: true } }), /stream_options/],
    [
      'a call without an answer',
      chat({ messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, user] }),
      /did not have response messages: c1/,
    ],
    [
      'an answer without a call',
      chat({ messages: [user, { role: 'tool', tool_call_id: 'c1', content: '1' }] }),
      /preceeding message/,
    ],
    [
      'a call and its answer',
      chat({
        messages: [
          user,
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c1', content: '1' },
        ],
      }),
      null,
    ],
    [
      'missing reasoning',
      chat({
        model: 'deepseek-v4-flash',
        messages: [
          user,
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c1', content: '1' },
        ],
      }),
      /reasoning_content/,
    ],
    ['a model that is not there', chat({ model: 'gpt-9' }), /does not exist/],

    ['a plain response', responses({}), null],
    ['an unknown field', responses({ messages: [] }), /Unknown parameter: 'messages'/],
    ['the effort of the other api', responses({ reasoning_effort: 'low' }), /moved to 'reasoning.effort'/],
    ['too small a bound', responses({ max_output_tokens: 1 }), />= 16/],
    [
      'an effort for a model that does not reason',
      responses({ model: 'gpt-4o', reasoning: { effort: 'low' } }),
      /reasoning.effort/,
    ],
    [
      'a summary for an organization that is not verified',
      responses({ reasoning: { summary: 'auto' } }),
      /must be verified/,
    ],
    [
      'a call without an output',
      responses({ input: [user, { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }] }),
      /No tool output found for function call c1/,
    ],
    [
      'an output without a call',
      responses({ input: [user, { type: 'function_call_output', call_id: 'c1', output: '1' }] }),
      /No tool call found/,
    ],
    [
      'reasoning that is not encrypted',
      responses({ input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, user] }),
      /not persisted/,
    ],
    [
      'reasoning of somebody else',
      responses({
        input: [user, { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAAx.y' }, user],
      }),
      /could not be verified/,
    ],
    [
      'a message without its reasoning',
      responses({ input: [user, { type: 'message', id: 'msg_1r', role: 'assistant', content: [] }, user] }),
      /without its required 'reasoning' item/,
    ],

    ['a plain message', messages({}), null],
    ['no bound', messages({ max_tokens: undefined }), /max_tokens: Field required/],
    ['an unknown field', messages({ response_format: {} }), /response_format: Extra inputs/],
    [
      'an assistant that speaks first',
      messages({ messages: [{ role: 'assistant', content: 'Hi' }, user] }),
      /first message/,
    ],
    ['empty text', messages({ messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] }), /non-empty/],
    ['white space', messages({ messages: [{ role: 'user', content: ' \n' }] }), /non-whitespace/],
    ['two user turns', messages({ messages: [user, user] }), null],
    [
      'a tool use without a result',
      messages({ messages: [user, { role: 'assistant', content: [toolUse] }, user] }),
      /without `tool_result` blocks immediately after: t1/,
    ],
    [
      'a result without a tool use',
      messages({ messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1' }] }] }),
      /unexpected `tool_use_id`/,
    ],
    [
      'thinking as it was',
      messages({
        messages: [
          user,
          { role: 'assistant', content: [thinking('a', sign(claude, 'a')), { type: 'text', text: 'b' }] },
          user,
        ],
      }),
      null,
    ],
    [
      'changed thinking',
      messages({
        messages: [
          user,
          { role: 'assistant', content: [thinking('x', sign(claude, 'a')), { type: 'text', text: 'b' }] },
          user,
        ],
      }),
      /Invalid `signature`/,
    ],
    [
      'thinking of another model',
      messages({
        messages: [
          user,
          { role: 'assistant', content: [thinking('a', sign('other', 'a')), { type: 'text', text: 'b' }] },
          user,
        ],
      }),
      /Invalid `signature`/,
    ],
    [
      'thinking behind text',
      messages({
        messages: [
          user,
          { role: 'assistant', content: [{ type: 'text', text: 'b' }, thinking('a', sign(claude, 'a'))] },
          user,
        ],
      }),
      /first block must be/,
    ],
    [
      'thinking at the end',
      messages({
        model: olderClaude,
        messages: [user, { role: 'assistant', content: [thinking('a', sign(olderClaude, 'a'))] }],
      }),
      /final block/,
    ],
    ['a prefill for a newer model', messages({ messages: [user, { role: 'assistant', content: 'I' }] }), /prefill/],
    [
      'a prefill for an older model',
      messages({ model: olderClaude, messages: [user, { role: 'assistant', content: 'I' }] }),
      null,
    ],
    [
      'a prefill with a space behind it',
      messages({ model: olderClaude, messages: [user, { role: 'assistant', content: 'I ' }] }),
      /trailing whitespace/,
    ],
    ['too small a budget', messages({ thinking: { type: 'enabled', budget_tokens: 100 } }), /1024/],
    ['a budget over the bound', messages({ thinking: { type: 'enabled', budget_tokens: 2000 } }), /greater than/],
  ]

  test.each(table)('%s', async (_, [path, body], refusal) => {
    const answer = await post(path, body)
    if (refusal === null) expect(answer.status).toBe(200)
    else {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.text.replaceAll('\\"', '"')).toMatch(refusal)
    }
  })

  test('a wrong key, a missing version, a body that is no JSON', async () => {
    const [path, body] = messages({})
    expect((await post(path, body, { authorization: 'Bearer other' })).status).toBe(401)
    const versionless = await fetch(`${emulator.url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': 'demo-key' },
      body: JSON.stringify(body),
    })
    expect(await versionless.text()).toContain('anthropic-version')
    expect((await post(path, '{')).status).toBe(400)
  })
})

test('recordings are replayed byte for byte', async () => {
  for (const wireCase of readWireCases(fixtureFolder)) {
    const path =
      {
        'openai-chat': '/v1/chat/completions',
        'openai-responses': '/v1/responses',
        'anthropic-messages': '/v1/messages',
      }[wireCase.api] ?? ''
    const response = await fetch(`${emulator.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-key', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: `replay:${wireCase.id}`,
        max_tokens: 1600,
        ...(path.endsWith('responses') ? { max_tokens: undefined } : {}),
        messages: [user],
        ...(path.endsWith('responses') ? { messages: undefined, input: 'Hi' } : {}),
      }),
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(wireBytes(wireCase, fixtureFolder)))).toBe(true)
  }
})

test('requests are kept as they came', async () => {
  const body = '{ "model":"gpt-4o",\n "messages":[{"role":"user","content":"精确"}] }'
  await post('/v1/chat/completions', body)
  expect(emulator.requests().map((request) => [request.method, request.path, request.body.toString()])).toEqual([
    ['POST', '/v1/chat/completions', body],
  ])
})

test('faults are ordered over HTTP for the demo, and by the name of the model', async () => {
  const [path, body] = ['/v1/chat/completions', { model: 'gpt-4o', messages: [user] }] as const
  await fetch(`${emulator.url}/_emulator/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: { kind: 'status', status: 503 }, times: 2 }),
  })
  expect([(await post(path, body)).status, (await post(path, body)).status, (await post(path, body)).status]).toEqual([
    503, 503, 200,
  ])
  expect((await post(path, { ...body, model: 'fault:out-of-credit' })).text).toContain('insufficient_quota')
  expect(faultOfModel('fault:cut-at-200')).toEqual({ kind: 'cut', bytes: 200 })
  expect(faultOfModel('fault:status-429')).toEqual({ kind: 'status', status: 429 })
  expect(faultOfModel('fault:dribble')).toEqual({ kind: 'dribble' })
  expect(faultOfModel('gpt-5')).toBeNull()
})

test('a page may call it from anywhere', async () => {
  const preflight = await fetch(`${emulator.url}/v1/messages`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-headers': 'x-api-key,anthropic-version' },
  })
  expect([
    preflight.status,
    preflight.headers.get('access-control-allow-origin'),
    preflight.headers.get('access-control-allow-headers'),
  ]).toEqual([204, '*', 'x-api-key,anthropic-version'])
})

test('the demo model says what it is, what it saw, and answers in the language of the question', async () => {
  const said = async (question: string, system = '') => {
    const answer = await post('/v1/chat/completions', {
      model: 'demo-small',
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ],
    })
    return (JSON.parse(answer.text) as { choices: [{ message: { content: string } }] }).choices[0].message.content
  }
  expect(await said('Hello')).toContain('not a language model')
  expect(await said('你好')).toContain('不是语言模型')
  expect(await said('What do you know about me?', '## About\n- Prefers metric units\n- Lives in Graz')).toContain(
    '- Lives in Graz',
  )
  expect(await said('你了解我什么？', '- 喜欢喝茶')).toContain('- 喜欢喝茶')
  expect(await said('Show me a table')).toContain('| --- |')
  expect(await said('写一段代码')).toContain('```ts')
  expect(await said('Why is the sky blue?')).toContain('Why is the sky blue?')
  const recalled = '<earlier_conversation>\n[2026-11-05]\nPerson: Write a function, slowly.\n</earlier_conversation>\n\n'
  expect(await said(`${recalled}Why is the sky blue?`)).toBe(await said('Why is the sky blue?'))
})

test('the speed is that of a model where one is asked for', async () => {
  const slow = await startEmulator({ tokensPerSecond: 200 })
  const startedAt = performance.now()
  slow.script({ text: 'word '.repeat(60) })
  const response = await fetch(`${slow.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-key' },
    body: JSON.stringify({ model: 'demo-small', stream: true, messages: [user] }),
  })
  await response.text()
  expect(performance.now() - startedAt).toBeGreaterThan(200)
  await slow.close()
})

test('the command prints its address and ends when told', async () => {
  const child = spawn(
    process.execPath,
    [resolve('node_modules/tsx/dist/cli.mjs'), resolve('test/emulator/main.ts'), '--speed', 'instant'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((found) =>
    child.stdout.once('data', (data: Buffer) => found(data.toString().trim())),
  )
  const list = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer demo-key' } })
  expect(await list.text()).toContain('Demo model, not a language model')
  const ended = new Promise((exited) => child.once('exit', exited))
  child.kill('SIGTERM')
  await ended
})
