import { above, chat, gemini, price, type Bill } from './bill'

const geminiPro = price({ input: 1.25, output: 10, cacheRead: 0.125 }, { tiers: [above(200_000, { input: 2.5, output: 15, cacheRead: 0.25 })] })
const geminiProBefore = price({ input: 1.25, output: 10, cacheRead: 0.31 }, { tiers: [above(200_000, { input: 2.5, output: 15, cacheRead: 0.625 })] })
const geminiFlash = price({ input: 0.3, output: 2.5, cacheRead: 0.03, audioInput: 1 })
const deepseek = price({ input: 0.28, output: 0.42, cacheRead: 0.028 })
const deepseekPro = price({ input: 0.435, output: 0.87, cacheRead: 0.003625 })
const qwenPlus = price({ input: 0.4, output: 1.2, reasoning: 4 }, { reasoningBills: 'all-output', tiers: [above(262_144, { input: 1.2, output: 3.6, reasoning: 12 })] })
const qwenMax = price({ input: 1.2, output: 6, cacheRead: 0.24 }, { tiers: [above(32_768, { input: 2.4, output: 12, cacheRead: 0.48 }), above(131_072, { input: 3, output: 15, cacheRead: 0.6 })] })
const mistral = price({ input: 0.5, output: 1.5 })
const grok = price({ input: 1.25, output: 2.5, cacheRead: 0.2 }, { tiers: [above(200_000, { input: 2.5, output: 5, cacheRead: 0.4 })] })
const groq = price({ input: 0.15, output: 0.6, cacheRead: 0.075 })
const kimi = price({ input: 0.6, output: 2.5, cacheRead: 0.15 })
const sonar = price({ input: 2, output: 8, reasoning: 3 }, { perRequest: 5_000_000_000 })

/** Made by hand, at prices and in blocks after those of https://ai.google.dev/gemini-api/docs/pricing */
export const geminiBills: readonly Bill[] = [
  // 200,000 × 1.25 + (900 + 100) × 10 = 250,000 + 10,000
  ['Gemini Pro: exactly 200,000, thoughts beside the text', geminiPro, gemini({ promptTokenCount: 200_000, candidatesTokenCount: 900, thoughtsTokenCount: 100 }), 260_000],
  // 200,001 × 2.5 + 1,000 × 15 = 500,002.5 + 15,000, half up
  ['Gemini Pro: one more', geminiPro, gemini({ promptTokenCount: 200_001, candidatesTokenCount: 900, thoughtsTokenCount: 100 }), 515_003],
  // REP-113: 5,005 × 2.5 + 257,955 × 0.625 + 1,744 × 15 = 12,512.5 + 161,221.875 + 26,160 = 199,894.375: not $0.7642
  ['REP-113 Gemini Pro: 257,955 of 262,960 from the cache', geminiProBefore, gemini({ promptTokenCount: 262_960, cachedContentTokenCount: 257_955, candidatesTokenCount: 1744 }), 199_894],
  // 1,000 text + 2,000 sound in, 400 out: 1,000 × 0.3 + 2,000 × 1 + 400 × 2.5 = 300 + 2,000 + 1,000
  ['Gemini Flash: sound has a price of its own', geminiFlash, gemini({ promptTokenCount: 3000, candidatesTokenCount: 400, promptTokensDetails: [{ modality: 'TEXT', tokenCount: 1000 }, { modality: 'AUDIO', tokenCount: 2000 }] }), 3300],
  // What tools of its own read is input: (500 + 1,500) × 0.3 + (80 + 20) × 2.5 = 600 + 250
  ['Gemini Flash: what its tools read is input', geminiFlash, gemini({ promptTokenCount: 500, toolUsePromptTokenCount: 1500, candidatesTokenCount: 80, thoughtsTokenCount: 20 }), 850],
  // Refused before a word: 700 × 0.3 + 0
  ['Gemini Flash: a refused prompt is billed as input', geminiFlash, gemini({ promptTokenCount: 700 }), 210],
]

