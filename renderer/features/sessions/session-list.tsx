import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent } from 'react'
import type { SessionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { groupSessions, type RailRow } from './group-sessions'
import { useRailState } from './rail-state'
import { createSessionActions } from './session-actions'
import { focusSessionLink, SessionRow } from './session-row'

/** Before a row is measured; text size and touch make rows taller. */
const rowPx = 32

interface SessionListProps {
  current: SessionId | null
}

/** Every session, however many: only the rows in sight are in the page. */
export function SessionList({ current }: SessionListProps) {
  const services = useServices()
  const localisation = useLocalisation()
  const { text } = localisation
  const sessions = useObservable(services.sessions.list)
  const live = useObservable(services.turns.live)
  const { renaming, setRenaming } = useRailState()
  const scroller = useRef<HTMLDivElement>(null)

  const rows = useMemo(() => groupSessions(sessions, services.clock.now()), [services, sessions])
  const actions = useMemo(() => createSessionActions(services, localisation), [services, localisation])
  const total = rows.filter((row) => row.kind === 'session').length

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => keyOf(rows[index]) ?? index,
    overscan: 8,
  })

  const currentIndex = rows.findIndex((row) => row.kind === 'session' && row.session.id === current)
  const firstSession = rows.findIndex((row) => row.kind === 'session')
  const tabStop = currentIndex === -1 ? firstSession : currentIndex
  const revealCurrent = useEffectEvent(() => {
    if (currentIndex !== -1) virtualizer.scrollToIndex(currentIndex, { align: 'auto' })
  })
  // When another session is opened, not whenever the list is sorted anew.
  useEffect(() => revealCurrent(), [current])

  const trash = async (index: number) => {
    const row = rows[index]
    if (row?.kind !== 'session') return
    const neighbour = [...rows.slice(index + 1), ...rows.slice(0, index).reverse()].find(({ kind }) => kind === 'session')
    const hadFocus = scroller.current?.contains(document.activeElement) ?? false
    await actions.trash(row.session)
    if (hadFocus && neighbour?.kind === 'session') focusSessionLink(neighbour.session.id)
  }

  const moveFocus = (event: KeyboardEvent) => {
    const from = Number((event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN)
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined || Number.isNaN(to) || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    const step = event.key === 'ArrowUp' || event.key === 'End' ? -1 : 1
    const index = rows[to]?.kind === 'heading' ? to + step : to
    if (rows[index]?.kind !== 'session') return
    virtualizer.scrollToIndex(index, { align: 'auto' })
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-session-link]`)?.focus())
  }

  if (total === 0) {
    return (
      <div className="flex-1 px-5 py-8 text-center">
        <p className="font-medium">{text.sessions.emptyTitle}</p>
        <p className="mt-1 text-sm text-faint">{text.sessions.emptyHint}</p>
      </div>
    )
  }
  return (
    <div ref={scroller} onKeyDown={moveFocus} className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      <div role="list" aria-label={text.sessions.list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          const place = { ref: virtualizer.measureElement, 'data-index': item.index, style: { transform: `translateY(${item.start}px)` } }
          if (row.kind === 'heading') {
            return (
              <div key={item.key} {...place} role="presentation" className="absolute inset-x-0 top-0 flex h-8 items-end px-2.5 pb-1 text-xs font-medium text-faint">
                {text.sessions[row.group]}
              </div>
            )
          }
          return (
            <div
              key={item.key}
              {...place}
              role="listitem"
              aria-setsize={total}
              aria-posinset={row.position}
              className="absolute inset-x-0 top-0 h-8 py-px pointer-coarse:h-[2.875rem]"
            >
              <SessionRow
                session={row.session}
                isCurrent={row.session.id === current}
                isAnswering={live.has(row.session.id)}
                isRenaming={renaming === row.session.id}
                isTabStop={item.index === tabStop}
                onRename={(isRenaming) => setRenaming(isRenaming ? row.session.id : null)}
                onTrash={() => void trash(item.index)}
                actions={actions}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function keyOf(row: RailRow | undefined): string | undefined {
  return row?.kind === 'heading' ? row.group : row?.session.id
}
