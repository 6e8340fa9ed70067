import { FileInput } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { EntryId } from '@shared/ids'
import { entriesWith } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryView, useToday } from '@renderer/parts/memory/memory-view'
import { reviewItems } from '@renderer/parts/memory/review-items'
import { PaneHeader } from '@renderer/parts/pane-header'
import { useView, type MemoryPage } from '@renderer/state/view'
import { Button, IconButton } from '@renderer/ui/button'
import { Tabs } from '@renderer/ui/choices'
import { useIsNarrow } from '@renderer/ui/use-media-query'
import { AllPage } from './all/all-page'
import { HistoryPage } from './history/history-page'
import { ImportDialog } from './import/import-dialog'
import { ReviewPage } from './review/review-page'
import { RulesPage } from './rules/rules-page'

interface MemoryScreenProps {
  page: MemoryPage
  /** The line whose history is looked at; null: everything. */
  entry: EntryId | null
}

/** Memory as a person handles it: what waits, every line, what happened, and what the rules are. */
export function MemoryScreen({ page, entry }: MemoryScreenProps) {
  const text = useMemoryText()
  const open = useView((view) => view.open)
  const [isImporting, setImporting] = useState(false)
  const tabs = useTabs()
  const startImport = () => setImporting(true)

  return (
    <>
      <PaneHeader actions={<ImportButton onClick={startImport} />}>
        <h1 className="truncate text-base">{text.title}</h1>
      </PaneHeader>
      <Tabs<MemoryPage>
        label={text.pages}
        value={page}
        tabs={tabs}
        onChange={(next) => open({ kind: 'memory', page: next })}
        className="min-h-0 flex-1 [&>[role=tablist]]:px-4 sm:[&>[role=tablist]]:px-6 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:flex-col [&>[role=tabpanel]]:focus-visible:-outline-offset-2"
      >
        {page === 'review' && (
          <Scrolled>
            <ReviewPage onImport={startImport} />
          </Scrolled>
        )}
        {page === 'all' && <AllPage onImport={startImport} />}
        {page === 'history' && (
          <Scrolled>
            <HistoryPage key={entry} entry={entry} />
          </Scrolled>
        )}
        {page === 'rules' && (
          <Scrolled>
            <RulesPage />
          </Scrolled>
        )}
      </Tabs>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function Scrolled({ children }: { children: ReactNode }) {
  return (
    // Positioned, so that what is only read out belongs to the scrolled part and not to the window.
    <div className="relative min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pb-10 sm:px-6">{children}</div>
    </div>
  )
}

function useTabs() {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const view = useMemoryView()
  const today = useToday()
  const waiting = useMemo(() => reviewItems(view, today).length, [view, today])
  const active = useMemo(() => entriesWith(view, 'active').length, [view])
  return [
    { value: 'review', label: text.review(waiting) },
    { value: 'all', label: text.all(format.number(active)) },
    { value: 'history', label: text.history },
    { value: 'rules', label: text.rules },
  ] as const
}

function ImportButton({ onClick }: { onClick: () => void }) {
  const text = useMemoryText()
  const icon = <FileInput size={15} aria-hidden />
  return useIsNarrow() ? (
    <IconButton label={text.import} icon={icon} onClick={onClick} />
  ) : (
    <Button size="small" look="quiet" icon={icon} onClick={onClick}>
      {text.import}
    </Button>
  )
}
