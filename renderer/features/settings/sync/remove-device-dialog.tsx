import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices, type SyncDevice } from '@renderer/state/services'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { showToast } from '@renderer/ui/toasts'
import { tellSyncFailure } from './tell-failure'

interface RemoveDeviceDialogProps {
  device: SyncDevice
  isOpen: boolean
  onClose: () => void
}

export function RemoveDeviceDialog({ device, isOpen, onClose }: RemoveDeviceDialogProps) {
  const { sync } = useServices()
  const { common } = useLocalisation().text
  const text = useSyncText()
  const remove = async () => {
    const removed = await sync.removeDevice(device.id)
    if (removed.ok) showToast({ text: text.removed(device.name) })
    else tellSyncFailure(removed.failure, text)
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
      title={text.removeTitle(device.name)}
      description={
        <ul className="flex list-disc flex-col gap-1.5 pl-4">
          {text.removeText(device.name).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
      confirmLabel={common.remove}
      cancelLabel={common.cancel}
      isDanger
    />
  )
}
