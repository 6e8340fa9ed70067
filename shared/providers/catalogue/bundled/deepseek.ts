import { models, row, usd } from './row'

/** To be compared with https://api-docs.deepseek.com/quick_start/pricing, in USD; collected by hand up to 2026-07-02. The third figure is a hit of the cache on disk. */
export const deepseek = {
  api: 'https://api.deepseek.com',
  models: models(
    row('deepseek-v4-flash', 'DeepSeek V4 Flash', '2026-04-24', 1_000_000, 384_000, '', 'rt', usd(0.14, 0.28, 0.0028)),
    row('deepseek-v4-pro', 'DeepSeek V4 Pro', '2026-04-24', 1_000_000, 384_000, '', 'rt', usd(0.435, 0.87, 0.003625)),
    row('deepseek-chat', 'DeepSeek Chat', '2025-12-01', 1_000_000, 384_000, '', 't', usd(0.14, 0.28, 0.0028)),
    row('deepseek-reasoner', 'DeepSeek Reasoner', '2025-12-01', 1_000_000, 384_000, '', 'rt', usd(0.14, 0.28, 0.0028)),
  ),
}
