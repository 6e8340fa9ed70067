import { useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { PaneHeader } from '@renderer/parts/pane-header'
import { peekCarried } from '@renderer/parts/sync/carried'
import { JoinFlow } from '@renderer/parts/sync/join-flow'
import { RecoverFlow } from '@renderer/parts/sync/recover-flow'
import { useServices } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Notice } from '@renderer/ui/feedback'

interface PairScreenProps {
  /** From the link that was followed; null where the person has yet to type it. */
  code: string | null
}

/** A new device comes to the others: the place that the code of another device leads to. */
export function PairScreen({ code }: PairScreenProps) {
  const { settings, sync } = useServices()
  const text = useSyncText()
  const { hasSeenWelcome } = useSettings()
  const open = useView((view) => view.open)
  // As it was found: joining turns sync on, and the rest of the flow is still to come then.
  const [isOn] = useState(sync.vault.current() !== null)
  const [isRecovering, setRecovering] = useState(() => peekCarried(sessionStorage)?.flow === 'recover')
  const level = hasSeenWelcome ? 2 : 1

  const finish = () => {
    void settings.update({ hasSeenWelcome: true })
    open({ kind: 'chat', session: null })
  }
  const finishRecovery = () => {
    void settings.update({ hasSeenWelcome: true })
    open({ kind: 'settings', page: 'sync' })
  }
  const toWelcome = hasSeenWelcome ? {} : { onBack: () => open({ kind: 'chat', session: null }) }
  const content = isOn ? (
    <AlreadyOn onOpen={() => open({ kind: 'settings', page: 'sync' })} />
  ) : isRecovering ? (
    <RecoverFlow level={level} onBack={() => setRecovering(false)} onDone={finishRecovery} />
  ) : (
    <JoinFlow key={code} code={code} level={level} {...toWelcome} onDone={finish} onRecover={() => setRecovering(true)} />
  )

  if (!hasSeenWelcome) {
    return (
      <main className="h-full overflow-y-auto">
        <div className="mx-auto max-w-xl px-5 py-8 pb-[max(2rem,env(safe-area-inset-bottom))] sm:py-14">{content}</div>
      </main>
    )
  }
  return (
    <>
      <PaneHeader>
        <h1 className="truncate text-base">{text.title}</h1>
      </PaneHeader>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-xl px-5 py-6">{content}</div>
      </div>
    </>
  )
}

function AlreadyOn({ onOpen }: { onOpen: () => void }) {
  const text = useSyncText()
  const { sync } = useServices()
  const vault = useObservable(sync.vault)
  return (
    <>
      <h2 className="sr-only">{text.joinTitle}</h2>
      <Notice tone="info" action={{ label: text.openSync, run: onOpen }}>
        {text.alreadyOn} {vault?.serverUrl}
      </Notice>
    </>
  )
}
