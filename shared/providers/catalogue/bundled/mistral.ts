import { models, row, usd } from './row'

/** To be compared with https://mistral.ai/pricing and https://docs.mistral.ai/getting-started/models/; collected by hand up to 2026-07-02. */
export const mistral = {
  api: 'https://api.mistral.ai/v1',
  models: models(
    row('mistral-large-latest', 'Mistral Large', '2025-12-02', 262_144, null, 'ip', 't', usd(0.5, 1.5)),
    row('mistral-large-2512', 'Mistral Large 3', '2025-12-02', 262_144, null, 'ip', 't', usd(0.5, 1.5)),
    row('mistral-large-2411', 'Mistral Large 2.1', '2024-11-18', 131_072, null, '', 't', usd(2, 6)),
    row('mistral-medium-2604', 'Mistral Medium 3.5', '2026-04-29', 262_144, null, 'ip', 'rt', usd(1.5, 7.5)),
    row('mistral-medium-2508', 'Mistral Medium 3.1', '2025-08-12', 131_072, null, 'ip', 't', usd(0.4, 2)),
    row('mistral-medium-2505', 'Mistral Medium 3', '2025-05-07', 131_072, null, 'ip', 't', usd(0.4, 2)),
    row('mistral-small-latest', 'Mistral Small', '2026-03-16', 256_000, null, 'ip', 'rt', usd(0.15, 0.6)),
    row('mistral-small-2603', 'Mistral Small 4', '2026-03-16', 256_000, null, 'ip', 'rt', usd(0.15, 0.6)),
    row('mistral-small-2506', 'Mistral Small 3.2', '2025-06-20', 131_072, null, 'i', 't', usd(0.1, 0.3)),
    row('magistral-medium-latest', 'Magistral Medium', '2025-09-17', 131_072, null, 'i', 'rt', usd(2, 5)),
    row('magistral-small-latest', 'Magistral Small', '2025-09-17', 131_072, null, 'i', 'rt', usd(0.5, 1.5)),
    row('codestral-latest', 'Codestral', '2025-07-30', 256_000, null, '', 't', usd(0.3, 0.9)),
    row('devstral-medium-latest', 'Devstral Medium', '2025-12-09', 262_144, null, '', 't', usd(0.4, 2)),
    row('ministral-8b-latest', 'Ministral 8B', '2025-12-02', 262_144, null, 'i', 't', usd(0.15, 0.15)),
    row('ministral-3b-latest', 'Ministral 3B', '2025-12-02', 131_072, null, 'i', 't', usd(0.1, 0.1)),
    row('open-mistral-nemo', 'Mistral Nemo', '2024-07-18', 131_072, null, '', 't', usd(0.15, 0.15)),
    row('pixtral-large-latest', 'Pixtral Large', '2024-11-18', 131_072, null, 'i', 't', usd(2, 6)),
  ),
}
