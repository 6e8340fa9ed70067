import { useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { PaneHeader } from '@renderer/parts/pane-header'
import { peekCarried } from '@renderer/parts/sync/carried'
import { JoinFlow } from '@renderer/parts/sync/join-flow'
import { RecoverFlow } from '@renderer/parts/sync/recover-flow'
import { useServices } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'

interface PairScreenProps {
  /** From the link that was followed; null where the person has yet to type it. */
  code: string | null
}

/** A new device comes to the others: the place that the code of another device leads to. */
export function PairScreen({ code }: PairScreenProps) {
  const { settings } = useServices()
  const text = useSyncText()
  const { hasSeenWelcome } = useSettings()
  const open = useView((view) => view.open)
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
  const content = isRecovering ? (
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
