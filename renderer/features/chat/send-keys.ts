import type { Settings } from '@shared/settings'

interface Press {
  readonly key: string
  readonly shiftKey: boolean
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
}

/** Whether this Enter sends. The caller has asked the IME guard first (UI-1). */
export function wantsToSend(press: Press, sendWith: Settings['sendWith'], isMac: boolean): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false
  const mod = isMac ? press.metaKey : press.ctrlKey
  // With plain Enter the modifier sends as well: the hands of many know nothing else.
  return sendWith === 'enter' ? mod || (!press.metaKey && !press.ctrlKey) : mod
}
