import { clsx } from 'clsx'
import { useId, useLayoutEffect, useRef, type ComponentProps, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { useImeGuard } from './ime'

const box =
  'w-full rounded-md border border-control/70 bg-raised px-2.5 text-base text-text transition-colors ' +
  'hover:border-control focus-visible:border-focus focus-visible:outline-1 focus-visible:outline-offset-0 ' +
  'disabled:opacity-55 aria-invalid:border-danger'

interface FieldProps {
  label: string
  isLabelHidden?: boolean
  value: string
  onChange: (value: string) => void
  /** Enter, unless an input method owns it (UI-1). */
  onEnter?: (() => void) | undefined
  onEscape?: (() => void) | undefined
  hint?: ReactNode
  error?: string | null | undefined
}

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size' | 'children'> {
  /** Sits inside the field, after the text. */
  trailing?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, value, onChange, onEnter, onEscape, hint, error, trailing, inputRef, className, onKeyDown, ...rest } = props
  const ids = useFieldIds(hint !== undefined, Boolean(error))
  const keys = useFieldKeys(onEnter, onEscape)
  return (
    <Field ids={ids} label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error}>
      <div className="relative">
        <input
          type="text"
          {...rest}
          ref={inputRef}
          id={ids.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            keys(event)
          }}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          className={clsx(box, 'h-9 touch-target', trailing !== undefined && 'pr-10', className)}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
      </div>
    </Field>
  )
}

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'children'> {
  minRows?: number
  maxRows?: number
  areaRef?: Ref<HTMLTextAreaElement>
}

/** Grows with its text. Enter breaks the line unless `onEnter` is given; Shift+Enter always does. */
export function TextArea(props: TextAreaProps) {
  const { label, isLabelHidden, value, onChange, onEnter, onEscape, hint, error, minRows = 2, maxRows = 12, areaRef, className, onKeyDown, ...rest } = props
  const ids = useFieldIds(hint !== undefined, Boolean(error))
  const keys = useFieldKeys(onEnter, onEscape)
  const own = useRef<HTMLTextAreaElement | null>(null)
  useAutoGrow(own, value)
  return (
    <Field ids={ids} label={label} isLabelHidden={isLabelHidden ?? false} hint={hint} error={error}>
      <textarea
        {...rest}
        ref={(element) => {
          own.current = element
          if (typeof areaRef === 'function') areaRef(element)
          else if (areaRef) areaRef.current = element
        }}
        id={ids.control}
        rows={minRows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          keys(event)
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
        style={{ maxHeight: `${maxRows * 1.5 + 1}em` }}
        className={clsx(box, 'block resize-none py-2 field-sizing-content', className)}
      />
    </Field>
  )
}

/** For engines without `field-sizing`; where it is known, CSS does it without a measurement. */
export function useAutoGrow(area: { readonly current: HTMLTextAreaElement | null }, value: string) {
  useLayoutEffect(() => {
    const element = area.current
    if (element === null || CSS.supports('field-sizing', 'content')) return
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight + 2}px`
  }, [area, value])
}

/** Keys of a one-purpose field: Enter and Escape, both left to the input method while it composes. */
export function useFieldKeys(onEnter?: () => void, onEscape?: () => void) {
  const isImeKey = useImeGuard()
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    if (isImeKey(event)) {
      // A form would take this Enter as its submission.
      if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) event.preventDefault()
      return
    }
    if (event.defaultPrevented) return
    const act = event.key === 'Enter' ? (event.shiftKey ? undefined : onEnter) : onEscape
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
}

interface FieldIds {
  control: string
  hint: string
  error: string
  describedBy: string | undefined
}

function useFieldIds(hasHint: boolean, hasError: boolean): FieldIds {
  const id = useId()
  const described = [hasHint && `${id}-hint`, hasError && `${id}-error`].filter(Boolean).join(' ')
  return { control: id, hint: `${id}-hint`, error: `${id}-error`, describedBy: described === '' ? undefined : described }
}

interface FieldFrameProps {
  ids: FieldIds
  label: string
  isLabelHidden: boolean
  hint: ReactNode
  error: string | null | undefined
  children: ReactNode
}

function Field({ ids, label, isLabelHidden, hint, error, children }: FieldFrameProps) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={ids.control} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-muted'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={ids.hint} className="text-xs text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
