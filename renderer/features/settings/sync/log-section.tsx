import { useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices, type SyncLogRow } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { SegmentedControl } from '@renderer/ui/choices'
import { Section } from '../section'
import { filterLog, logFilters, logLine, logTime, logTones, type LogFilter } from './log-lines'

const shownAtFirst = 12
const shownMore = 50

/** What sync did, newest first. */
export function LogSection() {
  const { sync } = useServices()
  const text = useSyncText()
  const rows = useObservable(sync.log)
  const [filter, setFilter] = useState<LogFilter>('all')
  const [count, setCount] = useState(shownAtFirst)
  const matching = filterLog(rows, filter)
  const rest = matching.length - count

  return (
    <Section
      title={text.logTitle}
      hint={text.logHint}
      action={
        <SegmentedControl
          label={text.logFilter}
          isLabelHidden
          value={filter}
          onChange={(next) => {
            setFilter(next)
            setCount(shownAtFirst)
          }}
          options={logFilters.map((value) => ({ value, label: text.logFilters[value] }))}
        />
      }
    >
      {matching.length === 0 ? (
        <p className="border-t border-line py-3 text-muted">{text.logEmpty[filter]}</p>
      ) : (
        <ol aria-label={text.logList} className="border-t border-line">
          {matching.slice(0, count).map((row) => (
            <LogRow key={row.id} row={row} />
          ))}
        </ol>
      )}
      {rest > 0 && (
        <Button size="small" look="quiet" className="mt-2 -ml-2" onClick={() => setCount(count + shownMore)}>
          {text.logMore(Math.min(rest, shownMore))}
        </Button>
      )}
    </Section>
  )
}

function LogRow({ row }: { row: SyncLogRow }) {
  const { clock } = useServices()
  const localisation = useLocalisation()
  const text = useSyncText()
  const open = useView((view) => view.open)
  const { icon: Icon, className } = logTones[row.kind]
  return (
    <li className="flex items-start gap-x-3 border-b border-line py-1.5">
      <time dateTime={new Date(row.at).toISOString()} className="w-18 shrink-0 pt-px text-sm whitespace-nowrap text-faint tabular-nums">
        {logTime(row.at, clock.now(), localisation)}
      </time>
      <Icon size={14} aria-hidden className={`mt-1 shrink-0 ${className}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-40 flex-1 break-words">{logLine(row, text)}</span>
        {row.kind === 'conflict' && row.room === 'memory' && (
          <Button size="small" onClick={() => open({ kind: 'memory', page: 'review' })}>
            {text.logReview}
          </Button>
        )}
      </div>
    </li>
  )
}
