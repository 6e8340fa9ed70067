import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { PairingSteps } from '@renderer/parts/sync/pairing-steps'
import { QrCode } from '@renderer/parts/sync/qr-code'
import { usePairing } from '@renderer/parts/sync/use-pairing'
import { sayWebApp, useWebAppCheck } from '@renderer/parts/sync/web-app-check'
import { useServices, type PairingState } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { Loading, Notice } from '@renderer/ui/feedback'
import { CopyButton } from './copy-button'
import { timeLeft } from './time-left'

/** On a device that syncs: a code for the new one, the words, done. Closing it ends the attempt. */
export function AddDeviceDialog({ onClose }: { onClose: () => void }) {
  const { sync } = useServices()
  const { common } = useLocalisation().text
  const text = useSyncText()
  const { pairing, state, begin } = usePairing()
  useEffect(() => begin(() => sync.offer()), [begin, sync])

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={state.kind === 'compare' ? text.compareTitle : text.addTitle}
      closeLabel={state.kind === 'done' ? common.close : common.cancel}
      width="wide"
      {...(state.kind === 'done' && {
        footer: (
          <Button look="primary" onClick={onClose}>
            {common.close}
          </Button>
        ),
      })}
    >
      {pairing !== null && (
        <PairingSteps
          pairing={pairing}
          state={state}
          opening={<Loading text={text.addOpening} />}
          waiting={(waiting) => <CodeShown {...waiting} onNew={() => begin(() => sync.offer())} />}
          done={({ deviceName }) => <Added name={deviceName} />}
          onAgain={() => begin(() => sync.offer())}
        />
      )}
    </Dialog>
  )
}

function CodeShown({ code, link, expiresAt, onNew }: Omit<Extract<PairingState, { kind: 'waiting' }>, 'kind'> & { onNew: () => void }) {
  const text = useSyncText()
  return (
    <div className="flex flex-col gap-x-6 gap-y-4 sm:flex-row sm:items-center">
      <QrCode text={link} label={text.qr} className="mx-auto w-full max-w-56 shrink-0 sm:mx-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-pretty text-muted">{text.addHow}</p>
        <p>
          <span className="block text-sm font-medium text-muted">{text.pairingCode}</span>
          <span className="font-mono text-xl font-semibold tracking-wide whitespace-nowrap select-text sm:text-2xl">{code}</span>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <TimeLeft expiresAt={expiresAt} />
          <Button size="small" look="quiet" onClick={onNew}>
            {text.newCode}
          </Button>
          <CopyButton text={link} label={text.copyLink} />
        </div>
        <ServedWebApp />
      </div>
    </div>
  )
}

/** The phone is about to run what the server serves. */
function ServedWebApp() {
  const vault = useObservable(useServices().sync.vault)
  const text = useSyncText()
  const check = useWebAppCheck(vault?.serverUrl ?? null)
  if (check === null) return null
  if (check.kind !== 'other') return <p className="text-sm text-muted">{text.webAppLine(sayWebApp(check, text))}</p>
  return (
    <Notice tone="warn">
      <p className="font-medium">{text.webAppLine(sayWebApp(check, text))}</p>
      <p className="text-sm">{text.webAppOtherMeaning}</p>
    </Notice>
  )
}

const tickMs = 1_000

/** Shown, and read only when it is asked for: a clock that speaks every second helps nobody. */
function TimeLeft({ expiresAt }: { expiresAt: number }) {
  const { clock } = useServices()
  const text = useSyncText()
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), tickMs)
    return () => clearInterval(timer)
  }, [clock])
  const left = timeLeft(expiresAt - now)
  return <span className="mr-auto text-sm text-muted tabular-nums">{left === null ? text.expired : text.timeLeft(left)}</span>
}

function Added({ name }: { name: string }) {
  const text = useSyncText()
  return (
    <div role="status" className="flex items-start gap-3 py-2">
      <CircleCheck size={22} aria-hidden className="shrink-0 text-accent" />
      <div>
        <p className="font-medium">{text.addDone(name)}</p>
        <p className="text-muted">{text.addDoneHint}</p>
      </div>
    </div>
  )
}
