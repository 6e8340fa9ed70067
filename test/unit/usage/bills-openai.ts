import { above, chat, price, responses, type Bill } from './bill'

const gpt5 = price({ input: 1.25, output: 10, cacheRead: 0.125 })
const gpt54 = price({ input: 2.5, output: 15, cacheRead: 0.25 }, { tiers: [above(272_000, { input: 5, output: 22.5, cacheRead: 0.5 })] })
const gpt4o = price({ input: 2.5, output: 10, cacheRead: 1.25 })
const nano = price({ input: 0.05, output: 0.4, cacheRead: 0.005 })
const o3Pro = price({ input: 20, output: 80 })
const audio = price({ input: 2.5, output: 10, audioInput: 32, audioOutput: 64 })

/** Made by hand, at prices and in blocks after those of https://platform.openai.com/docs/pricing and /docs/guides/prompt-caching */
export const openaiBills: readonly Bill[] = [
  // 1,000,000 × 1.25 + 1,000,000 × 10
  ['GPT-5: a million in, a million out', gpt5, responses({ input_tokens: 1_000_000, output_tokens: 1_000_000 }), 11_250_000],
  // After the guide's block: 2,006 in, 1,920 of them cached, 300 out: 86 × 2.5 + 1,920 × 1.25 + 300 × 10 = 215 + 2,400 + 3,000
  ['GPT-4o: the example of cached input', gpt4o, chat({ prompt_tokens: 2006, completion_tokens: 300, total_tokens: 2306, prompt_tokens_details: { cached_tokens: 1920 } }), 5615],
  // 328 × 1.25 + 52 × 10 = 410 + 520: reasoning is inside
  ['GPT-5: reasoning is inside the output', gpt5, responses({ input_tokens: 328, output_tokens: 52, output_tokens_details: { reasoning_tokens: 40 } }), 930],
  // 75 × 1.25 + 1,186 × 10 = 93.75 + 11,860 = 11,953.75
  ['GPT-5: the reasoning guide’s block', gpt5, responses({ input_tokens: 75, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1186, output_tokens_details: { reasoning_tokens: 1024 } }), 11_954],
  // 10,000 × 1.25 − but 8,192 cached: 1,808 × 1.25 + 8,192 × 0.125 + 100 × 10 = 2,260 + 1,024 + 1,000
  ['GPT-5: cached input at a tenth', gpt5, responses({ input_tokens: 10_000, input_tokens_details: { cached_tokens: 8192 }, output_tokens: 100 }), 4284],
  // 272,000 × 2.5 + 1,000 × 15 = 680,000 + 15,000
  ['GPT-5.4: exactly 272,000', gpt54, responses({ input_tokens: 272_000, output_tokens: 1000 }), 695_000],
  // 272,001 × 5 + 1,000 × 22.5 = 1,360,005 + 22,500
  ['GPT-5.4: one more, and the whole request is dearer', gpt54, responses({ input_tokens: 272_001, output_tokens: 1000 }), 1_382_505],
  // 300,000 of which 250,000 cached: 50,000 × 5 + 250,000 × 0.5 + 2,000 × 22.5 = 250,000 + 125,000 + 45,000
  ['GPT-5.4: cached input counts for the size, and costs its own', gpt54, responses({ input_tokens: 300_000, input_tokens_details: { cached_tokens: 250_000 }, output_tokens: 2000 }), 420_000],
  // 9 × 0.05 + 12 × 0.4 = 0.45 + 4.8 = 5.25
  ['GPT-5 nano: a greeting', nano, chat({ prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 }), 5],
  // 30 × 0.05 = 1.5 and 0 × 0.4, half up
  ['GPT-5 nano: half a micro-dollar is rounded up', nano, chat({ prompt_tokens: 30, completion_tokens: 0, total_tokens: 30 }), 2],
  // No price for cached input: 1,000 × 20 + 10 × 80, cached or not
  ['o3-pro: where cached input has no price it is plain', o3Pro, responses({ input_tokens: 1000, input_tokens_details: { cached_tokens: 600 }, output_tokens: 10 }), 20_800],
  // 100 text + 900 sound in: 100 × 2.5 + 900 × 32; 20 text + 480 sound out: 20 × 10 + 480 × 64 → 250 + 28,800 + 200 + 30,720
  ['GPT Audio: sound in and out', audio, chat({ prompt_tokens: 1000, completion_tokens: 500, prompt_tokens_details: { audio_tokens: 900 }, completion_tokens_details: { audio_tokens: 480 } }), 59_970],
]
