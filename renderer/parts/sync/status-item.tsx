import { useEffect, useRef } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { announce } from '@renderer/ui/toasts'
import { Tooltip } from '@renderer/ui/tooltip'
import { statusAnnouncement, statusView, toneText } from './status-view'

/** How sync is doing, at the foot of the window; opens its page. */
export default function StatusItem() {
  const { sync } = useServices()
  const localisation = useLocalisation()
  const text = useSyncText()
  const open = useView((view) => view.open)
  const status = useObservable(sync.status)
  const { icon: Icon, tone, title, detail } = statusView(status, text, localisation)
  useAnnouncedStatus()
  useUnseenPhrase()

  return (
    <Tooltip text={detail ?? text.title} side="top">
      <button
        type="button"
        onClick={() => open({ kind: 'settings', page: 'sync' })}
        className={`flex items-center gap-1.5 rounded-sm pointer-coarse:min-h-11 ${tone === 'good' ? '' : toneText[tone]}`}
      >
        <Icon size={13} aria-hidden className={status.kind === 'syncing' ? 'animate-turn' : undefined} />
        {title}
      </button>
    </Tooltip>
  )
}

/** Where the app ended before the phrase of a new vault was seen, its page is what the next start begins with. */
function useUnseenPhrase(): void {
  const { sync } = useServices()
  const open = useView((view) => view.open)
  const vault = useObservable(sync.vault)
  const isUnchecked = vault !== null && !vault.isPhraseChecked
  useEffect(() => {
    if (!isUnchecked) return
    void sync.unseenPhrase().then((unseen) => {
      // What another window has made just now is shown there.
      if (unseen !== null && unseen.madeAt < performance.timeOrigin) open({ kind: 'settings', page: 'sync' })
    })
  }, [sync, open, isUnchecked])
}

/** Once per change of state and never for counts, which would be read out for minutes. */
function useAnnouncedStatus(): void {
  const { sync } = useServices()
  const localisation = useLocalisation()
  const text = useSyncText()
  const status = useObservable(sync.status)
  const before = useRef(status)
  useEffect(() => {
    const said = statusAnnouncement(before.current, status, text, localisation)
    before.current = status
    if (said !== null) announce(said)
  }, [status, text, localisation])
}
