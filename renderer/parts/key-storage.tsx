import { KeyRound, LockKeyhole } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { RadioCards } from '@renderer/ui/choices'
import { TextField } from '@renderer/ui/text-field'
import { FailureNotice } from './failure-notice'

export type KeyStorageState = RouteOutput<'keyStorage.state'>

interface KeyStorageHandle {
  /** null until the bridge has answered. */
  readonly state: KeyStorageState | null
  readonly failure: Failure | null
  /** A key can be stored now. */
  readonly isReady: boolean
  readonly set: (state: KeyStorageState) => void
}

export function useKeyStorage(): KeyStorageHandle {
  const { bridge } = useServices()
  const [state, setState] = useState<KeyStorageState | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  useEffect(() => {
    let isCurrent = true
    void bridge.request('keyStorage.state', {}).then((reply) => {
      if (!isCurrent) return
      if (reply.ok) setState(reply.value)
      else setFailure(reply.failure)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  return { state, failure, isReady: state !== null && state.kind !== 'unavailable' && !state.isLocked, set: setState }
}

/** Where keys are kept, in words; or the choice, where this computer has no keychain; or the lock. */
export function KeyStorage({ storage }: { storage: KeyStorageHandle }) {
  const { text } = useLocalisation()
  const { state, failure, set } = storage
  if (failure !== null) return <FailureNotice failure={failure} />
  if (state === null) return <p className="h-5 text-sm text-faint">{text.common.loading}</p>
  if (state.isLocked) return <Unlock onUnlocked={set} />
  if (state.kind === 'unavailable') return <Choice onChosen={set} />
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <KeyRound size={14} aria-hidden className="shrink-0 text-faint" />
      {state.kind === 'keychain' ? text.providers.kept.keychain(state.name ?? text.providers.keychainFallbackName) : text.providers.kept[state.kind]}
    </p>
  )
}

function Choice({ onChosen }: { onChosen: (state: KeyStorageState) => void }) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const [kind, setKind] = useState<'until-quit' | 'passphrase'>('until-quit')
  const [passphrase, setPassphrase] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const isTooShort = kind === 'passphrase' && passphrase.length < 8

  const choose = useCallback(async () => {
    if (isTooShort) return
    const reply = await bridge.request('keyStorage.choose', kind === 'passphrase' ? { kind, passphrase } : { kind })
    if (reply.ok) onChosen(reply.value)
    else setFailure(reply.failure)
  }, [bridge, isTooShort, kind, passphrase, onChosen])

  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <RadioCards
        label={text.providers.storageChoice}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'until-quit', label: text.providers.untilQuit, hint: text.providers.untilQuitHint },
          { value: 'passphrase', label: text.providers.passphrase, hint: text.providers.passphraseHint },
        ]}
      />
      <p className="text-xs text-faint">{text.providers.storageChoiceHint}</p>
      {kind === 'passphrase' && (
        <TextField
          label={text.providers.passphraseField}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
          onEnter={() => void choose()}
          hint={text.providers.passphraseTooShort}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} role="alert" />}
      <Button className="self-start" disabled={isTooShort} onClick={() => void choose()}>
        {text.providers.useThis}
      </Button>
    </div>
  )
}

function Unlock({ onUnlocked }: { onUnlocked: (state: KeyStorageState) => void }) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const [passphrase, setPassphrase] = useState('')
  const [isWrong, setWrong] = useState(false)
  const unlock = async () => {
    const reply = await bridge.request('keyStorage.unlock', { passphrase })
    if (reply.ok && !reply.value.isLocked) onUnlocked(reply.value)
    else setWrong(true)
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-sm text-muted">
        <LockKeyhole size={14} aria-hidden className="shrink-0 text-faint" />
        {text.providers.locked}
      </p>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={text.providers.passphraseField}
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={(next) => {
              setWrong(false)
              setPassphrase(next)
            }}
            onEnter={() => void unlock()}
            error={isWrong ? text.providers.wrongPassphrase : null}
          />
        </div>
        <Button className="h-9" disabled={passphrase === ''} onClick={() => void unlock()}>
          {text.providers.unlock}
        </Button>
      </div>
    </div>
  )
}
