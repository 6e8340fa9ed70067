import { models, row, sized, usd } from './row'

/**
 * To be compared with https://platform.openai.com/docs/pricing and /docs/models, standard processing; collected by hand up to 2026-07-02. Cached input is
 * read at a tenth (older models: a quarter or a half); writing to the cache costs nothing extra. GPT-5.4 and 5.5: above
 * 272,000 tokens of input the whole request is billed at twice the input and one and a half times the output.
 */
export const openai = {
  api: 'https://api.openai.com/v1',
  models: models(
    row('gpt-5.5', 'GPT-5.5', '2026-04-23', 1_050_000, 128_000, 'ip', 'rt', sized(usd(5, 30, 0.5), [272_000, usd(10, 45, 1)])),
    row('gpt-5.5-pro', 'GPT-5.5 Pro', '2026-04-23', 1_050_000, 128_000, 'ip', 'rt', sized(usd(30, 180), [272_000, usd(60, 270)])),
    row('gpt-5.4', 'GPT-5.4', '2026-03-05', 1_050_000, 128_000, 'ip', 'rt', sized(usd(2.5, 15, 0.25), [272_000, usd(5, 22.5, 0.5)])),
    row('gpt-5.4-pro', 'GPT-5.4 Pro', '2026-03-05', 1_050_000, 128_000, 'ip', 'rt', sized(usd(30, 180), [272_000, usd(60, 270)])),
    row('gpt-5.4-mini', 'GPT-5.4 mini', '2026-03-17', 400_000, 128_000, 'ip', 'rt', usd(0.75, 4.5, 0.075)),
    row('gpt-5.4-nano', 'GPT-5.4 nano', '2026-03-17', 400_000, 128_000, 'ip', 'rt', usd(0.2, 1.25, 0.02)),
    row('gpt-5.3-chat-latest', 'GPT-5.3 Chat', '2026-03-03', 128_000, 16_384, 'ip', 't', usd(1.75, 14, 0.175)),
    row('gpt-5.3-codex', 'GPT-5.3 Codex', '2026-02-05', 400_000, 128_000, 'ip', 'rt', usd(1.75, 14, 0.175)),
    row('gpt-5.2', 'GPT-5.2', '2025-12-11', 400_000, 128_000, 'ip', 'rt', usd(1.75, 14, 0.175)),
    row('gpt-5.2-chat-latest', 'GPT-5.2 Chat', '2025-12-11', 128_000, 16_384, 'ip', 'rt', usd(1.75, 14, 0.175)),
    row('gpt-5.2-pro', 'GPT-5.2 Pro', '2025-12-11', 400_000, 128_000, 'ip', 'rt', usd(21, 168)),
    row('gpt-5.1', 'GPT-5.1', '2025-11-13', 400_000, 128_000, 'ip', 'rt', usd(1.25, 10, 0.125)),
    row('gpt-5.1-chat-latest', 'GPT-5.1 Chat', '2025-11-13', 128_000, 16_384, 'ip', 'rt', usd(1.25, 10, 0.125)),
    row('gpt-5.1-codex-mini', 'GPT-5.1 Codex mini', '2025-11-13', 400_000, 128_000, 'ip', 'rt', usd(0.25, 2, 0.025)),
    row('gpt-5', 'GPT-5', '2025-08-07', 400_000, 128_000, 'ip', 'rt', usd(1.25, 10, 0.125)),
    row('gpt-5-chat-latest', 'GPT-5 Chat', '2025-08-07', 128_000, 16_384, 'ip', '', usd(1.25, 10, 0.125)),
    row('gpt-5-mini', 'GPT-5 mini', '2025-08-07', 400_000, 128_000, 'ip', 'rt', usd(0.25, 2, 0.025)),
    row('gpt-5-nano', 'GPT-5 nano', '2025-08-07', 400_000, 128_000, 'ip', 'rt', usd(0.05, 0.4, 0.005)),
    row('gpt-5-pro', 'GPT-5 Pro', '2025-10-06', 400_000, 272_000, 'ip', 'rt', usd(15, 120)),
    row('gpt-4.1', 'GPT-4.1', '2025-04-14', 1_047_576, 32_768, 'ip', 't', usd(2, 8, 0.5)),
    row('gpt-4.1-mini', 'GPT-4.1 mini', '2025-04-14', 1_047_576, 32_768, 'ip', 't', usd(0.4, 1.6, 0.1)),
    row('gpt-4.1-nano', 'GPT-4.1 nano', '2025-04-14', 1_047_576, 32_768, 'ip', 't', usd(0.1, 0.4, 0.025)),
    row('gpt-4o', 'GPT-4o', '2024-05-13', 128_000, 16_384, 'ip', 't', usd(2.5, 10, 1.25)),
    row('gpt-4o-2024-05-13', 'GPT-4o (May 2024)', '2024-05-13', 128_000, 4096, 'ip', 't', usd(5, 15)),
    row('gpt-4o-mini', 'GPT-4o mini', '2024-07-18', 128_000, 16_384, 'ip', 't', usd(0.15, 0.6, 0.075)),
    row('gpt-audio', 'GPT Audio', '2025-08-28', 128_000, 16_384, 'a', 't', { input: 2.5, output: 10, input_audio: 32, output_audio: 64 }),
    row('gpt-audio-mini', 'GPT Audio mini', '2025-10-06', 128_000, 16_384, 'a', 't', { input: 0.6, output: 2.4, input_audio: 10, output_audio: 20 }),
    row('gpt-4-turbo', 'GPT-4 Turbo', '2024-04-09', 128_000, 4096, 'i', 't', usd(10, 30)),
    row('o4-mini', 'o4-mini', '2025-04-16', 200_000, 100_000, 'ip', 'rt', usd(1.1, 4.4, 0.275)),
    row('o3', 'o3', '2025-04-16', 200_000, 100_000, 'ip', 'rt', usd(2, 8, 0.5)),
    row('o3-pro', 'o3-pro', '2025-06-10', 200_000, 100_000, 'ip', 'rt', usd(20, 80)),
    row('o3-mini', 'o3-mini', '2025-01-31', 200_000, 100_000, '', 'rt', usd(1.1, 4.4, 0.55)),
    row('o1', 'o1', '2024-12-17', 200_000, 100_000, 'ip', 'rt', usd(15, 60, 7.5)),
  ),
}
