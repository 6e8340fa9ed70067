import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { ProgressBar } from '@renderer/ui/feedback'
import { statusView, toneText } from './status-view'

/** After a device has joined: how much has come, and a way to begin that does not wait for it. */
export function FirstSync({ onStart }: { onStart: () => void }) {
  const { sync } = useServices()
  const localisation = useLocalisation()
  const text = useSyncText()
  const status = useObservable(sync.status)
  const { icon: Icon, tone, title, detail } = statusView(status, text, localisation)
  const progress = status.kind === 'syncing' ? status.progress : null
  return (
    <div className="flex max-w-md flex-col gap-5">
      <p className="text-pretty text-muted">{text.joinDoneHint}</p>
      <div className="flex flex-col gap-2 rounded-lg bg-sunken px-4 py-3">
        <p className={`flex items-center gap-2 ${toneText[tone]}`}>
          <Icon size={16} aria-hidden className={status.kind === 'syncing' ? 'animate-turn' : undefined} />
          <span className="text-text">{title}</span>
        </p>
        {status.kind === 'syncing' && (
          <ProgressBar label={text.progressBar} value={progress === null || progress.total === 0 ? null : progress.done / progress.total} />
        )}
        {detail !== null && <p className="text-sm text-muted tabular-nums">{detail}</p>}
      </div>
      <div>
        <Button look="primary" className="h-10 px-6" onClick={onStart}>
          {text.start}
        </Button>
      </div>
    </div>
  )
}
