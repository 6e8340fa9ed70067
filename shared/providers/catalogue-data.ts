/** The vendor that a model's price belongs to: other hosts of the same model charge differently. */
export type CatalogueVendor = 'openai' | 'anthropic' | 'deepseek' | 'mistral' | 'moonshot' | 'zai' | 'xai' | 'open'

/** One model: prices in USD per million tokens as the vendor's page says them, null where it names none. */
export interface CatalogueEntry {
  readonly vendor: CatalogueVendor
  /** Matches the start of the id, up to its end or a `-`, `:`, `@` or digit-free suffix such as a date. */
  readonly id: string
  readonly name: string
  readonly contextTokens: number
  readonly maxOutputTokens: number | null
  readonly takesImages: boolean
  readonly usd: readonly [input: number, output: number, cacheRead: number | null, cacheWrite: number | null] | null
}

/** The day on which the prices below were read. */
export const catalogueAsOf = '2026-07-02'

const entry = (
  vendor: CatalogueVendor,
  id: string,
  name: string,
  contextTokens: number,
  maxOutputTokens: number | null,
  takesImages: boolean,
  usd: CatalogueEntry['usd'] = null,
): CatalogueEntry => ({ vendor, id, name, contextTokens, maxOutputTokens, takesImages, usd })

export const catalogue: readonly CatalogueEntry[] = [
  entry('openai', 'gpt-5.5-pro', 'GPT-5.5 Pro', 1_050_000, 128_000, true, [30, 180, null, null]),
  entry('openai', 'gpt-5.5', 'GPT-5.5', 1_050_000, 128_000, true, [5, 30, 0.5, null]),
  entry('openai', 'gpt-5.4-pro', 'GPT-5.4 Pro', 1_050_000, 128_000, true, [30, 180, null, null]),
  entry('openai', 'gpt-5.4-mini', 'GPT-5.4 mini', 400_000, 128_000, true, [0.75, 4.5, 0.075, null]),
  entry('openai', 'gpt-5.4-nano', 'GPT-5.4 nano', 400_000, 128_000, true, [0.2, 1.25, 0.02, null]),
  entry('openai', 'gpt-5.4', 'GPT-5.4', 1_050_000, 128_000, true, [2.5, 15, 0.25, null]),
  entry('openai', 'gpt-5.2-chat-latest', 'GPT-5.2 Chat', 128_000, 16_384, true, [1.75, 14, 0.175, null]),
  entry('openai', 'gpt-5.2-pro', 'GPT-5.2 Pro', 400_000, 128_000, true, [21, 168, null, null]),
  entry('openai', 'gpt-5.2', 'GPT-5.2', 400_000, 128_000, true, [1.75, 14, 0.175, null]),
  entry('openai', 'gpt-5.1-codex-mini', 'GPT-5.1 Codex mini', 400_000, 128_000, true, [0.25, 2, 0.025, null]),
  entry('openai', 'gpt-5.1', 'GPT-5.1', 400_000, 128_000, true, [1.25, 10, 0.125, null]),
  entry('openai', 'gpt-5-pro', 'GPT-5 Pro', 400_000, 272_000, true, [15, 120, null, null]),
  entry('openai', 'gpt-5-mini', 'GPT-5 mini', 400_000, 128_000, true, [0.25, 2, 0.025, null]),
  entry('openai', 'gpt-5-nano', 'GPT-5 nano', 400_000, 128_000, true, [0.05, 0.4, 0.005, null]),
  entry('openai', 'gpt-5', 'GPT-5', 400_000, 128_000, true, [1.25, 10, 0.125, null]),
  entry('openai', 'gpt-4.1-mini', 'GPT-4.1 mini', 1_047_576, 32_768, true, [0.4, 1.6, 0.1, null]),
  entry('openai', 'gpt-4.1-nano', 'GPT-4.1 nano', 1_047_576, 32_768, true, [0.1, 0.4, 0.025, null]),
  entry('openai', 'gpt-4.1', 'GPT-4.1', 1_047_576, 32_768, true, [2, 8, 0.5, null]),
  entry('openai', 'gpt-4o-mini', 'GPT-4o mini', 128_000, 16_384, true, [0.15, 0.6, 0.075, null]),
  entry('openai', 'gpt-4o', 'GPT-4o', 128_000, 16_384, true, [2.5, 10, 1.25, null]),
  entry('openai', 'o4-mini', 'o4-mini', 200_000, 100_000, true, [1.1, 4.4, 0.275, null]),
  entry('openai', 'o3-mini', 'o3-mini', 200_000, 100_000, false, [1.1, 4.4, 0.55, null]),
  entry('openai', 'o3', 'o3', 200_000, 100_000, true, [2, 8, 0.5, null]),
  entry('anthropic', 'claude-fable-5', 'Claude Fable 5', 1_000_000, 128_000, true, [10, 50, 1, 12.5]),
  entry('anthropic', 'claude-sonnet-5', 'Claude Sonnet 5', 1_000_000, 128_000, true, [2, 10, 0.2, 2.5]),
  entry('anthropic', 'claude-opus-4-8', 'Claude Opus 4.8', 1_000_000, 128_000, true, [5, 25, 0.5, 6.25]),
  entry('anthropic', 'claude-opus-4-7', 'Claude Opus 4.7', 1_000_000, 128_000, true, [5, 25, 0.5, 6.25]),
  entry('anthropic', 'claude-opus-4-6', 'Claude Opus 4.6', 1_000_000, 128_000, true, [5, 25, 0.5, 6.25]),
  entry('anthropic', 'claude-opus-4-5', 'Claude Opus 4.5', 200_000, 64_000, true, [5, 25, 0.5, 6.25]),
  entry('anthropic', 'claude-opus-4-1', 'Claude Opus 4.1', 200_000, 32_000, true, [15, 75, 1.5, 18.75]),
  entry('anthropic', 'claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, 64_000, true, [3, 15, 0.3, 3.75]),
  entry('anthropic', 'claude-sonnet-4-5', 'Claude Sonnet 4.5', 200_000, 64_000, true, [3, 15, 0.3, 3.75]),
  entry('anthropic', 'claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, 64_000, true, [1, 5, 0.1, 1.25]),
  entry('deepseek', 'deepseek-v4-flash', 'DeepSeek V4 Flash', 1_000_000, 384_000, false, [0.14, 0.28, 0.0028, null]),
  entry('deepseek', 'deepseek-v4-pro', 'DeepSeek V4 Pro', 1_000_000, 384_000, false, [0.435, 0.87, 0.003625, null]),
  entry('deepseek', 'deepseek-chat', 'DeepSeek Chat', 1_000_000, 384_000, false, [0.14, 0.28, 0.0028, null]),
  entry('deepseek', 'deepseek-reasoner', 'DeepSeek Reasoner', 1_000_000, 384_000, false, [0.14, 0.28, 0.0028, null]),
  entry('mistral', 'mistral-large-2512', 'Mistral Large 3', 262_144, null, true, [0.5, 1.5, null, null]),
  entry('mistral', 'mistral-large-latest', 'Mistral Large', 262_144, null, true, [0.5, 1.5, null, null]),
  entry('mistral', 'mistral-small-latest', 'Mistral Small', 256_000, null, true, [0.15, 0.6, null, null]),
  entry('zai', 'glm-4.7', 'GLM-4.7', 202_752, 131_072, false),
  entry('open', 'gpt-oss-120b', 'gpt-oss 120B', 131_072, 65_536, false),
  entry('open', 'gpt-oss', 'gpt-oss', 131_072, 65_536, false),
  entry('open', 'llama-3.3-70b', 'Llama 3.3 70B', 131_072, 32_768, false),
  entry('open', 'llama3.3', 'Llama 3.3', 131_072, 32_768, false),
  entry('open', 'llama3.1', 'Llama 3.1', 131_072, null, false),
  entry('open', 'qwen3-coder', 'Qwen3 Coder', 262_144, 65_536, false),
  entry('open', 'qwen3', 'Qwen3', 131_072, null, false),
  entry('open', 'gemma3', 'Gemma 3', 131_072, 8192, true),
]
