import { Plus, Trash2 } from 'lucide-react'
import type { CredentialInfo } from '@shared/bridge/contract'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { Button, IconButton } from '@renderer/ui/button'
import { KeyField } from './provider-key-field'
import type { ProviderFields } from './provider-presets'

interface FurtherKeysProps {
  fields: ProviderFields
  /** The address has changed: what is stored does not count any more. */
  isMoved: boolean
  credentials: ReadonlyMap<string, CredentialInfo>
  onChange: (change: Partial<ProviderFields>) => void
}

/** As many as a provider may have beside the first. */
const maxFurther = 15

/** Further keys of one provider: the stored ones by their last characters, and fields for new ones. */
export function FurtherKeys({ fields, isMoved, credentials, onChange }: FurtherKeysProps) {
  const text = useProviderFormText()
  const { keptKeyIds, addedKeys } = fields
  const setAdded = (index: number, key: string) => onChange({ addedKeys: addedKeys.with(index, key) })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium text-muted">{text.furtherKeys}</legend>
      <p className="text-xs text-faint">{isMoved && keptKeyIds.length > 0 ? text.keysDropped : text.furtherKeysHint}</p>
      {!isMoved &&
        keptKeyIds.map((id) => {
          const name = nameOf(credentials.get(id)?.hint ?? null)
          return (
            <div key={id} className="flex items-center gap-2">
              <span className="flex-1 text-sm text-muted tabular-nums">{name}</span>
              <IconButton
                size="small"
                label={text.removeKey(name)}
                icon={<Trash2 size={15} aria-hidden />}
                onClick={() => onChange({ keptKeyIds: keptKeyIds.filter((kept) => kept !== id) })}
              />
            </div>
          )
        })}
      {addedKeys.map((key, index) => (
        <KeyField
          // The fields have no identity but their place.
          key={index}
          label={text.furtherKey(index + 1)}
          value={key}
          onChange={(typed) => setAdded(index, typed)}
          extra={
            <IconButton
              size="small"
              label={text.removeKey(String(index + 1))}
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() => onChange({ addedKeys: addedKeys.toSpliced(index, 1) })}
            />
          }
        />
      ))}
      {keptKeyIds.length + addedKeys.length < maxFurther && (
        <Button size="small" className="self-start" icon={<Plus size={14} aria-hidden />} onClick={() => onChange({ addedKeys: [...addedKeys, ''] })}>
          {text.addKey}
        </Button>
      )}
    </fieldset>
  )

  function nameOf(hint: string | null): string {
    return hint === null ? text.keyPlain : text.keyEnding(hint)
  }
}
