import { ClipboardPaste, Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import { isRetryable, type Failure } from '@shared/errors'
import type { CheckOutcome, ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { RadioCards, Select } from '@renderer/ui/choices'
import { TextField } from '@renderer/ui/text-field'
import { BrowserAccessNote, useIsOutOfReach } from './browser-access-note'
import { CheckOutcomeNotice } from './check-outcome'
import { FailureNotice } from './failure-notice'
import { KeyStorage, useKeyStorage } from './key-storage'
import { emptyFields, fieldsOf, hostOf, inputOf, type ProviderFields } from './provider-presets'

interface ProviderFormProps {
  /** The provider that is changed; null adds one. */
  existing: ModelProvider | null
  /** It works (or was kept unchecked) and is stored. */
  onSaved: (provider: ModelProvider) => void
  /** Beside the Check button. */
  extraActions?: ReactNode
}

type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking'; readonly stop: () => void }
  | { readonly kind: 'done'; readonly outcome: CheckOutcome }
  | { readonly kind: 'not-saved'; readonly failure: Failure }

/** Brings a model: the first run and the settings show the same form. */
export function ProviderForm({ existing, onSaved, extraActions }: ProviderFormProps) {
  const { models, bridge } = useServices()
  const { text } = useLocalisation()
  const [fields, setFields] = useState(() => (existing === null ? emptyFields('anthropic') : fieldsOf(existing)))
  const [check, setCheck] = useState<CheckState>({ kind: 'idle' })
  const [isAsked, setAsked] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const storage = useKeyStorage()
  const isCompatible = fields.preset === 'compatible' || fields.preset === 'demo'

  const change = (next: Partial<ProviderFields>) => {
    setFields((current) => ({ ...current, ...next }))
    setCheck({ kind: 'idle' })
    setAsked(false)
  }
  const needsKey = !isCompatible && (existing === null || fields.baseUrl !== existing.baseUrl)
  const missing = {
    key: needsKey && fields.key.trim() === '' ? text.providers.keyMissing : null,
    address: fields.baseUrl.trim() === '' ? text.providers.addressMissing : null,
  }
  const storesKey = fields.key.trim() !== ''
  const isOutOfReach = useIsOutOfReach(fields.baseUrl)
  const isBlocked = isOutOfReach || (storesKey && !storage.isReady)

  const isComplete = (): boolean => {
    setAsked(true)
    if (missing.address !== null) addressField.current?.focus()
    else if (missing.key !== null) keyField.current?.focus()
    return missing.address === null && missing.key === null && !isBlocked
  }
  const save = async (outcome: CheckOutcome | null) => {
    const saved = await models.save(inputOf(fields, existing), outcome)
    if (!saved.ok) return setCheck({ kind: 'not-saved', failure: saved.failure })
    setFields((current) => ({ ...current, key: '' }))
    onSaved(saved.value)
  }
  const runCheck = async () => {
    if (!isComplete()) return
    const stop = new AbortController()
    setCheck({ kind: 'checking', stop: () => stop.abort() })
    const outcome = await models.check(inputOf(fields, existing), stop.signal)
    if (stop.signal.aborted) return setCheck({ kind: 'idle' })
    setCheck({ kind: 'done', outcome })
    if (outcome.kind === 'works') await save(outcome)
  }
  const isChecking = check.kind === 'checking'
  const mayKeepUnchecked = check.kind === 'done' && check.outcome.kind === 'failed' && isRetryable(check.outcome.failure)
  const { keysUrl } = presets[fields.preset]

  return (
    <div className="flex flex-col gap-4">
      {existing === null && (
        <>
          <LocalServers onUse={(server) => change({ ...emptyFields('compatible'), name: serverNames[server.kind], baseUrl: server.baseUrl })} />
          <RadioCards
            label={text.providers.choose}
            isLabelHidden
            className="sm:grid-cols-3"
            value={fields.preset}
            onChange={(preset) => change(emptyFields(preset))}
            options={[
              { value: 'anthropic', label: text.providers.anthropic, hint: text.providers.anthropicHint },
              { value: 'openai', label: text.providers.openai, hint: text.providers.openaiHint },
              { value: 'compatible', label: text.providers.compatible, hint: text.providers.compatibleHint },
            ]}
          />
        </>
      )}
      {isCompatible && (
        <div className="grid gap-3 sm:grid-cols-[1fr_14rem]">
          <TextField
            label={text.providers.address}
            inputRef={addressField}
            value={fields.baseUrl}
            onChange={(baseUrl) => change({ baseUrl })}
            onEnter={() => void runCheck()}
            hint={text.providers.addressHint}
            error={isAsked ? missing.address : null}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Select
            label={text.providers.api}
            value={fields.api}
            onChange={(api) => change({ api })}
            options={[
              { value: 'openai-chat', label: text.providers.apiChat },
              { value: 'openai-responses', label: text.providers.apiResponses },
              { value: 'anthropic-messages', label: text.providers.apiMessages },
              { value: 'gemini', label: text.providers.apiGemini },
            ]}
          />
        </div>
      )}
      {isCompatible && <BrowserAccessNote baseUrl={fields.baseUrl} />}
      {existing !== null && <TextField label={text.providers.name} value={fields.name} onChange={(name) => change({ name })} maxLength={80} />}
      <KeyField
        fields={fields}
        isOptional={!needsKey && existing === null}
        hint={existing === null ? undefined : text.providers.keyKept}
        error={isAsked ? missing.key : null}
        inputRef={keyField}
        onChange={(key) => change({ key })}
        onEnter={() => void runCheck()}
      />
      <div className="flex flex-wrap items-center gap-2">
        {isChecking ? (
          <>
            <Button look="primary" isBusy>
              {text.providers.checking}
            </Button>
            <Button look="quiet" onClick={check.stop}>
              {text.providers.stopCheck}
            </Button>
          </>
        ) : (
          <Button look="primary" disabled={isOutOfReach} onClick={() => void runCheck()}>
            {text.providers.check}
          </Button>
        )}
        {mayKeepUnchecked && (
          <Button look="quiet" onClick={() => isComplete() && void save(null)}>
            {text.providers.saveUnchecked}
          </Button>
        )}
        {extraActions}
        <span className="flex-1" />
        {keysUrl !== null && (
          <Button look="quiet" onClick={() => void bridge.request('app.openExternal', { url: keysUrl })}>
            {text.providers.getKey}
          </Button>
        )}
      </div>
      {check.kind === 'done' && (
        <CheckOutcomeNotice
          outcome={check.outcome}
          fields={fields}
          onFixKey={() => keyField.current?.focus()}
          onFixAddress={() => (addressField.current ?? keyField.current)?.focus()}
          onCheckAgain={() => void runCheck()}
        />
      )}
      {check.kind === 'not-saved' && <FailureNotice failure={check.failure} role="alert" actions={{ retry: () => void runCheck() }} />}
      <div className="flex flex-col gap-1">
        <KeyStorage storage={storage} />
        {fields.baseUrl !== '' && check.kind !== 'done' && (
          <p className="text-xs text-faint">
            {bridge.surface === 'desktop' ? text.providers.goesTo(hostOf(fields.baseUrl)) : text.providers.goesToBrowser(hostOf(fields.baseUrl))}
          </p>
        )}
      </div>
    </div>
  )
}

interface KeyFieldProps {
  fields: ProviderFields
  isOptional: boolean
  hint: string | undefined
  error: string | null
  inputRef: RefObject<HTMLInputElement | null>
  onChange: (key: string) => void
  onEnter: () => void
}

function KeyField({ fields, isOptional, hint, error, inputRef, onChange, onEnter }: KeyFieldProps) {
  const { text } = useLocalisation()
  const [isShown, setShown] = useState(false)
  const canPaste = useMayReadClipboard()
  const paste = () => {
    inputRef.current?.focus()
    // Without the permission the field has the focus, and the person's own paste works there.
    navigator.clipboard.readText().then(
      (clip) => onChange(clip.trim()),
      () => undefined,
    )
  }
  return (
    <TextField
      label={isOptional ? text.providers.keyOptional : text.providers.key}
      inputRef={inputRef}
      type={isShown ? 'text' : 'password'}
      value={fields.key}
      onChange={onChange}
      onEnter={onEnter}
      hint={hint}
      error={error}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-1p-ignore
      className="pr-20 font-mono"
      trailing={
        <>
          <IconButton
            size="small"
            label={isShown ? text.providers.hideKey : text.providers.showKey}
            icon={isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
            onClick={() => setShown(!isShown)}
          />
          {canPaste && (
            <IconButton size="small" label={text.providers.paste} icon={<ClipboardPaste size={15} aria-hidden />} onClick={paste} />
          )}
        </>
      }
    />
  )
}

/** Whether a Paste button could do anything: where the clipboard may not be read, there is none. */
function useMayReadClipboard(): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // The name is not in the DOM's types, and engines without it reject.
    navigator.permissions.query({ name: 'clipboard-read' as PermissionName }).then(
      ({ state }) => isCurrent && setMay(state !== 'denied'),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return may
}

type LocalServer = RouteOutput<'models.discoverLocal'>[number]

const serverNames: Record<LocalServer['kind'], string> = { ollama: 'Ollama', 'lm-studio': 'LM Studio', 'llama.cpp': 'llama.cpp' }

/** Model servers that run on this computer on their usual ports; nothing is shown where there are none. */
function LocalServers({ onUse }: { onUse: (server: LocalServer) => void }) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const [servers, setServers] = useState<readonly LocalServer[]>([])
  useEffect(() => {
    let isCurrent = true
    void bridge.request('models.discoverLocal', {}).then((reply) => {
      if (isCurrent && reply.ok) setServers(reply.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge])
  if (servers.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border border-transparent bg-accent-soft px-3 py-2">
      <span className="text-sm text-muted">{text.providers.foundHere}</span>
      {servers.map((server) => (
        <Button key={server.baseUrl} size="small" onClick={() => onUse(server)}>
          {text.providers.useLocal(serverNames[server.kind])}
          <span className="font-normal text-faint">{text.providers.localModels(server.models.length)}</span>
        </Button>
      ))}
    </div>
  )
}
