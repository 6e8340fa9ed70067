import { models, row, sized, usd } from './row'

const grok = sized(usd(1.25, 2.5, 0.2), [200_000, usd(2.5, 5, 0.4)])

/** To be compared with https://docs.x.ai/docs/models; collected by hand up to 2026-07-02. Above the size the whole request is billed at the higher rates. */
export const xai = {
  api: 'https://api.x.ai/v1',
  models: models(
    row('grok-4.3', 'Grok 4.3', '2026-04-17', 1_000_000, null, 'ip', 'rt', grok),
    row('grok-4.20-0309-reasoning', 'Grok 4.20 (reasoning)', '2026-03-09', 1_000_000, null, 'ip', 'rt', grok),
    row('grok-4.20-0309-non-reasoning', 'Grok 4.20', '2026-03-09', 1_000_000, null, 'ip', 't', grok),
    row('grok-build-0.1', 'Grok Build 0.1', '2026-04-16', 256_000, null, 'ip', 'rt', sized(usd(1, 2, 0.2), [200_000, usd(2, 4, 0.4)])),
    row('grok-4-fast-reasoning', 'Grok 4 Fast (reasoning)', '2025-09-19', 2_000_000, null, 'i', 'rt', sized(usd(0.2, 0.5, 0.05), [128_000, usd(0.4, 1, 0.05)])),
    row('grok-4-fast-non-reasoning', 'Grok 4 Fast', '2025-09-19', 2_000_000, null, 'i', 't', sized(usd(0.2, 0.5, 0.05), [128_000, usd(0.4, 1, 0.05)])),
    row('grok-4-0709', 'Grok 4', '2025-07-09', 256_000, null, 'i', 'rt', sized(usd(3, 15, 0.75), [128_000, usd(6, 30, 0.75)])),
    row('grok-3', 'Grok 3', '2025-02-17', 131_072, null, '', 't', usd(3, 15, 0.75)),
    row('grok-3-mini', 'Grok 3 mini', '2025-02-17', 131_072, null, '', 'rt', usd(0.3, 0.5, 0.075)),
  ),
}
