import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from './button'
import { useDialogFocus } from './dialog-focus'
import { isImeKey } from './ime'
import { TextField } from './text-field'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /** Only text inside: the body takes the focus, so that it can be scrolled by keyboard. */
  isReading?: boolean
}

const widths = { narrow: 'max-w-sm', normal: 'max-w-lg', wide: 'max-w-2xl' }

/** UI-1: an Escape that drops a composition leaves the dialog open. */
const keepForIme = (event: KeyboardEvent) => {
  if (isImeKey(event)) event.preventDefault()
}

/** Into the first field, or onto the dialog itself; never onto the close button, whose tooltip would open. */
function focusInside(content: HTMLElement): void {
  const field = content.querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled])')
  ;(field ?? content).focus()
}

export function Dialog({ isOpen, onClose, title, description, closeLabel, children, footer, width = 'normal', isReading = false }: DialogProps) {
  const focus = useDialogFocus(focusInside)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-appear" />
        <Radix.Content
          onEscapeKeyDown={keepForIme}
          {...focus}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={clsx(
            'fixed inset-x-3 top-[12vh] z-40 mx-auto flex max-h-[76vh] flex-col rounded-xl border border-line bg-raised shadow-float animate-rise focus:outline-none',
            widths[width],
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description asChild>
                  <div className="mt-1 text-muted">{description}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton size="small" label={closeLabel} icon={<X size={16} aria-hidden />} className="-mr-1.5" />
            </Radix.Close>
          </header>
          {children !== undefined && (
            <div tabIndex={isReading ? 0 : undefined} className="min-h-0 overflow-y-auto px-5 pt-3 pb-1 focus-visible:-outline-offset-2">
              {children}
            </div>
          )}
          {footer === undefined ? <div className="h-4 shrink-0" /> : <footer className="flex flex-wrap justify-end gap-2 px-5 py-4">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  /** What will be gone, in plain words. */
  description: ReactNode
  confirmLabel: string
  cancelLabel: string
  isDanger?: boolean
  /** Must be typed before the button works, for what cannot be undone; `ask` names the field. */
  typed?: { readonly phrase: string; readonly ask: string }
}

export function ConfirmDialog({ isOpen, onClose, onConfirm, title, description, confirmLabel, cancelLabel, isDanger = false, typed }: ConfirmDialogProps) {
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed.phrase
  const close = () => {
    setText('')
    onClose()
  }
  const confirm = () => {
    if (!isReady) return
    close()
    onConfirm()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      description={description}
      closeLabel={cancelLabel}
      width="narrow"
      footer={
        <>
          <Button onClick={close}>{cancelLabel}</Button>
          <Button look={isDanger ? 'danger' : 'primary'} disabled={!isReady} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typed && <TextField label={typed.ask} value={text} onChange={setText} onEnter={confirm} autoComplete="off" />}
    </Dialog>
  )
}

interface SheetProps {
  isOpen: boolean
  onClose: () => void
  side: 'left' | 'right'
  /** Names the sheet for assistive technology; the content has its own visible heading. */
  label: string
  children: ReactNode
}

/** A pane that comes in from a side on narrow screens. */
export function Sheet({ isOpen, onClose, side, label, children }: SheetProps) {
  const focus = useDialogFocus((content) => content.focus())
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-scrim animate-appear" />
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={keepForIme}
          {...focus}
          className={clsx(
            'fixed inset-y-0 z-30 flex w-[min(20rem,86vw)] flex-col bg-sunken pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-float focus:outline-none',
            side === 'left' ? 'left-0 pl-[env(safe-area-inset-left)] animate-from-left' : 'right-0 pr-[env(safe-area-inset-right)] animate-from-right',
          )}
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
