import { FlaskConical, HardDrive, Laptop, TriangleAlert, WifiOff } from 'lucide-react'
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { useLocalisation } from '@renderer/i18n'
import type { MonthCost } from '@renderer/state/month-cost'
import { useServices, type StorageHealth } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Tooltip } from '@renderer/ui/tooltip'

const SyncItem = lazy(() => import('@renderer/parts/sync/status-item'))

interface StatusBarProps {
  isDemo: boolean
  /** null while it is not known. */
  monthCost: MonthCost | null
}

export function StatusBar({ isDemo, monthCost }: StatusBarProps) {
  const { text, format } = useLocalisation()
  const { storageHealth, sync } = useServices()
  const health = useObservable(storageHealth)
  const syncKind = useObservable(sync.status).kind
  const isOnline = useIsOnline()
  return (
    <footer
      id="region-status"
      tabIndex={-1}
      aria-label={text.frame.statusBar}
      className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-4 border-t border-line bg-sunken px-3 pb-[env(safe-area-inset-bottom)] text-xs text-muted tabular-nums"
    >
      {syncKind !== 'off' && (
        <Suspense>
          <SyncItem />
        </Suspense>
      )}
      <div role="status" className="contents">
        {syncKind !== 'off' && (isOnline || syncKind === 'offline') ? null : isOnline ? (
          <Item icon={<Laptop size={13} aria-hidden />} label={text.frame.localOnly} hint={text.frame.localOnlyHint} />
        ) : (
          <Item icon={<WifiOff size={13} aria-hidden />} label={text.frame.offline} hint={text.frame.offlineHint} tone="text-warn" />
        )}
        <StorageState health={health} />
      </div>
      {isDemo && <Item icon={<FlaskConical size={13} aria-hidden />} label={text.frame.demoBadge} tone="text-warn" />}
      <span className="flex-1" />
      {monthCost !== null && <span>{text.frame.monthCost((monthCost.hasEstimates ? '~' : '') + format.money(monthCost.microUsd))}</span>}
    </footer>
  )
}

function StorageState({ health }: { health: StorageHealth }) {
  const { text, format } = useLocalisation()
  const open = useView((view) => view.open)
  if (health.kind === 'fine') return null
  const label =
    health.kind === 'low'
      ? text.frame.storageLow(format.bytes(health.freeBytes))
      : health.kind === 'full'
        ? text.frame.storageFull
        : text.frame.storageFailed
  return (
    <button
      type="button"
      onClick={() => open({ kind: 'settings', page: 'storage' })}
      className={`flex items-center gap-1.5 rounded-sm ${health.kind === 'low' ? 'text-warn' : 'text-danger'}`}
    >
      {health.kind === 'low' ? <HardDrive size={13} aria-hidden /> : <TriangleAlert size={13} aria-hidden />}
      {label}
    </button>
  )
}

function Item({ icon, label, hint, tone = '' }: { icon: ReactNode; label: string; hint?: string; tone?: string }) {
  const item = (
    <span className={`flex items-center gap-1.5 ${tone}`}>
      {icon}
      {label}
    </span>
  )
  return hint === undefined ? item : <Tooltip text={hint} side="top">{item}</Tooltip>
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('online', changed)
      window.addEventListener('offline', changed)
      return () => {
        window.removeEventListener('online', changed)
        window.removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
  )
}
