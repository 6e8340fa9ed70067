import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactElement } from 'react'
import { Kbd } from './kbd'

interface TooltipProps {
  text: string
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  /** One element that takes a ref. */
  children: ReactElement
}

/** Focus that comes back from a closed menu or dialog after a click opens no tooltip. */
const onlyForKeyboard = (event: FocusEvent<HTMLElement>) => {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}

/** Needs a UiProvider above. Never the only place of an information: touch has no tooltips. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyForKeyboard}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex max-w-72 items-center gap-2 rounded-md border border-transparent bg-text px-2 py-1 text-xs text-surface shadow-float animate-appear"
        >
          {text}
          {shortcut !== undefined && <Kbd keys={shortcut} isInverse />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
