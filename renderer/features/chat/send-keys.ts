import type { Settings } from '@shared/settings'
import { useSettings } from '@renderer/state/use-observable'
import { useIsTouch } from '@renderer/ui/use-media-query'

interface Press {
  readonly key: string
  readonly shiftKey: boolean
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
}

/** The person's choice; on the keys of a screen Enter breaks the line, since those have no other way to. */
export function useSendKeys(): Settings['sendWith'] {
  const { sendWith } = useSettings()
  return useIsTouch() ? 'mod-enter' : sendWith
}

/** Whether this Enter sends. The caller has asked the IME guard first (UI-1). */
export function wantsToSend(press: Press, sendWith: Settings['sendWith'], isMac: boolean): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false
  const mod = isMac ? press.metaKey : press.ctrlKey
  // With plain Enter the modifier sends as well: the hands of many know nothing else.
  return sendWith === 'enter' ? mod || (!press.metaKey && !press.ctrlKey) : mod
}