/** Made by hand, at prices and in blocks after those of https://api-docs.deepseek.com, alibabacloud.com, mistral.ai, docs.x.ai, groq.com, openrouter.ai, docs.perplexity.ai */
export const otherBills: readonly Bill[] = [
  // 200 × 0.28 + 1,800 × 0.028 + 500 × 0.42 = 56 + 50.4 + 210 = 316.4
  ['DeepSeek: hits and misses', deepseek, chat({ prompt_tokens: 2000, completion_tokens: 500, prompt_cache_hit_tokens: 1800, prompt_cache_miss_tokens: 200 }), 316],
  // 1,000 × 0.435 + 999,000 × 0.003625 + 1,000 × 0.87 = 435 + 3,621.375 + 870 = 4,926.375
  ['DeepSeek Pro: a rate below a hundredth of a cent', deepseekPro, chat({ prompt_tokens: 1_000_000, completion_tokens: 1000, prompt_cache_hit_tokens: 999_000 }), 4926],
  // 1,000 × 0.28 + 700 × 0.42, the reasoning inside = 280 + 294
  ['DeepSeek: reasoning is inside the output', deepseek, chat({ prompt_tokens: 1000, completion_tokens: 700, completion_tokens_details: { reasoning_tokens: 600 } }), 574],
  // 1,000 × 0.4 + 500 × 1.2 = 400 + 600
  ['Qwen Plus: not thinking', qwenPlus, chat({ prompt_tokens: 1000, completion_tokens: 500 }), 1000],
  // 1,000 × 0.4 + 500 × 4: the answer too is billed at the thinking rate
  ['Qwen Plus: thinking, the whole output', qwenPlus, chat({ prompt_tokens: 1000, completion_tokens: 500, completion_tokens_details: { reasoning_tokens: 300 } }), 2400],
  // 262,144 × 0.4 + 100 × 1.2 = 104,857.6 + 120 = 104,977.6
  ['Qwen Plus: exactly 256K', qwenPlus, chat({ prompt_tokens: 262_144, completion_tokens: 100 }), 104_978],
  // 262,145 × 1.2 + 100 × 3.6 = 314,574 + 360
  ['Qwen Plus: above 256K', qwenPlus, chat({ prompt_tokens: 262_145, completion_tokens: 100 }), 314_934],
  // 262,145 × 1.2 + 100 × 12 = 314,574 + 1,200
  ['Qwen Plus: above 256K, thinking', qwenPlus, chat({ prompt_tokens: 262_145, completion_tokens: 100, completion_tokens_details: { reasoning_tokens: 1 } }), 315_774],
  // 32,768 × 1.2 + 10 × 6 = 39,321.6 + 60 = 39,381.6
  ['Qwen Max: the first size', qwenMax, chat({ prompt_tokens: 32_768, completion_tokens: 10 }), 39_382],
  // 40,000, 30,000 cached: 10,000 × 2.4 + 30,000 × 0.48 + 10 × 12 = 24,000 + 14,400 + 120
  ['Qwen Max: the second size, with hits', qwenMax, chat({ prompt_tokens: 40_000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 30_000 } }), 38_520],
  // 131,073 × 3 + 10 × 15 = 393,219 + 150
  ['Qwen Max: the third size', qwenMax, chat({ prompt_tokens: 131_073, completion_tokens: 10 }), 393_369],
  // 4,013 × 0.5 + 207 × 1.5 = 2,006.5 + 310.5
  ['Mistral Large: plain', mistral, chat({ prompt_tokens: 4013, completion_tokens: 207, total_tokens: 4220 }), 2317],
  // xAI leaves reasoning out of completion_tokens: 32 × 1.25 + (9 + 110) × 2.5 = 40 + 297.5, half up
  ['Grok: reasoning beside the output is output', grok, chat({ prompt_tokens: 32, completion_tokens: 9, total_tokens: 151, completion_tokens_details: { reasoning_tokens: 110 } }), 338],
  // 200,001 × 2.5 + 1 × 5; 150,000 of it cached: 50,001 × 2.5 + 150,000 × 0.4 + 5 = 125,002.5 + 60,000 + 5, half up
  ['Grok: above 200,000', grok, chat({ prompt_tokens: 200_001, completion_tokens: 1, total_tokens: 200_002, prompt_tokens_details: { cached_tokens: 150_000 } }), 185_008],
  // 1,000 × 0.15 − 600 of it cached: 400 × 0.15 + 600 × 0.075 + 250 × 0.6 = 60 + 45 + 150
  ['Groq: cached at half', groq, chat({ prompt_tokens: 1000, completion_tokens: 250, prompt_tokens_details: { cached_tokens: 600 } }), 255],
  // REP-116: 100 × 0.6 + 50 × 2.5 = 60 + 125
  ['REP-116 Kimi: plain', kimi, chat({ prompt_tokens: 100, completion_tokens: 50 }), 185],
  // 5,000 a request + 1,000 × 2 + 200 × 3 + 100 × 8 = 5,000 + 2,000 + 600 + 800
  ['Sonar: a fee for the request, reasoning at its own rate', sonar, chat({ prompt_tokens: 1000, completion_tokens: 300, completion_tokens_details: { reasoning_tokens: 200 } }), 8400],
  // OpenRouter says 0.0014 USD itself: that is what it cost, whatever the price says
  ['OpenRouter: what it says itself', mistral, chat({ prompt_tokens: 10, completion_tokens: 10, cost: 0.0014 }), 1400],
  // With one's own key: its part, 0.00001, and the service's, 0.00095
  ['OpenRouter: with a key of one’s own', mistral, chat({ prompt_tokens: 194, completion_tokens: 2, cost: 0.00001, is_byok: true, cost_details: { upstream_inference_cost: 0.00095 } }), 960],
  // A free model says 0, and 0 it is
  ['OpenRouter: free', mistral, chat({ prompt_tokens: 194, completion_tokens: 2, cost: 0 }), 0],
]
