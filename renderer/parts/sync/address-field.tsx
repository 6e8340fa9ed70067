import type { Ref } from 'react'
import { useSyncText } from '@renderer/i18n/sync-text'
import type { Services } from '@renderer/state/services'
import { TextField } from '@renderer/ui/text-field'

const sampleAddress = 'sync.example.org'

interface AddressFieldProps {
  value: string
  onChange: (address: string) => void
  onEnter: () => void
  inputRef: Ref<HTMLInputElement>
  isInvalid?: boolean
}

export function AddressField({ isInvalid = false, ...rest }: AddressFieldProps) {
  const text = useSyncText()
  return (
    <TextField
      {...rest}
      label={text.serverAddress}
      hint={text.serverAddressHint}
      placeholder={sampleAddress}
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-invalid={isInvalid || undefined}
    />
  )
}

/** In a browser the page most likely comes from the server itself. */
export const ownAddress = ({ bridge }: Pick<Services, 'bridge'>): string => (bridge.surface === 'browser' ? location.origin : '')
