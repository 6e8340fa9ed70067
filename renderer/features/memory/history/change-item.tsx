import { RotateCcw } from 'lucide-react'
import type { PlainFields } from '@shared/memory/history/plain'
import { subjectOf } from '@shared/memory/history/record'
import type { Step } from '@shared/memory/history/state-at'
import type { EntryId, SectionId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import type { MemoryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import { AuthorMark } from '@renderer/parts/memory/author-mark'
import { InlineDiff } from '@renderer/parts/memory/inline-diff'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { IconButton } from '@renderer/ui/button'
import { useRestore } from './use-restore'

/** One change: who, what, when; the words before and after it; and the way back to before it. */
export function ChangeItem({ step }: { step: Step }) {
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
          <AuthorMark entry={{ author: record.author, editedBy: null }} />
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

/** What happened, as a person would call it. */
function verbOf({ record, before, after }: Step, text: MemoryText): string {
  const errand = errandOf(after)
  if (errand !== null) return `${text.change[record.kind]} · ${text.kind[errand]}`
  return isRetired(after) && !isRetired(before) ? text.change.retired : text.change[record.kind]
}

/** A proposal that asks for other lines to go. */
function errandOf(fields: PlainFields | null): 'expire' | 'remove' | null {
  const change = fields?.['change']
  return change === 'expire' || change === 'remove' ? change : null
}

/** Another line has taken its place. */
const isRetired = (fields: PlainFields | null): boolean => Object.keys(fields ?? {}).some((key) => key.startsWith('retired/'))

function wordsOf(fields: PlainFields | null, view: MemoryView): string {
  const value = fields?.['text'] ?? fields?.['title']
  const words = typeof value === 'string' ? statementOf(value) : ''
  return words || targetsOf(fields ?? {}, view).join(' · ')
}

/** A proposal to expire or remove lines has no words of its own. */
const targetsOf = (fields: PlainFields, view: MemoryView): readonly string[] =>
  Object.keys(fields).flatMap((key) => (key.startsWith('target/') ? [statementOf(view.entries.get(key.slice('target/'.length) as EntryId)?.text ?? '')] : []))
