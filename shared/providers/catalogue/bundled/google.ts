import { models, row, sized, usd, type Cost } from './row'

const withSound = (cost: Cost, sound: number): Cost => ({ ...cost, input_audio: sound })

/**
 * To be compared with https://ai.google.dev/gemini-api/docs/pricing and /docs/models, paid tier; collected by hand up to 2026-07-02. Output counts thoughts.
 * Pro: above 200,000 tokens of prompt the whole request is billed at the higher rates. What a cache costs while it is
 * kept is not in a call's bill.
 */
export const google = {
  api: 'https://generativelanguage.googleapis.com',
  models: models(
    row('gemini-3.5-flash', 'Gemini 3.5 Flash', '2026-05-19', 1_048_576, 65_536, 'ipav', 'rt', usd(1.5, 9, 0.15)),
    row('gemini-3.1-pro-preview', 'Gemini 3.1 Pro (preview)', '2026-02-19', 1_048_576, 65_536, 'ipav', 'rt', sized(usd(2, 12, 0.2), [200_000, usd(4, 18, 0.4)])),
    row('gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite', '2026-05-07', 1_048_576, 65_536, 'ipav', 'rt', withSound(usd(0.25, 1.5, 0.025), 0.5)),
    row('gemini-3-pro-preview', 'Gemini 3 Pro (preview)', '2025-11-18', 1_048_576, 65_536, 'ipav', 'rt', sized(usd(2, 12, 0.2), [200_000, usd(4, 18, 0.4)])),
    row('gemini-3-flash-preview', 'Gemini 3 Flash (preview)', '2025-12-17', 1_048_576, 65_536, 'ipav', 'rt', withSound(usd(0.5, 3, 0.05), 1)),
    row('gemini-2.5-pro', 'Gemini 2.5 Pro', '2025-06-17', 1_048_576, 65_536, 'ipav', 'rt', sized(usd(1.25, 10, 0.125), [200_000, usd(2.5, 15, 0.25)])),
    row('gemini-2.5-flash', 'Gemini 2.5 Flash', '2025-06-17', 1_048_576, 65_536, 'ipav', 'rt', withSound(usd(0.3, 2.5, 0.03), 1)),
    row('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', '2025-07-22', 1_048_576, 65_536, 'ipav', 'rt', withSound(usd(0.1, 0.4, 0.01), 0.3)),
    row('gemini-2.0-flash', 'Gemini 2.0 Flash', '2025-02-05', 1_048_576, 8192, 'ipav', 't', withSound(usd(0.1, 0.4, 0.025), 0.7)),
    row('gemini-2.0-flash-lite', 'Gemini 2.0 Flash-Lite', '2025-02-25', 1_048_576, 8192, 'ipav', 't', usd(0.075, 0.3)),
    row('gemma-4-31b-it', 'Gemma 4 31B', '2026-04-02', 262_144, 32_768, 'i', 'rt'),
    row('gemma-4-26b-a4b-it', 'Gemma 4 26B', '2026-04-02', 262_144, 32_768, 'i', 'rt'),
  ),
}
