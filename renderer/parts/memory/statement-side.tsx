import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { saidAt } from '@shared/memory/conflicts'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Badge } from '@renderer/ui/feedback'
import { AuthorMark } from './author-mark'
import { formatInstant } from './memory-view'
import { SourceLine } from './source-line'

interface StatementSideProps {
  entry: EntryView
  /** Why it is used for now; null for the others. */
  policy: string | null
  /** What can be done about it. */
  action?: ReactNode
}

/** One side of a contradiction: the statement, and when, where and by whom it was said. */
export function StatementSide({ entry, policy, action }: StatementSideProps) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const statement = statementOf(entry.text)
  const source = entry.provenance[0]
  return (
    <li className={clsx('flex flex-wrap items-start gap-x-3 gap-y-1.5 border-l-2 pl-3', policy === null ? 'border-line' : 'border-accent')}>
      <div className="min-w-48 flex-1">
        <p className="text-read break-words select-text">{statement}</p>
        {source !== undefined && <SourceLine source={source} hasQuote={source.quote.trim() !== statement} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-0.5 text-xs text-faint">
          <AuthorMark entry={entry} />
          {source === undefined && saidAt(entry) > 0 && <span>{text.conflict.saidAt(formatInstant(saidAt(entry), localisation))}</span>}
          {policy !== null && <Badge tone="ok">{policy}</Badge>}
        </p>
      </div>
      {action}
    </li>
  )
}
