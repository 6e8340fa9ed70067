import { RotateCcw } from 'lucide-react'
import type { PlainFields } from '@shared/memory/history/plain'
import { subjectOf } from '@shared/memory/history/record'
import type { EntryId, SectionId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import type { MemoryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { AuthorMark } from '@renderer/parts/memory/author-mark'
import { InlineDiff } from '@renderer/parts/memory/inline-diff'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { IconButton } from '@renderer/ui/button'
import { doerOf, errandOf, verbOf, type ToldStep } from './describe-change'
import { useRestore } from './use-restore'

/** One change: who, what, when; the words before and after it; and the way back to before it. */
export function ChangeItem({ step }: { step: ToldStep }) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const sectionTitle = useSectionTitle()
  const { restoreBefore } = useRestore()
  const { record, before, after } = step
  const { kind, id } = subjectOf(record)
  const section = kind === 'section' ? id : String((after ?? before)?.['sectionId'] ?? '')
  const view = useMemoryView()
  const [was, is] = [wordsOf(before, view), wordsOf(after, view)]
  const isRewritten = was !== is && errandOf(after) === null
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="mb-0.5 flex flex-wrap items-center gap-x-3 text-xs text-faint tabular-nums">
          <span>{format.time(record.at)}</span>
          <AuthorMark entry={{ author: doerOf(step), editedBy: null }} />
          <span className="font-medium text-muted">{verbOf(step, text)}</span>
          <span className="truncate">{sectionTitle(section as SectionId)}</span>
        </p>
        {isRewritten ? <InlineDiff before={was} after={is} /> : <p className="text-read break-words select-text">{is}</p>}
      </div>
      {kind === 'entry' && before !== null && (
        <IconButton size="small" label={text.restoreLineLabel(was)} icon={<RotateCcw size={14} aria-hidden />} onClick={() => void restoreBefore(record)} />
      )}
    </li>
  )
}

function wordsOf(fields: PlainFields | null, view: MemoryView): string {
  const value = fields?.['text'] ?? fields?.['title']
  const words = typeof value === 'string' ? statementOf(value) : ''
  return words || targetsOf(fields ?? {}, view).join(' · ')
}

/** A proposal to expire or remove lines has no words of its own. */
const targetsOf = (fields: PlainFields, view: MemoryView): readonly string[] =>
  Object.keys(fields).flatMap((key) => (key.startsWith('target/') ? [statementOf(view.entries.get(key.slice('target/'.length) as EntryId)?.text ?? '')] : []))
