import { useEffect, useRef, useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices, type CheckedServer, type SyncFailure } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { AddressField, ownAddress } from './address-field'
import { useCarried } from './carried'
import { DeviceNameField, useSuggestedName } from './device-name-field'
import { SyncFailureNotice } from './failure-notice'
import { FlowStep } from './flow'
import { Waiting } from './join-form'
import { isWholePhrase, PhraseField } from './phrase-field'
import { useSyncPlace } from './sync-place'
import { useConnect } from './use-connect'

interface RecoverFlowProps {
  level?: 1 | 2
  onBack: () => void
  onDone: () => void
}

/** Every device is gone: the server first, since finding it may load the page anew, then the words. */
export function RecoverFlow({ level = 2, onBack, onDone }: RecoverFlowProps) {
  const services = useServices()
  const text = useSyncText()
  const suggested = useSuggestedName()
  const carried = useCarried('recover')
  const [address, setAddress] = useState(carried?.address ?? ownAddress(services))
  const [deviceName, setDeviceName] = useState(carried?.deviceName ?? suggested)
  const [server, setServer] = useState<CheckedServer | null>(null)
  const { isBusy, failure, setFailure, connect } = useConnect()
  const addressField = useRef<HTMLInputElement>(null)

  const find = () =>
    void connect({ flow: 'recover', address, deviceName }, async (found) => {
      setServer(found)
      return null
    })
  const resume = useRef(find)
  useEffect(() => {
    if (carried !== null) resume.current()
  }, [carried])

  const toAddress = (said: SyncFailure) => {
    setServer(null)
    setFailure(said)
  }
  if (server !== null) {
    return (
      <PhraseStep
        level={level}
        server={server}
        deviceName={deviceName.trim() || suggested}
        onBack={() => setServer(null)}
        onWrongServer={toAddress}
        onDone={onDone}
      />
    )
  }
  return (
    <>
      <FlowStep title={text.recoverTitle} onBack={onBack} level={level}>
        {text.recoverServer}
      </FlowStep>
      <div className="flex max-w-md flex-col gap-4">
        <AddressField value={address} onChange={setAddress} onEnter={find} inputRef={addressField} />
        <DeviceNameField value={deviceName} onChange={setDeviceName} onEnter={find} />
        {failure !== null && <SyncFailureNotice failure={failure} actions={{ address: () => addressField.current?.focus(), retry: find }} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" className="h-10 px-5" isBusy={isBusy} onClick={find}>
            {text.next}
          </Button>
          <Waiting isBusy={isBusy} />
        </div>
      </div>
    </>
  )
}

interface PhraseStepProps {
  level: 1 | 2
  server: CheckedServer
  deviceName: string
  onBack: () => void
  onWrongServer: (failure: SyncFailure) => void
  onDone: () => void
}

function PhraseStep({ level, server, deviceName, onBack, onWrongServer, onDone }: PhraseStepProps) {
  const { sync } = useServices()
  const text = useSyncText()
  const [phrase, setPhrase] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SyncFailure | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const recover = async () => {
    setAsked(true)
    setFailure(null)
    if (!isWholePhrase(phrase)) return field.current?.focus()
    setBusy(true)
    const recovered = await sync.recover({ serverUrl: server.url, phrase, deviceName })
    setBusy(false)
    if (recovered.ok) {
      useSyncPlace.getState().setBack(true)
      return onDone()
    }
    if (recovered.failure.code === 'unknown-vault' || recovered.failure.code === 'unreachable') return onWrongServer(recovered.failure)
    setFailure(recovered.failure)
  }

  return (
    <>
      <FlowStep title={text.recoverTitle} onBack={onBack} level={level}>
        {text.recoverText}
      </FlowStep>
      <div className="flex max-w-lg flex-col gap-4">
        <PhraseField value={phrase} onChange={setPhrase} onEnter={() => void recover()} isAsked={isAsked} areaRef={field} />
        {failure !== null && <SyncFailureNotice failure={failure} actions={{ phrase: () => field.current?.focus(), retry: () => void recover() }} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" className="h-10 px-5" isBusy={isBusy} onClick={() => void recover()}>
            {text.recover}
          </Button>
          <p role="status" className="text-sm text-muted">
            {isBusy ? text.recovering : ''}
          </p>
        </div>
      </div>
    </>
  )
}
