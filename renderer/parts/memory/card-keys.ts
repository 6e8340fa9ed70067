import type { KeyboardEvent } from 'react'
import { isImeKey } from '@renderer/ui/ime'

/**
 * Runs the action of a single letter that was pressed on a card or on one of its buttons. Letters that are typed into
 * a field, pressed with a modifier or owned by an input method (UI-1) are left alone.
 */
export function runCardKey(event: KeyboardEvent, actions: Readonly<Record<string, (() => void) | undefined>>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isImeKey(event)) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null) return
  const act = actions[event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key.toLowerCase()]
  if (act === undefined) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
