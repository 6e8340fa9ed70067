import { useEffect, useRef, useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { AddressField, ownAddress } from '@renderer/parts/sync/address-field'
import { useCarried } from '@renderer/parts/sync/carried'
import { DeviceNameField, useSuggestedName } from '@renderer/parts/sync/device-name-field'
import { SyncFailureNotice } from '@renderer/parts/sync/failure-notice'
import { FlowStep } from '@renderer/parts/sync/flow'
import { readSetupLink } from '@renderer/parts/sync/read-link'
import { useSyncPlace } from '@renderer/parts/sync/sync-place'
import { useConnect } from '@renderer/parts/sync/use-connect'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'

interface TurnOnFlowProps {
  /** From the setup link that was followed. */
  token: string | null
  onBack: () => void
  onJoin: () => void
}

/** The first device: which server, its setup code, and what this device is called. */
export function TurnOnFlow({ token: given, onBack, onJoin }: TurnOnFlowProps) {
  const services = useServices()
  const text = useSyncText()
  const suggested = useSuggestedName()
  const carried = useCarried('turn-on')
  const [address, setAddress] = useState(carried?.address ?? ownAddress(services))
  const [token, setToken] = useState(carried?.token ?? given ?? '')
  const [deviceName, setDeviceName] = useState(carried?.deviceName ?? suggested)
  const { isBusy, failure, setFailure, connect } = useConnect()
  const addressField = useRef<HTMLInputElement>(null)
  const tokenField = useRef<HTMLInputElement>(null)

  /** The whole link, pasted into either field, fills both. */
  const takeOr = (set: (typed: string) => void) => (typed: string) => {
    setFailure(null)
    const link = readSetupLink(typed)
    if (link === null) return set(typed)
    if (link.address !== '') setAddress(link.address)
    setToken(link.token)
  }
  const turnOn = () => {
    if (token.trim() === '') return tokenField.current?.focus()
    const form = { flow: 'turn-on', address, token: token.trim(), deviceName: deviceName.trim() || suggested } as const
    void connect(form, async (server) => {
      const on = await services.sync.turnOn({ serverUrl: server.url, setupToken: form.token, deviceName: form.deviceName })
      if (!on.ok) return on.failure
      useSyncPlace.getState().setPhrase(on.value.phrase)
      return null
    })
  }
  const resume = useRef(turnOn)
  useEffect(() => {
    if (carried !== null) resume.current()
  }, [carried])

  return (
    <>
      <FlowStep title={text.turnOnTitle} onBack={onBack}>
        {text.turnOnText}
      </FlowStep>
      <div className="flex max-w-md flex-col gap-4">
        <AddressField value={address} onChange={takeOr(setAddress)} onEnter={turnOn} inputRef={addressField} />
        <TextField
          label={text.setupCode}
          hint={text.setupCodeHint}
          value={token}
          onChange={takeOr(setToken)}
          onEnter={turnOn}
          inputRef={tokenField}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
        <DeviceNameField value={deviceName} onChange={setDeviceName} onEnter={turnOn} />
        {failure !== null && (
          <SyncFailureNotice
            failure={failure}
            actions={{ address: () => addressField.current?.select(), token: () => tokenField.current?.select(), join: onJoin, retry: turnOn }}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" className="h-10 px-5" isBusy={isBusy} onClick={turnOn}>
            {text.turnOn}
          </Button>
          <p role="status" className="text-sm text-muted">
            {isBusy ? text.working : ''}
          </p>
        </div>
      </div>
    </>
  )
}
