import { wordsOf } from '@shared/context/recall/words'
import { sameStatement } from '@shared/memory/words'
import type { MemoryScript } from '../fixtures/memory-scripts/script'
import type { ScriptEnd } from '../helpers/editor-run'

/** How one script ended with a real model. */
export interface Score {
  readonly name: string
  readonly language: 'en' | 'zh'
  readonly found: readonly string[]
  readonly missing: readonly string[]
  /** Neither expected nor optional. */
  readonly extra: readonly string[]
  /** What only a careless model writes: a joke, a quote, a page. Active ones would be a fault of the machinery. */
  readonly mistakes: readonly string[]
  readonly activeMistakes: readonly string[]
  readonly refused: Readonly<Record<string, number>>
  readonly failure: string | null
}

/** The same thing in other words, as far as words tell: the judge of the evaluation, not of the app. */
export function saysTheSame(statement: string, other: string): boolean {
  if (sameStatement(statement, other)) return true
  const [mine, theirs] = [contentOf(statement), contentOf(other)]
  const shared = [...mine].filter((word) => theirs.has(word)).length
  return (2 * shared) / Math.max(1, mine.size + theirs.size) >= 0.6
}

/** Without the short words that any two English statements share. */
const contentOf = (statement: string): Set<string> => new Set(wordsOf(statement).filter((word) => !/^[a-z]{1,2}$/.test(word)))

export function scoreOf(script: MemoryScript, end: ScriptEnd | null, failure: string | null): Score {
  const { mistakes = [], optional = [], proposed = [] } = script
  const known = (script.before ?? []).map(({ text }) => text)
  const expected = [...script.active, ...proposed].filter((statement) => !mistakes.includes(statement))
  const got = [...(end?.active ?? []), ...(end?.proposed ?? [])]
  const isIn = (statements: readonly string[]) => (statement: string) => statements.some((other) => saysTheSame(other, statement))
  return {
    name: script.name,
    language: script.language,
    found: expected.filter(isIn(got)),
    missing: expected.filter((statement) => !isIn(got)(statement)),
    extra: got.filter((statement) => !isIn([...expected, ...optional, ...mistakes, ...known])(statement)),
    mistakes: got.filter(isIn(mistakes)),
    activeMistakes: (end?.active ?? []).filter(isIn(mistakes)),
    refused: sum((end?.reports ?? []).map(({ refused }) => refused)),
    failure,
  }
}

function sum(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const one of counts) for (const [key, count] of Object.entries(one)) total[key] = (total[key] ?? 0) + count
  return total
}
