import { describe, expect, test } from 'vitest'
import type { FailureCode } from '@shared/errors'
import type { ApiKind } from '@shared/providers/model-call'
import type { FinishReason, StreamPart } from '@shared/providers/stream-part'
import { answering, callTo, joined, partsOf, portsWith } from '../../helpers/provider-calls'
import { fixtureFolder, readWireCases, wireBytes, wireFolder, type WireCase } from '../../helpers/wire-cases'

const baseUrls: Readonly<Record<ApiKind, string>> = {
  'openai-chat': 'https://wire.example/v1',
  'openai-responses': 'https://wire.example/v1',
  'anthropic-messages': 'https://wire.example',
  gemini: 'https://wire.example',
}

const codeOfKind: Readonly<Record<string, FailureCode>> = {
  auth: 'key-rejected',
  billing: 'out-of-credit',
  rate_limit: 'rate-limited',
  context_overflow: 'context-too-long',
  not_found: 'model-not-found',
  permission: 'permission',
  region: 'region-blocked',
  content_filter: 'content-filtered',
  overloaded: 'overloaded',
  server_error: 'server-error',
  output_limit: 'output-limit',
  bad_request: 'bad-request',
}

const finishOfWord: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  length: 'length',
  refusal: 'refusal',
}

const cases = [fixtureFolder, wireFolder].flatMap((folder) =>
  readWireCases(folder)
    .filter((wireCase) => wireCase.api in baseUrls)
    .map((wireCase) => ({ wireCase, bytes: () => wireBytes(wireCase, folder) })),
)

/** A recording may hold several answers behind each other; what is expected of it is said of the last one. */
function lastAnswer(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes).lastIndexOf('event: response.created')
  return start > 0 ? bytes.subarray(start) : bytes
}

async function replay({ wireCase, bytes }: (typeof cases)[number]): Promise<readonly StreamPart[]> {
  const api = wireCase.api as ApiKind
  const fetch = answering([lastAnswer(bytes())], { status: wireCase.status, headers: { ...wireCase.headers } })
  return partsOf(api, callTo(wireCase.model ?? 'any-model'), baseUrls[api], portsWith({ fetch }))
}

function usageExpected({ api, expects, provider }: WireCase) {
  const counts = expects.usage
  if (counts === undefined) return null
  const cacheRead = counts['cachedInputTokens'] ?? counts['cacheReadTokens'] ?? 0
  const cacheWrite = counts['cacheWriteTokens'] ?? 0
  const reasoning = counts['reasoningTokens'] ?? 0
  return {
    inputTokens: (counts['inputTokens'] ?? 0) + (api === 'anthropic-messages' ? cacheRead + cacheWrite : 0),
    outputTokens: (counts['outputTokens'] ?? 0) + (provider === 'xai' ? reasoning : 0),
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
  }
}

describe('recorded and hand-written answers', () => {
  test.each(cases.map((item) => [item.wireCase.id, item] as const))(
    'WIRE %s is read as it was meant',
    async (_, item) => {
      const parts = await replay(item)
      const { wireCase } = item
      const { expects } = wireCase
      const last = parts.at(-1)

      expect(joined(parts, 'text-delta')).toBe(expects.text ?? '')
      if (expects.reasoning !== undefined) expect(joined(parts, 'reasoning-delta')).toBe(expects.reasoning)

      const calls = parts.filter((part) => part.type === 'tool-call')
      expect(
        calls.map(({ toolCallId, name, argumentsText }) => ({
          id: toolCallId,
          name,
          arguments: JSON.parse(argumentsText) as unknown,
        })),
      ).toEqual(expects.toolCalls ?? [])

      const signed = parts.filter((part) => part.type === 'provider-block' && part.json.includes('"signature"'))
      expect(signed.length).toBe(expects.signatures ?? 0)

      const usage = parts.find((part) => part.type === 'usage')?.usage ?? null
      if (usageExpected(wireCase) === null) expect(usage).toBeNull()
      else expect(usage).toMatchObject(usageExpected(wireCase) ?? {})

      if (expects.error !== undefined) {
        expect(last).toMatchObject({ type: 'call-failed', failure: { code: codeOfKind[expects.error.kind] } })
        const failure = last?.type === 'call-failed' ? last.failure : null
        // SEC-1: a repeated key is taken out of the provider's words; they stay otherwise.
        expect(failure?.detail).toContain(expects.error.message?.replace('invalid-key', '[key]') ?? '')
        if (expects.error.retryAfterMs !== undefined) expect(failure?.retryAfterMs).toBe(expects.error.retryAfterMs)
      } else {
        const finish = expects.finishReason === undefined ? undefined : finishOfWord[expects.finishReason]
        const hasCalls = (expects.toolCalls ?? []).length > 0
        expect(last).toMatchObject({ type: 'call-end', finishReason: hasCalls ? 'tool-calls' : (finish ?? 'other') })
      }
    },
  )
})
