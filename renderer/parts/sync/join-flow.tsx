import { RotateCcwKey, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices, type PairingFailure } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Spinner } from '@renderer/ui/spinner'
import { AlreadyOn } from './already-on'
import { FirstSync } from './first-sync'
import { FlowStep } from './flow'
import { JoinForm, type JoinInput } from './join-form'
import { PairingSteps } from './pairing-steps'
import { usePairing } from './use-pairing'

interface JoinFlowProps {
  /** From a link that was followed. */
  code: string | null
  /** The device was in before, and the server no longer knows it. */
  isRejoining?: boolean
  level?: 1 | 2
  onBack?: () => void
  /** Everything is there to work with. */
  onDone: () => void
  onRecover?: () => void
}

/** The new device: code, words, and the first sync. */
export function JoinFlow({ code, isRejoining = false, level = 2, onBack, onDone, onRecover }: JoinFlowProps) {
  const { sync } = useServices()
  const text = useSyncText()
  const vault = useObservable(sync.vault)
  const { pairing, state, begin, end } = usePairing()
  const [last, setLast] = useState<JoinInput | null>(null)

  const start = (input: JoinInput) => {
    setLast(input)
    begin(() => sync.join(input))
  }
  /** What was typed stays; only a broken connection is tried again with the same code. */
  const again = (reason: PairingFailure) => {
    if (last !== null && (reason === 'network' || reason === 'storage-failed')) start(last)
    else end()
  }

  if (pairing === null && vault !== null && !isRejoining) return <AlreadyOn vault={vault} level={level} />
  if (pairing === null) {
    return (
      <>
        <FlowStep title={text.joinTitle} onBack={onBack} level={level}>
          {code === null ? text.joinText : text.joinTextCode}
        </FlowStep>
        <JoinForm initial={last ?? { code: code ?? '' }} onStart={start} />
        {onRecover !== undefined && (
          <Button look="quiet" icon={<RotateCcwKey size={15} aria-hidden />} className="mt-6 -ml-3 h-auto! text-left pointer-fine:min-h-8 whitespace-normal!" onClick={onRecover}>
            {text.recoverInstead}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <FlowStep
        key={state.kind}
        title={state.kind === 'compare' ? text.compareTitle : state.kind === 'done' ? text.joinDone : text.joinTitle}
        onBack={state.kind === 'done' ? undefined : end}
        level={level}
      />
      <PairingSteps
        pairing={pairing}
        state={state}
        opening={<LookingForOther />}
        waiting={() => <LookingForOther />}
        done={() => <FirstSync onStart={onDone} />}
        onAgain={again}
      />
    </>
  )
}

function LookingForOther() {
  const text = useSyncText()
  return (
    <div role="status" className="flex items-center gap-3 rounded-lg bg-sunken px-4 py-5">
      <Smartphone size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <Spinner />
          {text.joinConnecting}
        </p>
        <p className="text-sm text-muted">{text.joinWaiting}</p>
      </div>
    </div>
  )
}
