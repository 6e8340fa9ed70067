import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { formatInstant } from '@renderer/parts/memory/memory-view'
import type { PastMemory } from '@renderer/state/memory-history'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { Switch } from '@renderer/ui/switch'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { EmptyState, Loading, Notice } from '@renderer/ui/feedback'
import { PastProfile } from './past-profile'
import { useChanges } from './use-changes'
import { useRestore } from './use-restore'

/** So many changes can be gone back to at first. */
const reach = 400

/** A slider over the changes, and memory as it was at each of them. */
export function TimeMachine() {
  const text = useMemoryText()
  const { changes, loadMore } = useChanges(null, reach)
  const instants = useMemo(() => (changes.kind === 'ready' ? instantsOf(changes.steps.map(({ record }) => record.at)) : []), [changes])
  if (changes.kind === 'loading') return <Loading text={text.historyLoading} />
  if (changes.kind === 'failed') return <Notice tone="error" className="mt-4">{text.historyFailed}</Notice>
  if (instants.length === 0) return <EmptyState title={text.historyEmptyTitle}>{text.historyEmptyHint}</EmptyState>
  return <Slider instants={instants} onMore={changes.hasMore ? loadMore : null} />
}

/** Oldest first; what was changed at once is one point. */
const instantsOf = (at: readonly number[]): readonly number[] => [...new Set(at)].sort((a, b) => a - b)

interface SliderProps {
  instants: readonly number[]
  /** null where the first change is among them. */
  onMore: (() => void) | null
}

function Slider({ instants, onMore }: SliderProps) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const id = useId()
  // Kept as an instant: new changes at the end do not move the point that is looked at.
  const [chosen, setChosen] = useState<number | null>(null)
  const [isComparing, setComparing] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const { restoreAll } = useRestore()
  const last = instants.length - 1
  const index = chosen === null ? last : Math.max(0, instants.findLastIndex((at) => at <= chosen))
  const at = instants[index] ?? 0
  const isNow = index === last
  const go = (to: number) => setChosen(to >= last ? null : (instants[Math.max(0, to)] ?? null))
  const name = isNow ? text.asNow : text.asOf(formatInstant(at, localisation))
  const past = usePast(at)

  return (
    <div className="pt-4">
      <div className="rounded-lg bg-sunken px-3 py-2">
        <label htmlFor={id} className="flex items-baseline justify-between gap-3 text-sm">
          <span className="font-medium">{name}</span>
          <span className="text-xs text-faint tabular-nums">{text.position(index + 1, instants.length)}</span>
        </label>
        <div className="mt-1 flex items-center gap-1">
          <IconButton size="small" label={text.timeEarlier} icon={<ChevronLeft size={16} aria-hidden />} disabled={index === 0} onClick={() => go(index - 1)} />
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            value={index}
            onChange={(event) => go(Number(event.target.value))}
            aria-label={text.timeSlider}
            aria-valuetext={name}
            className="mx-1 h-6 min-w-0 flex-1 focus-visible:outline-offset-0"
          />
          <IconButton size="small" label={text.timeLater} icon={<ChevronRight size={16} aria-hidden />} disabled={isNow} onClick={() => go(index + 1)} />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="w-fit max-w-full">
            <Switch label={text.showChanges} isOn={isComparing} onChange={setComparing} />
          </div>
          <span className="flex flex-wrap gap-2">
            {onMore && index === 0 && (
              <Button size="small" look="quiet" onClick={onMore}>
                {text.historyMore}
              </Button>
            )}
            <Button size="small" disabled={isNow} onClick={() => setAsking(true)}>
              {text.restoreAll}
            </Button>
          </span>
        </div>
      </div>
      {past === null ? <Loading text={text.historyLoading} /> : <PastProfile past={past} isComparing={isComparing} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void restoreAll(at)}
        title={text.restoreAllTitle}
        description={text.restoreAllText(formatInstant(at, localisation))}
        confirmLabel={text.restoreAll}
        cancelLabel={localisation.text.common.cancel}
      />
    </div>
  )
}

/** Moving the slider asks for many moments: only where it rests is read. */
const restMs = 60

function usePast(at: number): PastMemory | null {
  const { history } = useServices().memory
  const [past, setPast] = useState<PastMemory | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => void history.stateAt(at).then((state) => isCurrent && setPast(state)), restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [history, at])
  return past
}
