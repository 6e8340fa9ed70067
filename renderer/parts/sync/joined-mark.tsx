import { Split } from 'lucide-react'
import type { DeviceId } from '@shared/ids'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

/** Where what another device said at the same time begins. */
export default function JoinedMark({ device }: { device: DeviceId }) {
  const text = useSyncText()
  const vault = useObservable(useServices().sync.vault)
  const found = vault?.devices.find(({ id }) => id === device)
  return (
    <p className="mb-4 flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="flex items-center gap-1.5">
        <Split size={13} aria-hidden className="shrink-0" />
        {found?.isThis === true ? text.joinedHere : text.joinedOn(found?.name ?? null)}
      </span>
    </p>
  )
}
