import { History } from 'lucide-react'
import type { EntryId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { Button } from '@renderer/ui/button'
import { EmptyState, Loading, Notice } from '@renderer/ui/feedback'
import { ChangeItem } from './change-item'
import { toldSteps, type ToldStep } from './describe-change'
import { useChanges } from './use-changes'

const pageSize = 50

/** Changes by day, the newest first. */
export function ChangeList({ entry }: { entry: EntryId | null }) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const { changes, loadMore } = useChanges(entry, pageSize)
  if (changes.kind === 'loading') return <Loading text={text.historyLoading} />
  if (changes.kind === 'failed') return <Notice tone="error" className="mt-4">{text.historyFailed}</Notice>
  if (changes.steps.length === 0) {
    return (
      <EmptyState icon={<History size={28} strokeWidth={1.4} aria-hidden />} title={text.historyEmptyTitle}>
        {text.historyEmptyHint}
      </EmptyState>
    )
  }
  return (
    <>
      {byDay(toldSteps(changes.steps), format.date).map(([day, steps]) => (
        <section key={day} aria-label={day}>
          <h2 className="pt-5 pb-1 text-sm text-muted">{day}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {steps.map((step) => (
              <ChangeItem key={step.record.id} step={step} />
            ))}
          </ul>
        </section>
      ))}
      {changes.hasMore && (
        <Button look="quiet" className="mt-3" onClick={loadMore}>
          {text.historyMore}
        </Button>
      )}
    </>
  )
}

function byDay(steps: readonly ToldStep[], dayOf: (at: number) => string): readonly (readonly [string, readonly ToldStep[]])[] {
  const days = new Map<string, ToldStep[]>()
  for (const step of steps) {
    const day = dayOf(step.record.at)
    const known = days.get(day)
    if (known === undefined) days.set(day, [step])
    else known.push(step)
  }
  return [...days]
}
