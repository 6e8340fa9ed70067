import { models, row, sized, type Cost } from './row'

/** Model Studio counts a K of tokens as 1024. */
const k = 1024

/** @param thinking the rate of the whole output of an answer that was thought about. Hits of the cache cost a fifth. */
const qwen = (input: number, output: number, thinking?: number): Cost => ({
  input,
  output,
  cache_read: Math.round(input * 200_000) / 1_000_000,
  ...(thinking !== undefined && { reasoning: thinking }),
})

/** To be compared with https://www.alibabacloud.com/help/en/model-studio/models, international (Singapore), in USD; collected by hand up to 2026-07-02. */
export const alibaba = {
  api: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  models: models(
    row('qwen3.7-max', 'Qwen3.7 Max', '2026-05-21', 1_000_000, 65_536, '', 'rt', { input: 2.5, output: 7.5, cache_read: 0.5, cache_write: 3.125 }),
    row('qwen3.7-plus', 'Qwen3.7 Plus', '2026-06-02', 1_000_000, 65_536, 'iv', 'rt', sized(qwen(0.5, 3), [256 * k, qwen(2, 6)])),
    row('qwen3.6-plus', 'Qwen3.6 Plus', '2026-04-02', 1_000_000, 65_536, 'iv', 'rt', sized(qwen(0.5, 3), [256 * k, qwen(2, 6)])),
    row('qwen3.5-plus', 'Qwen3.5 Plus', '2026-02-16', 1_000_000, 65_536, 'iv', 'rt', sized(qwen(0.4, 2.4), [256 * k, qwen(0.5, 3)])),
    row('qwen3-max', 'Qwen3 Max', '2025-09-23', 262_144, 65_536, '', 'rt', sized(qwen(1.2, 6), [32 * k, qwen(2.4, 12)], [128 * k, qwen(3, 15)])),
    row('qwen-plus', 'Qwen Plus', '2025-07-28', 1_000_000, 32_768, '', 'rt', sized(qwen(0.4, 1.2, 4), [256 * k, qwen(1.2, 3.6, 12)])),
    row('qwen-flash', 'Qwen Flash', '2025-07-28', 1_000_000, 32_768, '', 'rt', sized(qwen(0.05, 0.4), [256 * k, qwen(0.25, 2)])),
    row('qwen-turbo', 'Qwen Turbo', '2025-04-28', 1_000_000, 16_384, '', 'rt', qwen(0.05, 0.2, 0.5)),
    row('qwen-max', 'Qwen Max', '2025-01-25', 32_768, 8192, '', 't', qwen(1.6, 6.4)),
    row(
      'qwen3-coder-plus', 'Qwen3 Coder Plus', '2025-07-22', 1_048_576, 65_536, '', 't',
      sized(qwen(1, 5), [32 * k, qwen(1.8, 9)], [128 * k, qwen(3, 15)], [256 * k, qwen(6, 60)]),
    ),
    row(
      'qwen3-coder-flash', 'Qwen3 Coder Flash', '2025-07-28', 1_000_000, 65_536, '', 't',
      sized(qwen(0.3, 1.5), [32 * k, qwen(0.5, 2.5)], [128 * k, qwen(0.8, 4)], [256 * k, qwen(1.6, 9.6)]),
    ),
    row('qwen3-vl-plus', 'Qwen3 VL Plus', '2025-09-23', 262_144, 32_768, 'iv', 'rt', sized(qwen(0.2, 1.6), [32 * k, qwen(0.3, 2.4)], [128 * k, qwen(0.6, 4.8)])),
    row('qwen-vl-max', 'Qwen VL Max', '2025-08-13', 131_072, 32_768, 'iv', 't', qwen(0.8, 3.2)),
    row('qwen3-omni-flash', 'Qwen3 Omni Flash', '2025-09-15', 65_536, 16_384, 'iav', 'rt', { input: 0.43, output: 1.66, input_audio: 3.81, output_audio: 15.11 }),
    row('qwen3-235b-a22b', 'Qwen3 235B', '2025-04-28', 131_072, 16_384, '', 'rt', { input: 0.7, output: 2.8, reasoning: 8.4 }),
    row('qwen3-32b', 'Qwen3 32B', '2025-04-28', 131_072, 16_384, '', 'rt', { input: 0.7, output: 2.8, reasoning: 8.4 }),
  ),
}

/**
 * To be compared with https://help.aliyun.com/zh/model-studio/models, Beijing, in yuan; collected by hand up to 2025-09-30; the rate is that day's central
 * parity of the People's Bank of China.
 */
export const alibabaChina = {
  api: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  currency: 'CNY',
  as_of: '2025-09-30',
  usd_rate: { microPerUsd: 7_105_500, asOf: '2025-09-30' },
  models: models(
    row('qwen3-max', 'Qwen3 Max', '2025-09-23', 262_144, 65_536, '', 'rt', sized(qwen(6, 24), [32 * k, qwen(10, 40)], [128 * k, qwen(15, 60)])),
    row('qwen-plus', 'Qwen Plus', '2025-07-28', 1_000_000, 32_768, '', 'rt', sized(qwen(0.8, 2, 8), [128 * k, qwen(2.4, 20, 24)], [256 * k, qwen(4.8, 48, 64)])),
    row('qwen-flash', 'Qwen Flash', '2025-07-28', 1_000_000, 32_768, '', 'rt', sized(qwen(0.15, 1.5), [128 * k, qwen(0.6, 6)], [256 * k, qwen(1.2, 12)])),
    row('qwen-turbo', 'Qwen Turbo', '2025-04-28', 1_000_000, 16_384, '', 'rt', qwen(0.3, 0.6, 3)),
    row('qwen-max', 'Qwen Max', '2025-01-25', 131_072, 8192, '', 't', qwen(2.4, 9.6)),
    row('qwen-long', 'Qwen Long', '2025-01-25', 10_000_000, 8192, '', 't', { input: 0.5, output: 2 }),
    row('qwen-vl-max', 'Qwen VL Max', '2025-08-13', 131_072, 32_768, 'iv', 't', qwen(1.6, 4)),
    row('qwen-vl-plus', 'Qwen VL Plus', '2025-08-15', 131_072, 8192, 'iv', 't', qwen(0.8, 2)),
    row('qwen3-235b-a22b', 'Qwen3 235B', '2025-04-28', 131_072, 16_384, '', 'rt', { input: 2, output: 8, reasoning: 20 }),
    row('qwen3-32b', 'Qwen3 32B', '2025-04-28', 131_072, 16_384, '', 'rt', { input: 2, output: 8, reasoning: 20 }),
  ),
}
