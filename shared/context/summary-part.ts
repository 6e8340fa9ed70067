import type { SessionSummaryText, SummaryLine } from '../sessions/summary'
import type { EstimateTokens } from './message-tokens'
import type { ManifestItem, ManifestOmission, ManifestOmittedItem } from './prompt'
import type { RetiredStatements } from './retired'

export interface SummaryPart {
  /** '' where there is nothing to say. */
  readonly text: string
  readonly items: readonly ManifestItem[]
  readonly omitted: readonly ManifestOmittedItem[]
}

const introduction = 'What this conversation came to before the messages below, for you to go on from:'

const labels: Readonly<Record<SummaryLine['kind'], string>> = { gist: '', decision: 'Decided: ', question: 'Open question: ', todo: 'To do: ' }

/**
 * The session's summary, in its own order. Todos are whole whatever the limit is (MEM-13); a line that states what holds no longer
 * is left out (MEM-1, MEM-17).
 */
export function summaryPart(
  summary: SessionSummaryText | null,
  retired: RetiredStatements | null,
  tokenLimit: number,
  estimateTokens: EstimateTokens,
): SummaryPart {
  if (summary === null) return { text: '', items: [], omitted: [] }
  const lines = summary.lines.map((line, index) => describe(line, index, estimateTokens)).filter(({ text }) => text !== '')
  const isRetired = ({ text }: Line): boolean => (retired?.in({ messageId: null, text, createdAt: null }) ?? []).length > 0
  const holding = lines.filter((line) => !isRetired(line))
  const chosen = choose(holding, tokenLimit)
  if (chosen.size === 0) return { text: '', items: [], omitted: [...leftOut(lines.filter(isRetired), 'superseded'), ...leftOut(holding, 'over-budget')] }
  const text = `<session_summary>\n${introduction}\n${holding.filter((line) => chosen.has(line)).map((line) => line.text).join('\n')}\n</session_summary>`
  return {
    text,
    items: [{ kind: 'summary', id: summary.upTo, tokens: estimateTokens(text), reason: 'session-summary' }],
    omitted: [
      ...leftOut(lines.filter(isRetired), 'superseded'),
      ...leftOut(holding.filter((line) => !chosen.has(line)), 'over-budget'),
    ],
  }
}

interface Line {
  readonly id: string
  readonly kind: SummaryLine['kind']
  readonly text: string
  readonly tokens: number
}

function describe({ kind, text }: SummaryLine, index: number, estimateTokens: EstimateTokens): Line {
  // One line each, and no way out of the block.
  const oneLine = text.replace(/\s+/g, ' ').replaceAll('<', '‹').trim()
  const shown = oneLine === '' ? '' : `- ${labels[kind]}${oneLine}`
  return { id: `summary-${index}`, kind, text: shown, tokens: estimateTokens(`${shown}\n`) }
}

/** Todos first, whatever they take; then in order, for as long as it fits. */
function choose(lines: readonly Line[], tokenLimit: number): ReadonlySet<Line> {
  const todos = lines.filter(({ kind }) => kind === 'todo')
  const chosen = new Set(todos)
  let used = todos.reduce((total, { tokens }) => total + tokens, 0)
  for (const line of lines) {
    if (chosen.has(line) || used + line.tokens > tokenLimit) continue
    used += line.tokens
    chosen.add(line)
  }
  return chosen
}

const leftOut = (lines: readonly Line[], omission: ManifestOmission): ManifestOmittedItem[] =>
  lines.map(({ id, tokens }) => ({ kind: 'summary', id, tokens, omission }))
