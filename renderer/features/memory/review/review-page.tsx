import { Inbox } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { runCardKey } from '@renderer/parts/memory/card-keys'
import { ConflictCard } from '@renderer/parts/memory/conflict-card'
import { useMemoryView, useToday } from '@renderer/parts/memory/memory-view'
import { ProposalCard } from '@renderer/parts/memory/proposal-card'
import { useMemoryActions } from '@renderer/parts/memory/use-memory-actions'
import { undoLastOfMemory } from '@renderer/state/memory-undo'
import { Button } from '@renderer/ui/button'
import { EmptyState } from '@renderer/ui/feedback'
import { announce } from '@renderer/ui/toasts'
import { AcceptAllDialog } from './accept-all-dialog'
import { KeyHints } from './key-hints'
import { DueCard, ExpiringCard } from './lasting-card'
import { everything, filterItems, reviewItems, type ReviewFilter, type ReviewItem } from '@renderer/parts/memory/review-items'
import { useCardList } from '@renderer/parts/memory/use-card-list'
import { ReviewFilters } from './review-filters'

/** As many as are drawn at first, a few screens of them: each decision draws them all anew, and what follows moves up by itself. */
const shownAtFirst = 20

/** Everything that waits for the person, one after the other. */
export function ReviewPage({ onImport }: { onImport: () => void }) {
  const text = useMemoryText()
  const view = useMemoryView()
  const today = useToday()
  const items = useMemo(() => reviewItems(view, today), [view, today])
  const [filter, setFilter] = useState<ReviewFilter>(everything)
  const filtered = useMemo(() => filterItems(items, filter), [items, filter])

  if (items.length === 0) return <Nothing onImport={onImport} />
  return (
    <div className="pt-3">
      <ReviewFilters items={items} filter={filter} onChange={setFilter} />
      {filtered.length === 0 ? (
        <EmptyState title={text.filteredEmptyTitle} action={<Button onClick={() => setFilter(everything)}>{text.clearFilter}</Button>} />
      ) : (
        <Cards items={filtered} />
      )}
    </div>
  )
}

function Cards({ items }: { items: readonly ReviewItem[] }) {
  const text = useMemoryText()
  const actions = useMemoryActions()
  const [shownCount, setShownCount] = useState(shownAtFirst)
  const [isAskingAll, setAskingAll] = useState(false)
  const region = useRef<HTMLElement>(null)
  const shown = items.slice(0, shownCount)
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  const list = useCardList(ids, () => region.current?.closest<HTMLElement>('main')?.focus())
  const proposals = shown.flatMap((item) => (item.kind === 'proposal' ? [item.proposal] : []))
  const askAll = () => setAskingAll(true)
  const undo = () => announce(undoLastOfMemory() ? text.done.undone : text.done.nothingToUndo)
  useFocusAtFirst(region)

  return (
    <section
      ref={region}
      aria-label={text.waiting(items.length)}
      onFocus={list.onFocus}
      onBlur={list.onBlur}
      onKeyDown={(event) =>
        runCardKey(event, {
          j: () => list.move(1),
          k: () => list.move(-1),
          arrowdown: () => list.move(1),
          arrowup: () => list.move(-1),
          u: undo,
          'Shift+A': proposals.length === 0 ? undefined : askAll,
        })
      }
    >
      <div className="-mx-3 flex flex-col gap-1">
        {shown.map((item, index) => (
          <Card key={item.id} item={item} actions={actions} place={list.placeOf(item.id, index)} />
        ))}
      </div>
      {items.length > shown.length && (
        <Button look="quiet" className="mt-2" onClick={() => setShownCount((count) => count + shownAtFirst)}>
          {text.showMore(items.length - shown.length)}
        </Button>
      )}
      <KeyHints proposals={proposals.length} onUndo={undo} onAcceptAll={askAll} />
      {isAskingAll && <AcceptAllDialog proposals={proposals} actions={actions} onClose={() => setAskingAll(false)} />}
    </section>
  )
}

interface CardProps {
  item: ReviewItem
  actions: ReturnType<typeof useMemoryActions>
  place: ReturnType<ReturnType<typeof useCardList>['placeOf']>
}

function Card({ item, actions, place }: CardProps) {
  switch (item.kind) {
    case 'proposal':
      return <ProposalCard proposal={item.proposal} actions={actions} place={place} />
    case 'conflict':
      return <ConflictCard conflict={item.conflict} actions={actions} place={place} />
    case 'expiring':
      return <ExpiringCard entry={item.entry} actions={actions} place={place} />
    case 'due':
      return <DueCard entry={item.entry} actions={actions} place={place} />
  }
}

function Nothing({ onImport }: { onImport: () => void }) {
  const text = useMemoryText()
  return (
    <EmptyState
      icon={<Inbox size={28} strokeWidth={1.4} aria-hidden />}
      title={text.reviewEmptyTitle}
      action={<Button onClick={onImport}>{text.import}</Button>}
    >
      {text.reviewEmptyHint}
    </EmptyState>
  )
}

/** Who comes here wants to go through the list: the keys work at once, unless the focus is in a place of its own. */
function useFocusAtFirst(region: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const active = document.activeElement
    const isElsewhere = Boolean(active?.closest('[role="tablist"], [role="dialog"], input, textarea, select'))
    if (!isElsewhere) region.current?.querySelector<HTMLElement>('article[tabindex="0"]')?.focus({ preventScroll: true })
  }, [region])
}
