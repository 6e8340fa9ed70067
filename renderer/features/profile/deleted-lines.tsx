import { Undo2 } from 'lucide-react'
import type { Entry } from '@shared/memory/layout'
import { restoreEntry, type MemoryWriter } from '@shared/memory/operations'
import { statementOf } from '@shared/memory/profile-markdown'
import { useLocalisation } from '@renderer/i18n'
import { Button } from '@renderer/ui/button'
import { EmptyState } from '@renderer/ui/feedback'
import { announce } from '@renderer/ui/toasts'

interface DeletedLinesProps {
  writer: MemoryWriter
  entries: readonly Entry[]
}

/** Lines that were taken out, each with the way back. */
export function DeletedLines({ writer, entries }: DeletedLinesProps) {
  const { text, format } = useLocalisation()
  if (entries.length === 0) return <EmptyState title={text.profile.deletedEmptyTitle}>{text.profile.deletedEmptyHint}</EmptyState>
  const restore = (entry: Entry) => {
    restoreEntry(writer, entry.id)
    announce(text.profile.restored)
  }
  return (
    <section aria-label={text.profile.deleted(entries.length)} className="pt-4">
      <p className="mb-2 text-muted">{text.profile.deletedHint}</p>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="break-words select-text">{statementOf(entry.text)}</p>
              {entry.deletedAt !== null && <p className="text-xs text-faint">{format.date(entry.deletedAt)}</p>}
            </div>
            <Button
              size="small"
              icon={<Undo2 size={14} aria-hidden />}
              aria-label={text.profile.restoreLine(statementOf(entry.text))}
              onClick={() => restore(entry)}
            >
              {text.profile.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
