import { Archive, ArchiveRestore, Check, Trash2, X } from 'lucide-react'
import type { EntryId } from '@shared/ids'
import type { EntryStatus } from '@shared/memory/layout'
import { useMemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { Button, IconButton } from '@renderer/ui/button'

interface SelectionBarProps {
  selected: readonly EntryId[]
  status: EntryStatus
  actions: MemoryActions
  onClear: () => void
}

/** What can be done to all chosen lines at once. */
export function SelectionBar({ selected, status, actions, onClear }: SelectionBarProps) {
  const text = useMemoryText()
  const then = (act: (ids: readonly EntryId[]) => void) => () => {
    act(selected)
    onClear()
  }
  return (
    <div role="toolbar" aria-label={text.selected(selected.length)} className="flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-2 sm:px-6">
      <span className="mr-auto text-sm tabular-nums">{text.selected(selected.length)}</span>
      {status === 'proposed' && (
        <Button size="small" look="primary" icon={<Check size={14} aria-hidden />} onClick={then(actions.acceptAll)}>
          {text.accept}
        </Button>
      )}
      {status !== 'active' && status !== 'proposed' && (
        <Button size="small" icon={<ArchiveRestore size={14} aria-hidden />} onClick={then(actions.bringBack)}>
          {text.menu.restore}
        </Button>
      )}
      {(status === 'active' || status === 'expired') && (
        <Button size="small" icon={<Archive size={14} aria-hidden />} onClick={then(actions.letGo)}>
          {text.menu.archive}
        </Button>
      )}
      {status !== 'deleted' && (
        <Button size="small" icon={<Trash2 size={14} aria-hidden />} onClick={then(actions.remove)}>
          {text.menu.delete}
        </Button>
      )}
      <IconButton size="small" label={text.clearSelection} icon={<X size={15} aria-hidden />} onClick={onClear} tooltipSide="top" />
    </div>
  )
}
