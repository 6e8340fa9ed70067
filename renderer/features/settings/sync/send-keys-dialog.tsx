import { useEffect, useState } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import type { CredentialId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { FailureNotice } from '@renderer/parts/failure-notice'
import { SyncFailureNotice } from '@renderer/parts/sync/failure-notice'
import { useServices, type SyncDevice, type SyncFailure } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Dialog } from '@renderer/ui/dialog'
import { Loading } from '@renderer/ui/feedback'
import { showToast } from '@renderer/ui/toasts'

interface SendKeysDialogProps {
  device: SyncDevice
  onClose: () => void
}

/** Chosen keys for one other device. None is chosen beforehand. */
export function SendKeysDialog({ device, onClose }: SendKeysDialogProps) {
  const { sync } = useServices()
  const { common } = useLocalisation().text
  const text = useSyncText()
  const { keys, listFailure } = useKeys()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SyncFailure | null>(null)

  const send = async () => {
    setFailure(null)
    setBusy(true)
    const sent = await sync.sendCredentials(device.id, picked as readonly CredentialId[])
    setBusy(false)
    if (!sent.ok) return setFailure(sent.failure)
    onClose()
    showToast({ text: text.keysSent(device.name) })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.sendKeysTo(device.name)}
      description={text.sendKeysText(device.name)}
      closeLabel={common.cancel}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" disabled={picked.length === 0} isBusy={isBusy} onClick={() => void send()}>
            {text.sendKeysConfirm(picked.length)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        {listFailure !== null && <FailureNotice failure={listFailure} />}
        {keys === null && listFailure === null && <Loading text={common.loading} />}
        {keys?.length === 0 && <p className="text-muted">{text.sendKeysNone}</p>}
        {keys !== null && keys.length > 0 && <KeyList keys={keys} picked={picked} onPick={setPicked} />}
        {failure !== null && <SyncFailureNotice failure={failure} actions={{ retry: () => void send() }} />}
      </div>
    </Dialog>
  )
}

interface KeyListProps {
  keys: readonly CredentialInfo[]
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
}

function KeyList({ keys, picked, onPick }: KeyListProps) {
  const text = useSyncText()
  const providers = useObservable(useServices().models.providers)
  return (
    <ul aria-label={text.sendKeysList} className="divide-y divide-line border-y border-line">
      {keys.map(({ id, hint, urlPrefixes }) => (
        <li key={id}>
          <label className="flex items-center gap-3 py-2 touch-target">
            <input
              type="checkbox"
              className="size-4 shrink-0"
              checked={picked.includes(id)}
              onChange={(event) => onPick(event.target.checked ? [...picked, id] : picked.filter((other) => other !== id))}
            />
            <span className="min-w-0 flex-1 break-words">{providers.find(({ credentialId, moreCredentialIds }) => credentialId === id || moreCredentialIds.includes(id))?.name ?? urlPrefixes[0]}</span>
            {hint !== null && <span className="font-mono text-sm text-faint">{text.keyEnding(hint)}</span>}
          </label>
        </li>
      ))}
    </ul>
  )
}

function useKeys(): { keys: readonly CredentialInfo[] | null; listFailure: Failure | null } {
  const { bridge } = useServices()
  const [keys, setKeys] = useState<readonly CredentialInfo[] | null>(null)
  const [listFailure, setListFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let isCurrent = true
    void bridge.request('credentials.list', {}).then((reply) => {
      if (!isCurrent) return
      if (reply.ok) setKeys(reply.value.filter(({ hasKey }) => hasKey))
      else setListFailure(reply.failure)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  return { keys, listFailure }
}
