import { useSyncText } from '@renderer/i18n/sync-text'
import { TextField } from '@renderer/ui/text-field'
import { maxDeviceNameLength, suggestDeviceName } from './device-name'

interface DeviceNameFieldProps {
  value: string
  onChange: (name: string) => void
  onEnter: () => void
}

export function DeviceNameField({ value, onChange, onEnter }: DeviceNameFieldProps) {
  const text = useSyncText()
  return <TextField label={text.deviceName} hint={text.deviceNameHint} value={value} onChange={onChange} onEnter={onEnter} maxLength={maxDeviceNameLength} autoComplete="off" />
}

/** What is suggested until the person types another; an emptied field means the suggestion. */
export const useSuggestedName = (): string => suggestDeviceName(navigator.userAgent, navigator.maxTouchPoints, useSyncText())
