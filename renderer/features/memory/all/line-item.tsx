import { Pencil } from 'lucide-react'
import { clsx } from 'clsx'
import { memo } from 'react'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryId } from '@shared/ids'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { LineEditor } from '@renderer/parts/memory/line-editor'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { readable } from '@renderer/parts/memory/statement'
import { IconButton } from '@renderer/ui/button'
import { LineFacts } from './line-facts'
import { LineMenu, type LineDialog } from './line-menu'

interface LineItemProps {
  entry: EntryView
  actions: MemoryActions
  isSelected: boolean
  isEditing: boolean
  onSelect: (id: EntryId, isSelected: boolean) => void
  onEdit: (id: EntryId | null) => void
  onAsk: (id: EntryId, dialog: LineDialog) => void
}

/** One line of memory with everything known of it. */
export const LineItem = memo(function LineItem({ entry, actions, isSelected, isEditing, onSelect, onEdit, onAsk }: LineItemProps) {
  const text = useMemoryText()
  const { text: common } = useLocalisation()
  const statement = statementOf(entry.text)
  const save = (wording: string) => {
    onEdit(null)
    // The bullet is the document's own; only the words are edited here.
    actions.edit(entry.id, entry.text.replace(statement, () => wording))
  }
  return (
    <div className={clsx('flex items-start gap-1 border-b border-line py-2 pr-1', isSelected && 'bg-selected')}>
      <label className="flex size-8 shrink-0 items-center justify-center touch-target">
        <input
          type="checkbox"
          className="size-4"
          checked={isSelected}
          onChange={(event) => onSelect(entry.id, event.target.checked)}
          aria-label={text.selectLine(statement)}
        />
      </label>
      <div className="min-w-0 flex-1 pt-1">
        {isEditing ? (
          <LineEditor initial={statement} saveLabel={common.common.save} onSave={save} onCancel={() => onEdit(null)} />
        ) : (
          <p className={clsx('break-words select-text', entry.status !== 'active' && 'text-muted')}>{readable(entry.text)}</p>
        )}
        <LineFacts entry={entry} />
      </div>
      {entry.status === 'active' && !isEditing && (
        <IconButton size="small" label={text.editLabel(statement)} icon={<Pencil size={14} aria-hidden />} onClick={() => onEdit(entry.id)} />
      )}
      <LineMenu entry={entry} actions={actions} onAsk={(dialog) => onAsk(entry.id, dialog)} />
    </div>
  )
})
