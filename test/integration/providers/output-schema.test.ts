import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiKind, OutputSchema } from '@shared/providers/model-call'
import { startEmulator, type Emulator } from '../../emulator/server'
import { callTo, fetchWithKey, joined, partsOf, portsWith } from '../../helpers/provider-calls'

const outputSchema: OutputSchema = {
  name: 'colours',
  schema: { type: 'object', properties: { colours: { type: 'array', items: { type: 'string' } } }, required: ['colours'], additionalProperties: false },
}

let emulator: Emulator
beforeEach(async () => {
  emulator = await startEmulator({ models: ['gpt-5-nano', 'claude-haiku-4-5', 'claude-sonnet-4-20250514', 'deepseek-v4-flash', 'glm-5'] })
})
afterEach(() => emulator.close())

function ask(api: ApiKind, model: string, schema = outputSchema, effort: 'low' | null = null) {
  const baseUrl = api === 'anthropic-messages' ? emulator.url : `${emulator.url}/v1`
  return partsOf(api, callTo(model, { outputSchema: schema, effort, maxOutputTokens: 4000 }), baseUrl, portsWith({ fetch: fetchWithKey('demo-key') }))
}

const sent = (): Record<string, unknown> => JSON.parse(emulator.requests().at(-1)?.body.toString() ?? '{}') as Record<string, unknown>

describe('a schema for the answer', () => {
  test.each([
    ['openai-chat', 'gpt-5-nano', 'response_format', { type: 'json_schema', json_schema: { ...outputSchema, strict: true } }],
    ['openai-responses', 'gpt-5-nano', 'text', { format: { type: 'json_schema', ...outputSchema, strict: true } }],
    ['anthropic-messages', 'claude-haiku-4-5', 'output_config', { format: { type: 'json_schema', schema: outputSchema.schema } }],
  ] as const)('%s says it in its own words', async (api, model, field, value) => {
    emulator.script({ text: '{"colours":["red"]}' })
    const parts = await ask(api, model)
    expect(joined(parts, 'text-delta')).toBe('{"colours":["red"]}')
    expect(sent()[field]).toEqual(value)
  })

  test.each(['claude-sonnet-4-20250514', 'glm-5'])('%s, which knows no format in Messages, is not sent one', async (model) => {
    emulator.script({ text: '{"colours":[]}' })
    await ask('anthropic-messages', model)
    expect(sent()['output_config']).toBeUndefined()
  })

  test('without a schema nothing of it is sent', async () => {
    await partsOf('openai-chat', callTo('gpt-5-nano'), `${emulator.url}/v1`, portsWith({ fetch: fetchWithKey('demo-key') }))
    expect(sent()['response_format']).toBeUndefined()
  })

  test('DeepSeek, which takes no schema, is asked for JSON where the prompt speaks of it, and for nothing where it does not', async () => {
    const asked = callTo('deepseek-v4-flash', { outputSchema, system: 'Answer in JSON.' })
    const ports = portsWith({ fetch: fetchWithKey('demo-key') })
    expect((await partsOf('openai-chat', asked, `${emulator.url}/v1`, ports)).at(-1)).toMatchObject({ type: 'call-end' })
    expect(sent()['response_format']).toEqual({ type: 'json_object' })
    expect((await ask('openai-chat', 'deepseek-v4-flash')).at(-1)).toMatchObject({ type: 'call-end' })
    expect(sent()['response_format']).toBeUndefined()
  })

  test('the emulator refuses a schema that leaves a property out of `required`, as OpenAI does', async () => {
    const loose = { name: 'loose', schema: { ...outputSchema.schema, required: [] } }
    expect((await ask('openai-chat', 'gpt-5-nano', loose)).at(-1)).toMatchObject({ type: 'call-failed', failure: { code: 'bad-request' } })
  })
})
