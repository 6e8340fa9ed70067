import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelPrice } from '@shared/providers/model-provider'
import type { Usage } from '@shared/sessions/message'
import { cacheSavingMicroUsd, costMicroUsd, costOf } from '@shared/usage/price'
import { above, chat, gemini, messages, price, responses } from './bill'
import { anthropicBills } from './bills-anthropic'
import { openaiBills } from './bills-openai'
import { geminiBills, otherBills } from './bills-others'

const bills = [...anthropicBills, ...openaiBills, ...geminiBills, ...otherBills]

test.each(bills)('PRV-7 %s', (_, at, usage, microUsd) => {
  expect(costMicroUsd(usage, at)).toBe(microUsd)
})

test('PRV-7 the table has at least 40 bills', () => {
  expect(bills.length).toBeGreaterThanOrEqual(40)
})

test('PRV-7 another currency is kept beside, and each amount is rounded once', () => {
  const yuan = price({ input: 0.8, output: 2, reasoning: 8 }, { currency: 'CNY', reasoningBills: 'all-output', usdRate: { microPerUsd: 7_105_500, asOf: '2025-09-30' } })
  // 10,000 × 0.8 + 1,000 × 2 = 10,000 millionths of a yuan; / 7.1055 = 1,407.36…
  const usage = chat({ prompt_tokens: 10_000, completion_tokens: 1000 })
  expect(costOf(usage, yuan)).toEqual({ microUsd: 1407, original: { currency: 'CNY', micro: 10_000 }, isReported: false })
  // Worth unknown: the bill is known in yuan and in no dollars.
  expect(costOf(usage, { ...yuan, usdRate: null })).toEqual({ microUsd: null, original: { currency: 'CNY', micro: 10_000 }, isReported: false })
  // 1 token: 0.8 / 7.1055 = 0.11 micro-USD and 1 millionth of a yuan (0.8): not 0.14 of a rounded one.
  expect(costOf(chat({ prompt_tokens: 1, completion_tokens: 0 }), yuan)).toMatchObject({ microUsd: 0, original: { micro: 1 } })
})

test('PRV-7 what the service says itself wins, and is marked so', () => {
  expect(costOf(chat({ prompt_tokens: 10, completion_tokens: 10, cost: 0.0014 }), null)).toEqual({ microUsd: 1400, original: null, isReported: true })
})

test('PRV-7 REP-118 an unknown price is unknown, never 0', () => {
  expect(costOf(chat({ prompt_tokens: 10, completion_tokens: 10 }), null)).toEqual({ microUsd: null, original: null, isReported: false })
  expect(cacheSavingMicroUsd(chat({ prompt_tokens: 10, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 5 } }), null)).toBeNull()
})

test('PRV-7 what the cache saved is the bill without it less the bill with it', () => {
  const sonnet = price({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 })
  // 12,000 × (3 − 0.3) = 32,400
  expect(cacheSavingMicroUsd(messages({ input_tokens: 2000, cache_read_input_tokens: 12_000, output_tokens: 9 }), sonnet)).toBe(32_400)
  // Written and not read yet: 1,000 × (3 − 3.75) = −750
  expect(cacheSavingMicroUsd(messages({ input_tokens: 10, cache_creation_input_tokens: 1000, output_tokens: 9 }), sonnet)).toBe(-750)
  expect(cacheSavingMicroUsd(messages({ input_tokens: 10, output_tokens: 9 }), sonnet)).toBeNull()
})

const count = fc.nat(300_000)
const rate = fc.integer({ min: 0, max: 100_000_000 })
const seeded = { seed: 20261130, numRuns: 300 }
const tiered: ModelPrice = price({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, audioInput: 9 }, { tiers: [above(200_000, { input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, audioInput: 18 })] })

test('PRV-7 REP-113 every service’s shape of the same call is one usage and one bill', () => {
  fc.assert(
    fc.property(count, count, count, count, count, (plain, read, written, said, thought) => {
      const details = { cached_tokens: read, cache_write_tokens: written }
      const out = said + thought
      const all = [
        messages({ input_tokens: plain, cache_read_input_tokens: read, cache_creation_input_tokens: written, output_tokens: out, output_tokens_details: { thinking_tokens: thought } }),
        chat({ prompt_tokens: plain + read + written, completion_tokens: out, total_tokens: plain + read + written + out, prompt_tokens_details: details, completion_tokens_details: { reasoning_tokens: thought } }),
        responses({ input_tokens: plain + read + written, output_tokens: out, input_tokens_details: details, output_tokens_details: { reasoning_tokens: thought } }),
      ]
      const withoutWrites = [
        gemini({ promptTokenCount: plain + read, cachedContentTokenCount: read, candidatesTokenCount: said, thoughtsTokenCount: thought }),
        // DeepSeek's form, and xAI's, where reasoning is beside the completion.
        chat({ prompt_tokens: plain + read, completion_tokens: out, prompt_cache_hit_tokens: read, completion_tokens_details: { reasoning_tokens: thought } }),
        chat({ prompt_tokens: plain + read, completion_tokens: said, total_tokens: plain + read + out, prompt_tokens_details: { cached_tokens: read }, completion_tokens_details: { reasoning_tokens: thought } }),
      ]
      for (const same of [all, withoutWrites]) {
        for (const usage of same) expect(usage).toEqual(same[0])
        expect(new Set(same.map((usage) => costMicroUsd(usage, tiered))).size).toBe(1)
      }
    }),
    seeded,
  )
})

const anyUsage = fc.record({
  ...{ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count, reasoningTokens: count },
  ...{ cacheWriteHourTokens: count, audioInputTokens: count, audioOutputTokens: count, isEstimate: fc.boolean() },
})

test('PRV-7 no token is billed twice, whatever the parts add up to', () => {
  fc.assert(
    fc.property(anyUsage, rate, rate, (usage, low, span) => {
      // Every rate lies between two: so must the bill.
      const high = low + span
      const rates = { input: low, output: low, cacheRead: high, cacheWrite: low, cacheWriteHour: high, reasoning: high, audioInput: low, audioOutput: high }
      const cost = costMicroUsd(usage, { ...tiered, rates, tiers: [] }) ?? -1
      const tokens = BigInt(usage.inputTokens + usage.outputTokens)
      expect(BigInt(cost) * 1_000_000n).toBeGreaterThanOrEqual(tokens * BigInt(low) - 500_000n)
      expect(BigInt(cost) * 1_000_000n).toBeLessThanOrEqual(tokens * BigInt(high) + 500_000n)
    }),
    seeded,
  )
})

test('PRV-7 more tokens never cost less, and an estimate is priced like a report', () => {
  fc.assert(
    fc.property(anyUsage, fc.nat(1000), fc.nat(1000), (usage, moreIn, moreOut) => {
      const more: Usage = { ...usage, inputTokens: usage.inputTokens + moreIn, outputTokens: usage.outputTokens + moreOut }
      expect(costMicroUsd(more, tiered)).toBeGreaterThanOrEqual(costMicroUsd(usage, tiered) ?? -1)
      expect(costMicroUsd({ ...usage, isEstimate: !usage.isEstimate }, tiered)).toBe(costMicroUsd(usage, tiered))
    }),
    seeded,
  )
})
