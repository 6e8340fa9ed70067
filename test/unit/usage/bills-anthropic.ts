import { above, chat, messages, price, type Bill } from './bill'

const sonnet = price({ input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteHour: 6 })
const sonnetWide = { ...sonnet, tiers: [above(200_000, { input: 6, output: 22.5, cacheRead: 0.6, cacheWrite: 7.5, cacheWriteHour: 12 })] }
const opus = price({ input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10 })
const oldOpus = price({ input: 15, output: 75, cacheRead: 1.5, cacheWrite: 18.75, cacheWriteHour: 30 })
const haiku = price({ input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, cacheWriteHour: 2 })

/** Made by hand, at prices and in blocks after those of https://platform.claude.com/docs/en/about-claude/pricing and /build-with-claude/prompt-caching */
export const anthropicBills: readonly Bill[] = [
  // 1,000,000 × 3 + 1,000,000 × 15: a million of each is the two rates.
  ['Sonnet: a million in, a million out', sonnet, messages({ input_tokens: 1_000_000, output_tokens: 1_000_000 }), 18_000_000],
  // REP-109: 3 × 3 + 12,304 × 3.75 + 550 × 15 = 9 + 46,140 + 8,250; the console said 4.614 + 0.825 cents.
  ['REP-109 Sonnet: the reported block, each write billed once', sonnet, messages({ input_tokens: 3, cache_creation_input_tokens: 12_304, cache_read_input_tokens: 0, output_tokens: 550 }), 54_399],
  // REP-112: 4 × 3 + 1,165 × 3.75 + 201 × 15 = 12 + 4,368.75 + 3,015 = 7,395.75
  ['REP-112 Sonnet: cache tokens are part of the count', sonnet, messages({ input_tokens: 4, cache_creation_input_tokens: 1165, output_tokens: 201 }), 7396],
  // REP-110: 100 × 3 + 561,000 × 0.3 + 10 × 15 = 300 + 168,300 + 150 (no size tier on this price)
  ['REP-110 Sonnet: 561,000 read from the cache', sonnet, messages({ input_tokens: 100, cache_read_input_tokens: 561_000, output_tokens: 10 }), 168_750],
  // REP-110: 5 × 3 + 38,000 × 0.3 + 900 × 15 = 15 + 11,400 + 13,500
  ['REP-110 Sonnet: 38,000 read from the cache', sonnet, messages({ input_tokens: 5, cache_read_input_tokens: 38_000, output_tokens: 900 }), 24_915],
  // REP-110, through an aggregator's shape: plain 98,805 − 66,360 − 32,435 = 10. 10 × 5 + 66,360 × 0.5 + 32,435 × 6.25 + 5,120 × 25 = 50 + 33,180 + 202,718.75 + 128,000
  ['REP-110 Opus: read and written in one call', opus, { ...chat({ prompt_tokens: 98_805, completion_tokens: 5120, prompt_tokens_details: { cached_tokens: 66_360, cache_write_tokens: 32_435 } }) }, 363_949],
  // Written for an hour: 10 × 3 + 2,000 × 6 + 1,000 × 3.75 + 100 × 15 = 30 + 12,000 + 3,750 + 1,500
  ['Sonnet: 2,000 written for an hour, 1,000 for five minutes', sonnet, messages({ input_tokens: 10, cache_creation_input_tokens: 3000, cache_creation: { ephemeral_5m_input_tokens: 1000, ephemeral_1h_input_tokens: 2000 }, output_tokens: 100 }), 17_280],
  // After the docs' example: 248 + 1,800 read + 456 and 100 written. 2,048 × 5 … as one call: 2,048 × 5 + 1,800 × 0.5 + 148 × 6.25 + 100 × 10 + 503 × 25 = 10,240 + 900 + 925 + 1,000 + 12,575
  ['Opus: the example of mixed lifetimes', opus, messages({ input_tokens: 2048, cache_read_input_tokens: 1800, cache_creation_input_tokens: 248, cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 }, output_tokens: 503 }), 25_640],
  // 100,000 + 90,000 + 10,000 = 200,000 is not above it: 100,000 × 3 + 90,000 × 0.3 + 10,000 × 3.75 + 1,000 × 15 = 300,000 + 27,000 + 37,500 + 15,000
  ['Sonnet, wide: exactly 200,000 is the lower rate', sonnetWide, messages({ input_tokens: 100_000, cache_read_input_tokens: 90_000, cache_creation_input_tokens: 10_000, output_tokens: 1000 }), 379_500],
  // One more: 100,001 × 6 + 90,000 × 0.6 + 10,000 × 7.5 + 1,000 × 22.5 = 600,006 + 54,000 + 75,000 + 22,500
  ['Sonnet, wide: 200,001 with cached input is wholly the higher rate', sonnetWide, messages({ input_tokens: 100_001, cache_read_input_tokens: 90_000, cache_creation_input_tokens: 10_000, output_tokens: 1000 }), 751_506],
  // Thinking is output: 1,200 × 15 + 500 × 75 = 18,000 + 37,500
  ['Opus 4.1: thinking is inside the output', oldOpus, messages({ input_tokens: 1200, output_tokens: 500, output_tokens_details: { thinking_tokens: 448 } }), 55_500],
  // 21 × 1 + 188,086 × 0.1 + 393 × 5 = 21 + 18,808.6 + 1,965 = 20,794.6
  ['Haiku: a book in the cache', haiku, messages({ input_tokens: 21, cache_read_input_tokens: 188_086, output_tokens: 393 }), 20_795],
  // 21 × 1 + 188,086 × 1.25 + 393 × 5 = 21 + 235,107.5 + 1,965 = 237,093.5, half up
  ['Haiku: the same book written', haiku, messages({ input_tokens: 21, cache_creation_input_tokens: 188_086, output_tokens: 393 }), 237_094],
]
