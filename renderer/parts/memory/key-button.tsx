import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '@renderer/ui/button'
import { Kbd } from '@renderer/ui/kbd'

interface KeyButtonProps {
  /** What is read out: the action and the line it is about. */
  label: string
  look?: ButtonLook
  /** One letter that does the same while the card has the focus. */
  shortcut?: string
  onClick: () => void
  children: ReactNode
}

/** A button of a card, with its key; the key is for those who have a keyboard, and is left out on touch. */
export function KeyButton({ label, look = 'plain', shortcut, onClick, children }: KeyButtonProps) {
  return (
    <Button size="small" look={look} aria-label={label} aria-keyshortcuts={shortcut} onClick={onClick}>
      {children}
      {shortcut !== undefined && (
        <span aria-hidden className="ml-0.5 pointer-coarse:hidden">
          <Kbd keys={shortcut.toLowerCase()} isInverse={look === 'primary'} />
        </span>
      )}
    </Button>
  )
}
