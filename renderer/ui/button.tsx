import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner'
import { Tooltip } from './tooltip'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-hover',
  plain: 'bg-raised text-text border-control/60 hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-text data-[state=open]:bg-hover',
  danger: 'bg-danger text-on-danger border-transparent hover:bg-danger-hover',
}

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none ' +
  'transition-colors touch-target aria-disabled:opacity-55 disabled:opacity-55 [&_svg]:shrink-0'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: 'small' | 'normal'
  icon?: ReactNode
  /** Shows a spinner in the icon's place and ignores presses; keeps its width and its focus. */
  isBusy?: boolean
}

export function Button({ look = 'plain', size = 'normal', icon, isBusy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(base, looks[look], size === 'small' ? 'h-7 px-2 text-sm' : 'h-8 px-3 text-base', className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its name, also shown as the tooltip. */
  label: string
  icon: ReactNode
  /** Shown in the tooltip, as in the command list: "Mod+K". */
  shortcut?: string | undefined
  look?: ButtonLook
  size?: 'small' | 'normal'
  tooltipSide?: 'top' | 'bottom' | 'left' | 'right'
}

export function IconButton({ label, icon, shortcut, look = 'quiet', size = 'normal', tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={clsx(base, looks[look], size === 'small' ? 'size-7' : 'size-8', className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
