import { useState, type RefObject } from 'react'
import type { CredentialInfo } from '@shared/bridge/contract'
import type { ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useProviderFormText, type ProviderFormText } from '@renderer/i18n/provider-form-text'
import { TextField } from '@renderer/ui/text-field'
import { Address, needsAddress } from './provider-address'
import { FurtherKeys } from './provider-further-keys'
import { ExtraHeaders } from './provider-headers'
import { isMoreRight, isMoved, isTimeoutRight, type ProviderFields } from './provider-presets'
import { ProxyFields } from './proxy-fields'

interface MoreProps {
  fields: ProviderFields
  existing: ModelProvider | null
  credentials: ReadonlyMap<string, CredentialInfo>
  /** The person wanted to go on: what is wrong is shown, and the fold opens where it is. */
  isAsked: boolean
  addressError: string | null
  addressRef: RefObject<HTMLInputElement | null>
  onChange: (change: Partial<ProviderFields>) => void
  onEnter: () => void
}

/** What most people never need, in one fold; closed it says what is set. */
export function ProviderMore({ fields, existing, credentials, isAsked, addressError, addressRef, onChange, onEnter }: MoreProps) {
  const text = useProviderFormText()
  const { text: common } = useLocalisation()
  // Opened where something is wrong, it stays open while that is put right.
  const [isOpen, setOpen] = useState(false)
  const set = whatIsSet(fields, text)
  const isWrong = isAsked && !isMoreRight(fields)
  return (
    <details className="rounded-lg border border-line px-3 py-2 open:pb-4" open={isOpen || isWrong} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm text-muted touch-target">{set.length === 0 ? text.more : text.moreSet(set.join(' · '))}</summary>
      <div className="mt-3 flex flex-col gap-5">
        {existing !== null && <TextField label={common.providers.name} value={fields.name} onChange={(name) => onChange({ name })} maxLength={80} />}
        {!needsAddress(fields.preset) && <Address fields={fields} error={addressError} inputRef={addressRef} onChange={onChange} onEnter={onEnter} />}
        <FurtherKeys fields={fields} isMoved={isMoved(fields, existing)} credentials={credentials} onChange={onChange} />
        {fields.preset !== 'azure' && (
          <TextField
            label={text.modelsByHand}
            value={fields.modelsByHand}
            onChange={(modelsByHand) => onChange({ modelsByHand })}
            hint={text.modelsByHandHint}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            className="font-mono"
          />
        )}
        <ExtraHeaders headers={fields.headers} onChange={(headers) => onChange({ headers })} />
        <TextField
          label={text.timeout}
          value={fields.timeout}
          onChange={(timeout) => onChange({ timeout })}
          onEnter={onEnter}
          hint={text.timeoutHint}
          error={isTimeoutRight(fields.timeout) ? null : text.timeoutProblem}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-28"
        />
        <ProxyFields value={fields.proxy} onChange={(proxy) => onChange({ proxy })} isAsked={isAsked} onEnter={onEnter} />
      </div>
    </details>
  )
}

function whatIsSet(fields: ProviderFields, { set }: ProviderFormText): readonly string[] {
  const keys = fields.keptKeyIds.length + fields.addedKeys.filter((key) => key.trim() !== '').length
  const headers = fields.headers.filter(({ name }) => name.trim() !== '').length
  return [
    ...(keys > 0 ? [set.keys(keys)] : []),
    ...(headers > 0 ? [set.headers(headers)] : []),
    ...(fields.timeout.trim() !== '' ? [set.timeout] : []),
    ...(fields.proxy.kind !== 'system' ? [set.proxy] : []),
  ]
}
