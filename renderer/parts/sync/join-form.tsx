import { Camera, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Loading, Notice } from '@renderer/ui/feedback'
import { TextField } from '@renderer/ui/text-field'
import { AddressField, ownAddress } from './address-field'
import { useCarried } from './carried'
import { isTabOnIos } from './device-name'
import { DeviceNameField, useSuggestedName } from './device-name-field'
import { SyncFailureNotice } from './failure-notice'
import { readCode, readPairing, type PairingLink } from './read-link'
import { useConnect } from './use-connect'

const CodeCamera = lazy(() => import('./code-camera'))

export interface JoinInput {
  readonly serverUrl: string
  readonly code: string
  readonly deviceName: string
}

interface JoinFormProps {
  initial: Partial<JoinInput>
  onStart: (input: JoinInput) => void
}

/** Where the others are, the code that one of them shows, and what this device is called. */
export function JoinForm({ initial, onStart }: JoinFormProps) {
  const services = useServices()
  const text = useSyncText()
  const suggested = useSuggestedName()
  const carried = useCarried('join')
  const [code, setCode] = useState(() => carried?.code ?? readCode(initial.code ?? '') ?? initial.code ?? '')
  const [address, setAddress] = useState(carried?.address ?? initial.serverUrl ?? ownAddress(services))
  const [deviceName, setDeviceName] = useState(carried?.deviceName ?? initial.deviceName ?? suggested)
  // A new number is a new attempt with the camera.
  const [scan, setScan] = useState<{ readonly attempt: number; readonly isRunning: boolean }>({ attempt: 0, isRunning: false })
  const [isCodeWrong, setCodeWrong] = useState(false)
  const { isBusy, failure, connect } = useConnect()
  const codeField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)

  const take = (link: PairingLink) => {
    setCode(link.code)
    setCodeWrong(false)
    if (link.address !== null) setAddress(link.address)
  }
  const type = (typed: string) => {
    const link = readPairing(typed)
    setCodeWrong(false)
    // Only a link is taken apart at once: a code is left as it is being typed.
    if (link !== null && link.address !== null) take(link)
    else setCode(typed)
  }
  const join = () => {
    const whole = readCode(code)
    if (whole === null) {
      setCodeWrong(true)
      codeField.current?.focus()
      return
    }
    setCode(whole)
    const name = deviceName.trim() || suggested
    void connect({ flow: 'join', address, code: whole, deviceName: name }, async (server) => {
      onStart({ serverUrl: server.url, code: whole, deviceName: name })
      return null
    })
  }
  const resume = useRef(join)
  useEffect(() => {
    if (carried !== null) resume.current()
  }, [carried])

  return (
    <div className="flex max-w-md flex-col gap-4">
      {isTabOnIos(navigator) && <Notice tone="info">{text.installFirst}</Notice>}
      {scan.attempt > 0 && (
        <Suspense fallback={<Loading text={text.cameraStarting} />}>
          <CodeCamera
            key={scan.attempt}
            onUnusable={() => setScan((before) => ({ ...before, isRunning: false }))}
            onFound={(link) => {
              take(link)
              setScan({ attempt: 0, isRunning: false })
              codeField.current?.focus()
            }}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <div className="min-w-56 flex-1">
          <TextField
            label={text.codeOrLink}
            hint={text.codeHint}
            error={isCodeWrong ? text.codeIncomplete : null}
            value={code}
            onChange={type}
            onEnter={join}
            inputRef={codeField}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono tracking-wide"
          />
        </div>
        <Button
          className="h-9 max-sm:w-full sm:mt-6"
          icon={scan.isRunning ? <X size={15} aria-hidden /> : <Camera size={15} aria-hidden />}
          onClick={() => setScan(scan.isRunning ? { attempt: 0, isRunning: false } : { attempt: scan.attempt + 1, isRunning: true })}
        >
          {scan.isRunning ? text.stopScan : text.scan}
        </Button>
      </div>
      <AddressField value={address} onChange={setAddress} onEnter={join} inputRef={addressField} />
      <DeviceNameField value={deviceName} onChange={setDeviceName} onEnter={join} />
      {failure !== null && <SyncFailureNotice failure={failure} actions={{ address: () => addressField.current?.focus(), retry: join }} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" className="h-10 px-5" isBusy={isBusy} onClick={join}>
          {text.join}
        </Button>
        <Waiting isBusy={isBusy} />
      </div>
      <p className="text-sm text-faint">{text.joinMerges}</p>
    </div>
  )
}

/** Said once when it begins. */
export function Waiting({ isBusy }: { isBusy: boolean }) {
  const text = useSyncText()
  return (
    <p role="status" className="text-sm text-muted">
      {isBusy ? text.checking : ''}
    </p>
  )
}
