import { models, row } from './row'

/** Models that anybody may run, by the names of those who made them: what they can do is known, what they cost is not. */
export const openWeights = {
  models: models(
    row('gpt-oss-120b', 'gpt-oss 120B', '2025-08-05', 131_072, 65_536, '', 'rt'),
    row('gpt-oss', 'gpt-oss', '2025-08-05', 131_072, 65_536, '', 'rt'),
    row('llama-3.3-70b', 'Llama 3.3 70B', '2024-12-06', 131_072, 32_768, '', 't'),
    row('llama3.3', 'Llama 3.3', '2024-12-06', 131_072, 32_768, '', 't'),
    row('llama3.1', 'Llama 3.1', '2024-07-23', 131_072, null, '', 't'),
    row('qwen3-coder', 'Qwen3 Coder', '2025-07-22', 262_144, 65_536, '', 't'),
    row('qwen3', 'Qwen3', '2025-04-28', 131_072, null, '', 'rt'),
    row('gemma3', 'Gemma 3', '2025-03-12', 131_072, 8192, 'i', ''),
    row('gemma4', 'Gemma 4', '2026-04-02', 262_144, 32_768, 'i', 'rt'),
    row('glm-4.7', 'GLM-4.7', '2025-12-22', 202_752, 131_072, '', 'rt'),
    row('kimi-k2.5', 'Kimi K2.5', '2026-01-27', 262_144, null, 'i', 'rt'),
  ),
}
