import { Plus } from 'lucide-react'
import { useSyncText } from '@renderer/i18n/sync-text'
import type { VaultView } from '@renderer/state/services'
import { Button } from '@renderer/ui/button'
import { Section } from '../section'
import { DeviceRow } from './device-row'

interface DeviceListProps {
  vault: VaultView
  onAdd: () => void
}

export function DeviceList({ vault, onAdd }: DeviceListProps) {
  const text = useSyncText()
  const present = vault.devices.filter(({ isRemoved }) => !isRemoved)
  const removed = vault.devices.filter(({ isRemoved }) => isRemoved)
  return (
    <Section
      title={text.devices}
      {...(present.length === 1 && { hint: text.onlyDevice })}
      action={
        <Button look={present.length === 1 ? 'primary' : 'plain'} icon={<Plus size={15} aria-hidden />} onClick={onAdd}>
          {text.addDevice}
        </Button>
      }
    >
      <ul aria-label={text.devices} className="border-t border-line">
        {present.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      {removed.length > 0 && (
        <details className="mt-2 text-sm text-muted">
          <summary className="w-fit rounded-sm touch-target content-center">{text.removedDevices(removed.length)}</summary>
          <ul className="mt-1 list-disc pl-5">
            {removed.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
