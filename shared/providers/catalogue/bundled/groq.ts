import { models, row, usd } from './row'

/** To be compared with https://groq.com/pricing and https://console.groq.com/docs/models; collected by hand up to 2026-07-02. */
export const groq = {
  api: 'https://api.groq.com/openai/v1',
  models: models(
    row('openai/gpt-oss-120b', 'gpt-oss 120B', '2025-08-05', 131_072, 65_536, '', 'rt', usd(0.15, 0.6, 0.075)),
    row('openai/gpt-oss-20b', 'gpt-oss 20B', '2025-08-05', 131_072, 65_536, '', 'rt', usd(0.075, 0.3, 0.0375)),
    row('llama-3.3-70b-versatile', 'Llama 3.3 70B', '2024-12-06', 131_072, 32_768, '', 't', usd(0.59, 0.79)),
    row('llama-3.1-8b-instant', 'Llama 3.1 8B', '2024-07-23', 131_072, 131_072, '', 't', usd(0.05, 0.08)),
    row('meta-llama/llama-4-scout-17b-16e-instruct', 'Llama 4 Scout', '2025-04-05', 131_072, 8192, 'i', 't', usd(0.11, 0.34)),
    row('qwen/qwen3-32b', 'Qwen3 32B', '2025-06-11', 131_072, 40_960, '', 'rt', usd(0.29, 0.59)),
  ),
}
