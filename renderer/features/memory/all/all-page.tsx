import { NotebookText } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { EntryId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { UntilDialog } from '@renderer/parts/memory/until-dialog'
import { useMemoryActions } from '@renderer/parts/memory/use-memory-actions'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { EmptyState } from '@renderer/ui/feedback'
import { activeLines, findLines, linesOf, type LineFilter } from './find-lines'
import { ForgetDialog } from './forget-dialog'
import { LineFilters } from './line-filters'
import { LineItem } from './line-item'
import { LineList } from './line-list'
import type { LineDialog } from './line-menu'
import { SelectionBar } from './selection-bar'
import { SourceDialog } from './source-dialog'

/** Every line of memory, as items. */
export function AllPage({ onImport }: { onImport: () => void }) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const view = useMemoryView()
  const actions = useMemoryActions()
  const [filter, setFilter] = useState<LineFilter>(activeLines)
  const [picked, setPicked] = useState<ReadonlySet<EntryId>>(nobody)
  const [editing, setEditing] = useState<EntryId | null>(null)
  const [asked, setAsked] = useState<{ readonly id: EntryId; readonly dialog: LineDialog } | null>(null)
  const words = useDeferredValue(filter.text)
  const rows = useMemo(() => findLines(view, { ...filter, text: words }), [view, filter, words])
  const lines = useMemo(() => linesOf(rows), [rows])
  const selected = useMemo(() => lines.filter(({ id }) => picked.has(id)).map(({ id }) => id), [lines, picked])
  const askedEntry = asked === null ? undefined : view.entries.get(asked.id)
  const clear = () => setPicked(nobody)
  const change = (next: LineFilter) => {
    if (next.status !== filter.status) clear()
    setFilter(next)
  }
  const select = useCallback((id: EntryId, isSelected: boolean) => setPicked((before) => withOrWithout(before, id, isSelected)), [])
  const ask = useCallback((id: EntryId, dialog: LineDialog) => setAsked({ id, dialog }), [])
  const closeDialog = () => setAsked(null)

  return (
    <>
      {/* As much room for a scroll bar as the list below has, so that both begin at the same edge. */}
      <div className="overflow-hidden [scrollbar-gutter:stable]">
        <div className="mx-auto w-full max-w-4xl px-4 pt-3 pb-2 sm:px-6">
          <LineFilters view={view} filter={filter} onChange={change} />
          {lines.length > 0 && (
            <div className="mt-2 flex items-center gap-1 text-sm text-faint">
              <label className="flex items-center gap-2 touch-target">
                <span className="flex size-8 items-center justify-center">
                  <input
                    type="checkbox"
                    className="size-4"
                    checked={selected.length === lines.length}
                    onChange={(event) => setPicked(event.target.checked ? new Set(lines.map(({ id }) => id)) : nobody)}
                  />
                </span>
                {text.selectAll}
              </label>
              <span role="status" className="ml-auto tabular-nums">
                {text.count(format.number(lines.length), lines.length)}
              </span>
            </div>
          )}
        </div>
      </div>
      {lines.length === 0 ? (
        <NoLines isFiltered={filter.text !== '' || filter.section !== null || filter.author !== null || filter.status !== 'active'} onClear={() => setFilter(activeLines)} onImport={onImport} />
      ) : (
        <LineList
          rows={rows}
          count={lines.length}
          renderLine={(entry) => (
            <LineItem
              entry={entry}
              actions={actions}
              isSelected={picked.has(entry.id)}
              isEditing={editing === entry.id}
              onSelect={select}
              onEdit={setEditing}
              onAsk={ask}
            />
          )}
        />
      )}
      {selected.length > 0 && <SelectionBar selected={selected} status={filter.status} actions={actions} onClear={clear} />}
      {askedEntry !== undefined && asked?.dialog === 'source' && <SourceDialog entry={askedEntry} onClose={closeDialog} />}
      {askedEntry !== undefined && asked?.dialog === 'until' && (
        <UntilDialog entry={askedEntry} onClose={closeDialog} onConfirm={(until) => actions.extend(askedEntry.id, until)} />
      )}
      {askedEntry !== undefined && asked?.dialog === 'forget' && <ForgetDialog entry={askedEntry} onClose={closeDialog} />}
    </>
  )
}

const nobody: ReadonlySet<EntryId> = new Set()

function withOrWithout(ids: ReadonlySet<EntryId>, id: EntryId, isIn: boolean): ReadonlySet<EntryId> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

function NoLines({ isFiltered, onClear, onImport }: { isFiltered: boolean; onClear: () => void; onImport: () => void }) {
  const text = useMemoryText()
  const open = useView((view) => view.open)
  if (isFiltered) return <EmptyState title={text.filteredEmptyTitle} action={<Button onClick={onClear}>{text.clearFilter}</Button>} />
  return (
    <EmptyState
      icon={<NotebookText size={28} strokeWidth={1.4} aria-hidden />}
      title={text.allEmptyTitle}
      action={
        <>
          <Button look="primary" onClick={() => open({ kind: 'profile' })}>
            {text.openProfile}
          </Button>
          <Button onClick={onImport}>{text.import}</Button>
        </>
      }
    >
      {text.allEmptyHint}
    </EmptyState>
  )
}
