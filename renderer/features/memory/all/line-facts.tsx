import { Pin } from 'lucide-react'
import { clsx } from 'clsx'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView, MemoryView } from '@shared/memory/view'
import { useLocalisation, type Localisation } from '@renderer/i18n'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import { AuthorMark } from '@renderer/parts/memory/author-mark'
import { formatDay, useMemoryView } from '@renderer/parts/memory/memory-view'
import { useServices, type SessionSummary } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

/** Below a line: who wrote it, since when, how often it was used, until when it holds, where it applies. */
export function LineFacts({ entry }: { entry: EntryView }) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const view = useMemoryView()
  const { memory, sessions } = useServices()
  const used = useObservable(memory.uses).get(entry.id)?.count ?? 0
  const list = useObservable(sessions.list)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint tabular-nums">
      <AuthorMark entry={entry} />
      {entry.isPinned && (
        <span className="inline-flex items-center gap-1">
          <Pin size={11} aria-hidden />
          {text.facts.pinned}
        </span>
      )}
      {entry.isUntrusted && <span className="text-warn">{text.untrustedShort}</span>}
      {datesOf(entry, view, text, localisation).map(({ words, isWarning }) => (
        <span key={words} className={clsx('break-words', isWarning && 'text-warn')}>
          {words}
        </span>
      ))}
      {entry.status === 'active' && <span>{used === 0 ? text.facts.unused : text.facts.used(used)}</span>}
      {scopeOf(entry, list, text, localisation)}
    </p>
  )
}

interface DateFact {
  readonly words: string
  readonly isWarning?: boolean
}

function datesOf(entry: EntryView, view: MemoryView, text: MemoryText, localisation: Localisation): readonly DateFact[] {
  const { format } = localisation
  const said = entry.createdAt === null ? [] : [{ words: text.facts.said(format.date(entry.createdAt)) }]
  const confirmed = entry.confirmedAt === null ? [] : [{ words: text.facts.confirmed(format.date(entry.confirmedAt)) }]
  const validFrom = entry.validFrom === null ? [] : [{ words: text.facts.validFrom(formatDay(entry.validFrom, localisation)) }]
  const validTo = entry.validTo === null ? [] : [{ words: text.facts.validTo(formatDay(entry.validTo, localisation)) }]
  return [...said, ...confirmed, ...validFrom, ...validTo, ...endOf(entry, view, text, localisation)]
}

/** What its status says, or when it will end. */
function endOf(entry: EntryView, view: MemoryView, text: MemoryText, localisation: Localisation): readonly DateFact[] {
  const { format } = localisation
  const at = (instant: number | null, words: (date: string) => string) => (instant === null ? [] : [{ words: words(format.date(instant)) }])
  switch (entry.status) {
    case 'expired':
      return entry.effectiveExpiry === null ? [] : [{ words: text.facts.expiredOn(formatDay(entry.effectiveExpiry, localisation)), isWarning: true }]
    case 'superseded': {
      const successor = entry.supersededBy === null ? undefined : view.entries.get(entry.supersededBy)
      return successor === undefined ? [] : [{ words: text.facts.replacedBy(statementOf(successor.text)) }]
    }
    case 'deleted':
      return at(entry.deletedAt, text.facts.deletedOn)
    case 'rejected':
      return at(entry.rejectedAt, text.facts.rejectedOn)
    case 'archived':
      return at(entry.archivedAt, text.facts.archivedOn)
    default:
      return entry.effectiveExpiry === null ? [] : [{ words: text.facts.expires(formatDay(entry.effectiveExpiry, localisation)) }]
  }
}

function scopeOf({ scope }: EntryView, sessions: readonly SessionSummary[], text: MemoryText, { text: common }: Localisation) {
  if (scope.kind === 'everywhere') return null
  if (scope.kind === 'assistant') return <span>{text.facts.onlyAssistant}</span>
  const title = sessions.find(({ id }) => id === scope.id)?.title || common.sessions.untitled
  return <span>{text.facts.onlyIn(title)}</span>
}
