import { describe, expect, test } from 'vitest'
import { decoders, type AnswerFormat } from '@shared/providers/decoder-for'
import { partsOfBody } from '../../conformance/answers'

/** The usage that a format's events tell. */
function usageOf(format: AnswerFormat, ...events: readonly Record<string, unknown>[]) {
  const decoder = decoders[format]()
  for (const event of events) decoder.accept(event)
  return decoder.usage
}

describe('what a service says of its tokens', () => {
  test('REP-115, REP-116 beside no choices, inside a choice, and in an object of its own', () => {
    const usage = { prompt_tokens: 8, completion_tokens: 4 }
    for (const event of [{ choices: [], usage }, { choices: [{ index: 0, delta: {}, usage }] }, { choices: [], x_groq: { usage } }]) {
      expect(usageOf('openai-chat', event)).toMatchObject({ inputTokens: 8, outputTokens: 4, isEstimate: false })
    }
  })

  test('REP-118 nothing said is nothing known, never 0', () => {
    expect(usageOf('openai-chat', { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }], usage: null })).toBeNull()
    expect(usageOf('gemini', { candidates: [{ finishReason: 'STOP' }] })).toBeNull()
  })

  test('sound is counted apart in every format that tells it', () => {
    const chat = { prompt_tokens: 100, completion_tokens: 50, prompt_tokens_details: { audio_tokens: 80 }, completion_tokens_details: { audio_tokens: 30 } }
    expect(usageOf('openai-chat', { choices: [], usage: chat })).toMatchObject({ audioInputTokens: 80, audioOutputTokens: 30 })
    const gemini = {
      promptTokenCount: 100, candidatesTokenCount: 50, toolUsePromptTokenCount: 5,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 20 }, { modality: 'AUDIO', tokenCount: 80 }], candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 50 }],
    }
    expect(usageOf('gemini', { usageMetadata: gemini })).toMatchObject({ inputTokens: 105, outputTokens: 50, audioInputTokens: 80, audioOutputTokens: 50, isEstimate: true })
  })

  test('what is kept for an hour is part of what was written to the cache', () => {
    const usage = { input_tokens: 3, cache_creation_input_tokens: 100, cache_read_input_tokens: 20, cache_creation: { ephemeral_1h_input_tokens: 60 }, output_tokens: 1 }
    expect(usageOf('anthropic-messages', { type: 'message_start', message: { usage } })).toMatchObject({
      inputTokens: 123, cacheReadTokens: 20, cacheWriteTokens: 100, cacheWriteHourTokens: 60, isEstimate: true,
    })
  })

  test('xAI counts reasoning beside the output, the others inside', () => {
    const usage = (completion: number, total: number) => ({ prompt_tokens: 10, completion_tokens: completion, total_tokens: total, completion_tokens_details: { reasoning_tokens: 30 } })
    expect(usageOf('openai-chat', { choices: [], usage: usage(1, 41) })?.outputTokens).toBe(31)
    expect(usageOf('openai-chat', { choices: [], usage: usage(31, 41) })?.outputTokens).toBe(31)
  })

  test.each([
    [{ cost: 0.0000125 }, 13],
    [{ cost: 0 }, 0],
    [{ cost: 0.00001, is_byok: true, cost_details: { upstream_inference_cost: 0.0002 } }, 210],
    [{ cost: { total: 1 } }, undefined],
    [{ cost: -1 }, undefined],
    [{}, undefined],
  ])('what the service says it cost: %j', (fields, expected) => {
    const usage = { prompt_tokens: 1, completion_tokens: 1, ...fields }
    expect(usageOf('openai-chat', { choices: [], usage })?.reportedCostMicroUsd).toBe(expected)
  })
})

test('the limits come before everything else, of an answer and of a refusal', async () => {
  const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20s' }
  const limits = { type: 'limits', limits: { requests: { limit: null, remaining: 0, resetAfterMs: 20_000 }, tokens: null, inputTokens: null, outputTokens: null } }
  const body = new TextEncoder().encode('data: {"model":"m","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n')
  const answer = await partsOfBody('openai-chat', [body], { status: 200, headers })
  expect(answer.map(({ type }) => type)).toEqual(['limits', 'call-start', 'text-delta', 'call-end'])
  expect(answer[0]).toEqual(limits)
  const refusal = await partsOfBody('openai-chat', [], { status: 429, headers })
  expect(refusal).toEqual([limits, { type: 'call-failed', failure: { code: 'rate-limited', stage: 'connect', status: 429 } }])
})
