import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PromptMessage } from '@shared/providers/model-call'
import { traitsOf, type ModelTraits } from '@shared/providers/model-traits'
import { createOpenAiChatAdapter } from '@shared/providers/openai-chat/adapter'
import { startEmulator, type Emulator } from '../../emulator/server'
import { chatBaseUrl, type Vendor } from '../../emulator/vendors'
import { callTo, fetchWithKey, portsWith, text } from '../../helpers/provider-calls'

/** Each trait the wrong way round, and what the service says to that. */
const wrong: readonly (readonly [Vendor, string, Partial<ModelTraits>, RegExp])[] = [
  ['deepseek', 'deepseek-v4-pro', { reasoningBack: null, missingReasoning: null }, /must be passed back/],
  ['deepseek', 'deepseek-v4-pro', { outputSchema: 'json-schema' }, /response_format type is unavailable/],
  ['plain', 'deepseek-r1', { reasoningBack: 'reasoning_content' }, /remove the reasoning_content/],
  ['moonshot', 'kimi-k2.6', { reasoningBack: null, missingReasoning: '' }, /reasoning_content is missing/],
  ['groq', 'openai/gpt-oss-120b', { reasoningBack: 'reasoning_content' }, /'reasoning_content' is unsupported/],
  ['groq', 'openai/gpt-oss-120b', { takesCacheKey: true }, /'prompt_cache_key' is unsupported/],
  ['mistral', 'mistral-large-latest', { toolIds: 'any' }, /length of 9/],
  ['mistral', 'mistral-large-latest', { needsAnswerBehindTool: false }, /Unexpected role 'user' after role 'tool'/],
  ['mistral', 'mistral-large-latest', { takesStreamUsage: true }, /extra_forbidden/],
  ['mistral', 'mistral-large-latest', { maxTokensField: 'max_completion_tokens' }, /extra_forbidden/],
  ['azure', 'gpt-5.5', { maxTokensField: 'max_tokens' }, /max_completion_tokens/],
  ['xai', 'grok-4', { effortField: 'reasoning_effort' }, /reasoningEffort/],
  ['plain', 'o1-mini', { systemRole: 'system' }, /does not support 'system'/],
]

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator({ models: [...new Set(wrong.map(([, model]) => model))] })
})
afterAll(() => emulator.close())

const historyOf = (model: string): readonly PromptMessage[] => [
  { role: 'user', parts: [text('Weather? Answer in JSON.')] },
  {
    role: 'assistant',
    parts: [
      { type: 'provider', api: 'openai-chat', model, json: '{"reasoning_content":"Hm"}' },
      { type: 'tool-call', toolCallId: 'call_of_another_service', name: 'f', argumentsText: '{}' },
    ],
  },
  { role: 'tool', parts: [{ type: 'tool-result', toolCallId: 'call_of_another_service', text: 'Sun', isError: false }] },
  { role: 'user', parts: [text('And now?')] },
]

const outputSchema = { name: 'any', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } }

async function lastPart(vendor: Vendor, model: string, change: Partial<ModelTraits>) {
  const adapter = createOpenAiChatAdapter((id, service) => ({ ...traitsOf(id, service), ...change }))
  const call = callTo(model, { messages: historyOf(model), system: 'Be brief.', effort: 'low', cacheKey: 'k1', outputSchema })
  let last
  for await (const part of adapter.stream(call, chatBaseUrl(emulator.url, vendor), portsWith({ fetch: fetchWithKey('demo-key') }))) last = part
  return last
}

test.each(wrong)('REP-31 %s, %s: %o is refused, the trait is not', async (vendor, model, change, refusal) => {
  expect(await lastPart(vendor, model, {})).toMatchObject({ type: 'call-end' })
  expect(await lastPart(vendor, model, change)).toMatchObject({ type: 'call-failed', failure: { detail: expect.stringMatching(refusal) as string } })
})
