/** Models that cut text into tokens alike. */
export type TokenFamily = 'openai' | 'claude' | 'gemini' | 'deepseek' | 'qwen' | 'mistral' | 'llama' | 'other'

const families: readonly (readonly [RegExp, TokenFamily])[] = [
  [/claude/, 'claude'],
  [/gemini|gemma/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq|qvq/, 'qwen'],
  [/mistral|mixtral|ministral|magistral|codestral|devstral|pixtral/, 'mistral'],
  [/llama/, 'llama'],
  [/(?:^|\/)(?:gpt|chatgpt|o[134](?:$|-))/, 'openai'],
]

export function tokenFamilyOf(modelId: string): TokenFamily {
  const id = modelId.toLowerCase()
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? 'other'
}

/**
 * How many tokens a family makes of what OpenAI's o200k makes one of, on mixed prose and code, before any answer said
 * better; the vocabularies of Claude and of older Mistral and Llama models are smaller.
 */
export const usualFactor: Readonly<Record<TokenFamily, number>> = {
  openai: 1,
  claude: 1.18,
  gemini: 1.03,
  deepseek: 1.03,
  qwen: 1.04,
  mistral: 1.12,
  llama: 1.03,
  other: 1,
}
