import { Globe, KeyRound, Laptop, Pencil, Smartphone, Trash2, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { maxDeviceNameLength } from '@renderer/parts/sync/device-name'
import { tellSyncFailure } from './tell-failure'
import { useServices, type DeviceKind, type SyncDevice } from '@renderer/state/services'
import { Button, IconButton } from '@renderer/ui/button'
import { Badge } from '@renderer/ui/feedback'
import { TextField } from '@renderer/ui/text-field'
import { RemoveDeviceDialog } from './remove-device-dialog'
import { SendKeysDialog } from './send-keys-dialog'

const icons: Record<DeviceKind, LucideIcon> = { desktop: Laptop, phone: Smartphone, browser: Globe }

export function DeviceRow({ device }: { device: SyncDevice }) {
  const text = useSyncText()
  const [shown, setShown] = useState<'none' | 'rename' | 'remove' | 'send-keys'>('none')
  const renameButton = useRef<HTMLButtonElement>(null)
  const Icon = icons[device.kind]
  const close = () => setShown('none')
  const endRename = () => {
    close()
    // The field that had the focus is gone; the button that opened it comes back in its place.
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  return (
    <li className="flex items-start gap-x-3 border-b border-line py-3">
      <span role="img" aria-label={text.deviceKinds[device.kind]} className="mt-0.5 shrink-0 text-faint">
        <Icon size={20} strokeWidth={1.6} aria-hidden />
      </span>
      {shown === 'rename' ? (
        <RenameForm name={device.name} onEnd={endRename} />
      ) : (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-44 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium break-words">{device.name}</span>
              {device.isThis && <Badge tone="ok">{text.thisDevice}</Badge>}
            </p>
            <DeviceFacts device={device} />
          </div>
          <div className="flex items-center gap-1.5">
            {device.isThis ? (
              <Button ref={renameButton} size="small" icon={<Pencil size={14} aria-hidden />} onClick={() => setShown('rename')}>
                {text.rename}
              </Button>
            ) : (
              <>
                <Button size="small" icon={<KeyRound size={14} aria-hidden />} aria-label={text.sendKeysTo(device.name)} onClick={() => setShown('send-keys')}>
                  {text.sendKeys}
                </Button>
                <IconButton size="small" label={text.removeDevice(device.name)} icon={<Trash2 size={15} aria-hidden />} onClick={() => setShown('remove')} />
              </>
            )}
          </div>
        </div>
      )}
      {!device.isThis && <RemoveDeviceDialog device={device} isOpen={shown === 'remove'} onClose={close} />}
      {shown === 'send-keys' && <SendKeysDialog device={device} onClose={close} />}
    </li>
  )
}

function DeviceFacts({ device }: { device: SyncDevice }) {
  const { clock } = useServices()
  const { format } = useLocalisation()
  const text = useSyncText()
  const ago = (at: number) => format.ago(at, clock.now())
  const seen = device.isOnline ? text.online : device.lastSeenAt === null ? text.neverSeen : text.lastSeen(ago(device.lastSeenAt))
  const facts = [device.isThis ? null : seen, device.lastChangeAt === null ? text.addedAt(ago(device.addedAt)) : (device.isThis ? text.lastChange : text.lastChangeToo)(ago(device.lastChangeAt))]
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted tabular-nums">
      {device.isOnline && !device.isThis && <span aria-hidden className="size-1.5 rounded-full bg-accent forced-colors:bg-[Highlight]" />}
      {facts.filter((fact) => fact !== null).join(' · ')}
    </p>
  )
}

function RenameForm({ name, onEnd }: { name: string; onEnd: () => void }) {
  const { sync } = useServices()
  const { common } = useLocalisation().text
  const text = useSyncText()
  const [typed, setTyped] = useState(name)
  const save = async () => {
    const next = typed.trim()
    onEnd()
    if (next === '' || next === name) return
    const renamed = await sync.renameDevice(next)
    if (!renamed.ok) tellSyncFailure(renamed.failure, text)
  }
  return (
    <div className="flex min-w-44 flex-1 flex-wrap items-center gap-2">
      <div className="min-w-40 flex-1">
        <TextField
          label={text.renameLabel}
          isLabelHidden
          autoFocus
          value={typed}
          onChange={setTyped}
          onEnter={() => void save()}
          onEscape={onEnd}
          maxLength={maxDeviceNameLength}
          onFocus={(event) => event.target.select()}
          autoComplete="off"
        />
      </div>
      <Button size="small" look="primary" onClick={() => void save()}>
        {common.save}
      </Button>
      <Button size="small" onClick={onEnd}>
        {common.cancel}
      </Button>
    </div>
  )
}
