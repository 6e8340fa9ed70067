import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateImageTokens, estimateTokens } from '@shared/providers/estimate-tokens'
import { usageFromChat, usageFromMessages, usageFromResponses } from '@shared/providers/wire/usage'
import type { Usage } from '@shared/sessions/message'
import { costMicroUsd } from '@shared/usage/price'
import { usdPrice } from '@shared/providers/usd-price'

const sonnet = usdPrice({ input: 3_000_000, output: 15_000_000, cacheRead: 300_000, cacheWrite: 3_750_000 }, '2026-07-02')
const usage = (counts: Partial<Usage>): Usage => ({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  isEstimate: false,
  ...counts,
})

test.each([
  ['plain input and output', { inputTokens: 1000, outputTokens: 100 }, 3000 + 1500],
  [
    'REP-109 a cache write is billed once, at its own price',
    { inputTokens: 1169, cacheWriteTokens: 1165, outputTokens: 201 },
    Math.round(4 * 3 + 1165 * 3.75 + 201 * 15),
  ],
  [
    'REP-110 cache reads are billed at their own price',
    { inputTokens: 561_100, cacheReadTokens: 561_000, outputTokens: 10 },
    Math.round(100 * 3 + 561_000 * 0.3 + 150),
  ],
  ['reasoning is inside the output', { outputTokens: 500, reasoningTokens: 448 }, 7500],
  ['nothing costs nothing', {}, 0],
  ['half a micro-USD is rounded up', { cacheReadTokens: 5, inputTokens: 5 }, 2],
])('%s', (_, counts, expected) => {
  expect(costMicroUsd(usage(counts), sonnet)).toBe(expected)
})

test('REP-118 an unknown price is unknown, never 0', () => {
  expect(costMicroUsd(usage({ inputTokens: 1000 }), null)).toBeNull()
})

test('sums beyond the exact range of a double are exact', () => {
  const cost = costMicroUsd(usage({ inputTokens: 2_000_000_001, outputTokens: 0 }), {
    ...sonnet,
    rates: { ...sonnet.rates, input: 30_000_001 },
  })
  expect(cost).toBe(Number((2_000_000_001n * 30_000_001n + 500_000n) / 1_000_000n))
})

test('REP-113 one usage for all: cached input is inside, whatever the convention of the wire is', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      fc.nat(1_000_000),
      fc.nat(100_000),
      (plain, read, written, output) => {
        const expected = {
          inputTokens: plain + read + written,
          cacheReadTokens: read,
          cacheWriteTokens: written,
          outputTokens: output,
        }
        const messages = usageFromMessages(
          {
            input_tokens: plain,
            cache_read_input_tokens: read,
            cache_creation_input_tokens: written,
            output_tokens: output,
          },
          true,
        )
        const details = { cached_tokens: read, cache_write_tokens: written }
        const chat = usageFromChat({
          prompt_tokens: plain + read + written,
          completion_tokens: output,
          prompt_tokens_details: details,
        })
        const responses = usageFromResponses({
          input_tokens: plain + read + written,
          output_tokens: output,
          input_tokens_details: details,
        })
        for (const counted of [messages, chat, responses]) expect(counted).toMatchObject(expected)
        expect(costMicroUsd(messages ?? usage({}), sonnet)).toBe(costMicroUsd(chat ?? usage({}), sonnet))
      },
    ),
    { seed: 20261130, numRuns: 200 },
  )
})

test.each([
  // Counts of OpenAI's o200k vocabulary.
  [
    'English',
    'The quick brown fox jumps over the lazy dog. It was a bright cold day in April, and the clocks were striking thirteen.',
    26,
    0.1,
  ],
  [
    'German',
    'Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung aller staatlichen Gewalt.',
    25,
    0.1,
  ],
  ['Chinese', '人工智能正在改变我们的生活方式，从医疗到教育，无处不在。', 16, 0.25],
  ['Japanese', '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。', 32, 0.25],
  ['Korean', '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.', 24, 0.25],
  ['Russian', 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.', 25, 0.25],
])('tokens of %s prose are estimated within the documented error', (_, words, counted, error) => {
  expect(Math.abs(estimateTokens(words) / counted - 1)).toBeLessThanOrEqual(error)
})

test('nothing has no tokens, an image has as many as its fitted pixels', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateImageTokens(1000, 750)).toBe(1000)
  expect(estimateImageTokens(8000, 6000)).toBe(estimateImageTokens(1568, 1176))
})
