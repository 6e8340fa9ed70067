import { ArrowLeft } from 'lucide-react'
import type { ModelProvider } from '@shared/providers/model-provider'
import { presets } from '@shared/providers/presets'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { useServices } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'
import { BrowserAccessNote } from './browser-access-note'
import { CheckOutcomeNotice } from './check-outcome'
import { FailureNotice } from './failure-notice'
import { KeyStorage } from './key-storage'
import { Address, needsAddress } from './provider-address'
import { presetName } from './preset-name'
import { KeyField } from './provider-key-field'
import { ProviderMore } from './provider-more'
import { hostOf, type Preset, type ProviderFields } from './provider-presets'
import { useProviderForm } from './use-provider-form'

interface FieldsFormProps {
  start: ProviderFields
  existing: ModelProvider | null
  onSaved: (provider: ModelProvider) => void
  /** The way back to the list of services. */
  other?: { readonly label: string; readonly onClick: () => void }
}

/** The fields of one service, its check, and what came of it. */
export function ProviderFieldsForm({ start, existing, onSaved, other }: FieldsFormProps) {
  const { bridge } = useServices()
  const { text } = useLocalisation()
  const words = useProviderFormText()
  const form = useProviderForm(start, existing, onSaved)
  const { fields, check, change, runCheck, keyField, addressField } = form
  const { keysUrl } = presets[fields.preset]
  const host = hostOf(fields.baseUrl)

  return (
    <>
      {other !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="flex-1 text-base font-medium">{presetName(fields.preset, words)}</h3>
          <Button size="small" look="quiet" icon={<ArrowLeft size={14} aria-hidden />} onClick={other.onClick}>
            {other.label}
          </Button>
        </div>
      )}
      <PresetNote preset={fields.preset} />
      {needsAddress(fields.preset) && <Address fields={fields} error={form.missing.address} inputRef={addressField} onChange={change} onEnter={runCheck} />}
      <BrowserAccessNote baseUrl={fields.baseUrl} preset={fields.preset} />
      <KeyField
        label={form.isKeyOptional && existing === null ? text.providers.keyOptional : text.providers.key}
        inputRef={keyField}
        value={fields.key}
        onChange={(key) => change({ key })}
        onEnter={runCheck}
        hint={existing === null ? undefined : text.providers.keyKept}
        error={form.missing.key}
      />
      {fields.preset === 'azure' && (
        <TextField
          label={words.deployments}
          value={fields.modelsByHand}
          onChange={(modelsByHand) => change({ modelsByHand })}
          onEnter={runCheck}
          hint={words.deploymentsHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
      <ProviderMore
        fields={fields}
        existing={existing}
        credentials={form.credentials}
        isAsked={form.isAsked}
        addressError={form.missing.address}
        addressRef={addressField}
        onChange={change}
        onEnter={runCheck}
      />
      <div className="flex flex-wrap items-center gap-2">
        {check.kind === 'checking' ? (
          <>
            <Button look="primary" isBusy>
              {text.providers.checking}
            </Button>
            <Button look="quiet" onClick={check.stop}>
              {text.providers.stopCheck}
            </Button>
          </>
        ) : (
          <Button look="primary" disabled={form.isOutOfReach} onClick={runCheck}>
            {text.providers.check}
          </Button>
        )}
        {form.mayKeepUnchecked && (
          <Button look="quiet" onClick={form.keepUnchecked}>
            {text.providers.saveUnchecked}
          </Button>
        )}
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
          onCheckAgain={runCheck}
        />
      )}
      {check.kind === 'not-saved' && <FailureNotice failure={check.failure} role="alert" actions={{ retry: runCheck }} />}
      <div className="flex flex-col gap-1">
        <KeyStorage storage={form.storage} />
        {fields.baseUrl !== '' && check.kind !== 'done' && (
          <p className="text-xs text-faint">{bridge.surface === 'desktop' ? text.providers.goesTo(host) : text.providers.goesToBrowser(host)}</p>
        )}
      </div>
    </>
  )
}

/** What is worth knowing of a kind of service before a key is made. */
function PresetNote({ preset }: { preset: Preset }) {
  const text = useProviderFormText()
  const note = presets[preset].group === 'aggregator' ? text.mayHide : preset === 'qwen-china' || preset === 'qwen-international' ? text.region : null
  return note === null ? null : <p className="text-sm text-muted">{note}</p>
}
