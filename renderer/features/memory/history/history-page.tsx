import { useState } from 'react'
import type { EntryId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { SegmentedControl } from '@renderer/ui/choices'
import { ChangeList } from './change-list'
import { TimeMachine } from './time-machine'

type HistoryView = 'changes' | 'then'

/** What happened to memory, or to one line of it; and memory as it was at any point. */
export function HistoryPage({ entry }: { entry: EntryId | null }) {
  const text = useMemoryText()
  const [shown, setShown] = useState<HistoryView>('changes')
  if (entry !== null) return <LineHistory entry={entry} />
  return (
    <div className="pt-4">
      <SegmentedControl<HistoryView>
        label={text.history}
        isLabelHidden
        value={shown}
        onChange={setShown}
        options={[
          { value: 'changes', label: text.historyChanges },
          { value: 'then', label: text.historyThen },
        ]}
      />
      {shown === 'changes' ? <ChangeList entry={null} /> : <TimeMachine />}
    </div>
  )
}

function LineHistory({ entry }: { entry: EntryId }) {
  const text = useMemoryText()
  const statement = statementOf(useMemoryView().entries.get(entry)?.text ?? '')
  const open = useView((view) => view.open)
  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-48 flex-1 text-base break-words">{text.historyOfLine(statement)}</h2>
        <Button size="small" onClick={() => open({ kind: 'memory', page: 'history' })}>
          {text.historyAll}
        </Button>
      </div>
      <ChangeList entry={entry} />
    </div>
  )
}
