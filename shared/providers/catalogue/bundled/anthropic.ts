import { models, row, sized, type Cost } from './row'

/** Read at a tenth of the input, written for five minutes at five quarters. */
const claude = (input: number, output: number): Cost => ({ input, output, cache_read: input / 10, cache_write: (input * 5) / 4 })

/**
 * To be compared with https://platform.claude.com/docs/en/about-claude/pricing and /models/overview; collected by hand up to 2026-07-02. Sonnet 4 and 4.5 with
 * the window of a million tokens: above 200,000 tokens of input, cached input included, the whole request is billed at
 * twice the input and one and a half times the output.
 */
export const anthropic = {
  api: 'https://api.anthropic.com',
  models: models(
    row('claude-fable-5', 'Claude Fable 5', '2026-06-09', 1_000_000, 128_000, 'ip', 'rt', claude(10, 50)),
    row('claude-sonnet-5', 'Claude Sonnet 5', '2026-06-30', 1_000_000, 128_000, 'ip', 'rt', claude(2, 10)),
    row('claude-opus-4-8', 'Claude Opus 4.8', '2026-05-28', 1_000_000, 128_000, 'ip', 'rt', claude(5, 25)),
    row('claude-opus-4-7', 'Claude Opus 4.7', '2026-04-16', 1_000_000, 128_000, 'ip', 'rt', claude(5, 25)),
    row('claude-opus-4-6', 'Claude Opus 4.6', '2026-02-05', 1_000_000, 128_000, 'ip', 'rt', claude(5, 25)),
    row('claude-opus-4-5', 'Claude Opus 4.5', '2025-11-24', 200_000, 64_000, 'ip', 'rt', claude(5, 25)),
    row('claude-opus-4-1', 'Claude Opus 4.1', '2025-08-05', 200_000, 32_000, 'ip', 'rt', claude(15, 75)),
    row('claude-opus-4-0', 'Claude Opus 4', '2025-05-22', 200_000, 32_000, 'ip', 'rt', claude(15, 75)),
    row('claude-opus-4', 'Claude Opus 4', '2025-05-22', 200_000, 32_000, 'ip', 'rt', claude(15, 75)),
    row('claude-sonnet-4-6', 'Claude Sonnet 4.6', '2026-02-17', 1_000_000, 64_000, 'ip', 'rt', claude(3, 15)),
    row('claude-sonnet-4-5', 'Claude Sonnet 4.5', '2025-09-29', 200_000, 64_000, 'ip', 'rt', sized(claude(3, 15), [200_000, claude(6, 22.5)])),
    row('claude-sonnet-4-0', 'Claude Sonnet 4', '2025-05-22', 200_000, 64_000, 'ip', 'rt', sized(claude(3, 15), [200_000, claude(6, 22.5)])),
    row('claude-sonnet-4', 'Claude Sonnet 4', '2025-05-22', 200_000, 64_000, 'ip', 'rt', sized(claude(3, 15), [200_000, claude(6, 22.5)])),
    row('claude-haiku-4-5', 'Claude Haiku 4.5', '2025-10-15', 200_000, 64_000, 'ip', 'rt', claude(1, 5)),
    row('claude-3-7-sonnet', 'Claude Sonnet 3.7', '2025-02-19', 200_000, 64_000, 'ip', 'rt', claude(3, 15)),
    row('claude-3-5-haiku', 'Claude Haiku 3.5', '2024-10-22', 200_000, 8192, 'ip', 't', claude(0.8, 4)),
    row('claude-3-haiku', 'Claude Haiku 3', '2024-03-13', 200_000, 4096, 'i', 't', { input: 0.25, output: 1.25, cache_read: 0.03, cache_write: 0.3 }),
  ),
}
