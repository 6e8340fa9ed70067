import { Split } from 'lucide-react'
import type { DeviceId } from '@shared/ids'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'

/** Where what another device said at the same time begins. */
export default function JoinedMark({ device, onKeep }: { device: DeviceId; onKeep: ((which: 'this' | 'other') => void) | null }) {
  const text = useSyncText()
  const vault = useObservable(useServices().sync.vault)
  const found = vault?.devices.find(({ id }) => id === device)
  const mark = (
    <p className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <span className="flex items-center gap-1.5">
        <Split size={13} aria-hidden className="shrink-0" />
        {found?.isThis === true ? text.joinedHere : text.joinedOn(found?.name ?? null)}
      </span>
    </p>
  )
  if (onKeep === null) return <div className="mb-4">{mark}</div>
  return (
    <div className="mb-4">
      {mark}
      <div className="mt-1.5 flex flex-wrap justify-center gap-2">
        <Button size="small" look="quiet" onClick={() => onKeep('other')}>
          {text.keepBefore}
        </Button>
        <Button size="small" look="quiet" onClick={() => onKeep('this')}>
          {text.keepAfter}
        </Button>
      </div>
    </div>
  )
}
