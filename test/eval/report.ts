import type { LiveModel, Spent } from './live-model'
import type { Score } from './score'

export interface Report {
  readonly model: string
  readonly at: string
  readonly found: number
  readonly expected: number
  readonly extra: number
  readonly mistakes: number
  readonly activeMistakes: number
  readonly failures: number
  readonly spent: Spent
  readonly scores: readonly Score[]
}

export function reportOf({ modelId }: LiveModel, scores: readonly Score[], spent: Spent): Report {
  const count = (of: (score: Score) => number) => scores.reduce((sum, score) => sum + of(score), 0)
  return {
    model: modelId,
    at: new Date().toISOString(),
    found: count(({ found }) => found.length),
    expected: count(({ found, missing }) => found.length + missing.length),
    extra: count(({ extra }) => extra.length),
    mistakes: count(({ mistakes }) => mistakes.length),
    activeMistakes: count(({ activeMistakes }) => activeMistakes.length),
    failures: count(({ failure }) => (failure === null ? 0 : 1)),
    spent,
    scores,
  }
}

export function asMarkdown(report: Report): string {
  const { spent } = report
  const list = (statements: readonly string[]) => statements.join('; ').replaceAll('|', '\\|')
  const refusals = ({ refused }: Score) => Object.entries(refused).map(([reason, count]) => `${reason} ${count}`).join(', ')
  const rows = report.scores.map((score) => `| ${score.language} | ${score.name} | ${list(score.found)} | ${list(score.missing)} | ${list(score.extra)} | ${list(score.mistakes)} | ${refusals(score)} | ${score.failure ?? ''} |`)
  return [
    `# Memory editor with ${report.model}`,
    '',
    report.at,
    '',
    `- found ${report.found} of ${report.expected} expected statements`,
    `- ${report.extra} that nobody expected, ${report.mistakes} that only a careless model writes (${report.activeMistakes} of them active)`,
    `- ${report.failures} of ${report.scores.length} scripts failed`,
    `- ${spent.calls} calls, ${spent.inputTokens} tokens in, ${spent.outputTokens} out, $${(spent.microUsd / 1e6).toFixed(4)}`,
    '',
    '| | script | found | missing | unexpected | careless | refused | failure |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
