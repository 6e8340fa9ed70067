import { useRef } from 'react'

/**
 * Where the focus goes when a dialog opens, and back to when it closes. A dialog that was opened by state and not
 * by a trigger of its own would leave it nowhere.
 */
export function useDialogFocus(enter: (content: HTMLElement) => void) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      event.preventDefault()
      before.current = document.activeElement
      if (event.currentTarget instanceof HTMLElement) enter(event.currentTarget)
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      // What the closing led to may have taken the focus already: a session that was picked, for one.
      const isTaken = document.activeElement !== null && document.activeElement !== document.body
      if (!isTaken && before.current instanceof HTMLElement) before.current.focus()
    },
  }
}
