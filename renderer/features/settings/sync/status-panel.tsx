import { Pause, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { hostOf } from '@renderer/parts/provider-presets'
import { statusView, toneText, type StatusTone } from '@renderer/parts/sync/status-view'
import { useServices, type SyncRefusal, type VaultView } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { ProgressBar } from '@renderer/ui/feedback'

const ground: Record<StatusTone, string> = { quiet: 'bg-sunken', good: 'bg-accent-soft', warn: 'bg-warn-soft', bad: 'bg-danger-soft' }

interface StatusPanelProps {
  vault: VaultView
  onRejoin: () => void
}

/** The state in words, icon and colour, with the one thing to do about it. */
export function StatusPanel({ vault, onRejoin }: StatusPanelProps) {
  const { sync } = useServices()
  const localisation = useLocalisation()
  const text = useSyncText()
  const status = useObservable(sync.status)
  const { icon: Icon, tone, title, detail } = statusView(status, text, localisation)
  const progress = status.kind === 'syncing' ? status.progress : null

  return (
    <div className={`rounded-lg border border-transparent px-4 py-3.5 forced-colors:border-[CanvasText] ${ground[tone]}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <Icon size={22} strokeWidth={1.7} aria-hidden className={`shrink-0 ${toneText[tone]} ${status.kind === 'syncing' ? 'animate-turn' : ''}`} />
        <div className="min-w-40 flex-1">
          <p className="text-lg font-medium tabular-nums">{title}</p>
          <p className="text-sm break-all text-muted">{hostOf(vault.serverUrl)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {status.kind === 'refused' ? <RefusalButton reason={status.reason} onRejoin={onRejoin} /> : <OrdinaryButtons isPaused={status.kind === 'paused'} />}
        </div>
      </div>
      {progress !== null && (
        <div className="mt-3">
          <ProgressBar label={text.progressBar} value={progress.total === 0 ? null : progress.done / progress.total} />
        </div>
      )}
      {detail !== null && <p className="mt-2 text-sm text-pretty tabular-nums">{detail}</p>}
    </div>
  )
}

function OrdinaryButtons({ isPaused }: { isPaused: boolean }) {
  const { sync } = useServices()
  const text = useSyncText()
  const [isBusy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    await (isPaused ? sync.resume() : sync.pause())
    setBusy(false)
  }
  return (
    <>
      {!isPaused && (
        <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={() => sync.syncNow()}>
          {text.syncNow}
        </Button>
      )}
      <Button size="small" isBusy={isBusy} icon={isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />} onClick={() => void change()}>
        {isPaused ? text.resume : text.pause}
      </Button>
    </>
  )
}

function RefusalButton({ reason, onRejoin }: { reason: SyncRefusal; onRejoin: () => void }) {
  const { sync } = useServices()
  const text = useSyncText()
  const open = useView((view) => view.open)
  const ways: Record<SyncRefusal, () => void> = {
    'token-rejected': onRejoin,
    removed: () => void sync.leave({ deleteOnServer: false }),
    'quota-full': () => sync.syncNow(),
    'protocol-newer': () => sync.syncNow(),
    'not-understood': () => sync.syncNow(),
    flooded: () => sync.syncNow(),
    'storage-failed': () => open({ kind: 'settings', page: 'storage' }),
  }
  return (
    <>
      {/* A server that was brought back from a backup knows this device again. */}
      {reason === 'token-rejected' && (
        <Button size="small" icon={<RefreshCw size={14} aria-hidden />} onClick={() => sync.syncNow()}>
          {text.syncNow}
        </Button>
      )}
      <Button size="small" onClick={ways[reason]}>
        {text.refusals[reason].action}
      </Button>
    </>
  )
}
