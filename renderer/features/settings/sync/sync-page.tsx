import { useEffect, useState } from 'react'
import { peekCarried } from '@renderer/parts/sync/carried'
import { JoinFlow } from '@renderer/parts/sync/join-flow'
import { RecoverFlow } from '@renderer/parts/sync/recover-flow'
import { useSyncPlace } from '@renderer/parts/sync/sync-place'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView, type SyncStart } from '@renderer/state/view'
import { PhraseSteps } from './phrase-steps'
import { SyncOff } from './sync-off'
import { SyncOn } from './sync-on'
import { TurnOnFlow } from './turn-on-flow'

type Flow = 'none' | 'turn-on' | 'join' | 'recover'

/** Everything about sync: off, one of the ways in, or on. */
export default function SyncPage({ start }: { start: SyncStart | null }) {
  const { sync } = useServices()
  const vault = useObservable(sync.vault)
  const open = useView((view) => view.open)
  const phrase = useSyncPlace((place) => place.phrase)
  const isUnchecked = vault !== null && !vault.isPhraseChecked
  useEffect(() => {
    // The app ended between making the vault and showing its phrase.
    if (isUnchecked) void sync.unseenPhrase().then((unseen) => (unseen === null ? undefined : useSyncPlace.getState().setPhrase(unseen.phrase)))
  }, [sync, isUnchecked])
  const [flow, setFlow] = useState<Flow>(() => flowOf(start, vault !== null))
  const end = () => {
    setFlow('none')
    // The token of a setup link has done its work; nothing that is opened later begins with it again.
    if (start !== null) open({ kind: 'settings', page: 'sync' })
  }

  if (phrase !== null) return <PhraseSteps phrase={phrase} onDone={end} />
  switch (flow) {
    case 'turn-on':
      return <TurnOnFlow token={start?.kind === 'setup' ? start.token : null} onBack={end} onJoin={() => setFlow('join')} />
    case 'join':
      return <JoinFlow code={null} isRejoining={vault !== null} onBack={end} onDone={end} onRecover={() => setFlow('recover')} />
    case 'recover':
      return <RecoverFlow onBack={end} onDone={end} />
    case 'none':
      return vault === null ? <SyncOff onStart={setFlow} /> : <SyncOn vault={vault} isAdding={start?.kind === 'add-device'} onAdded={end} onRejoin={() => setFlow('join')} />
  }
}

function flowOf(start: SyncStart | null, isOn: boolean): Flow {
  if (isOn) return 'none'
  if (start?.kind === 'setup') return 'turn-on'
  return peekCarried(sessionStorage)?.flow ?? 'none'
}
