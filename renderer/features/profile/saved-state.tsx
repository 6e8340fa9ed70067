import { Check, TriangleAlert } from 'lucide-react'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Tooltip } from '@renderer/ui/tooltip'

/** Whether what was written is on disk, in words. */
export function SavedState() {
  const { text } = useLocalisation()
  const { kind } = useObservable(useServices().storageHealth)
  const isSaved = kind === 'fine' || kind === 'low'
  if (isSaved) {
    return (
      <span className="flex items-center gap-1 px-2 text-sm text-faint">
        <Check size={14} aria-hidden />
        {text.profile.saved}
      </span>
    )
  }
  return (
    <Tooltip text={text.profile.notSavedHint}>
      <span role="status" className="flex items-center gap-1 px-2 text-sm text-danger">
        <TriangleAlert size={14} aria-hidden />
        {kind === 'full' ? text.profile.notSavedFull : text.profile.notSavedFailed}
      </span>
    </Tooltip>
  )
}
