import { ClipboardPaste, Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui/button'
import { TextField } from '@renderer/ui/text-field'

interface KeyFieldProps {
  label: string
  value: string
  onChange: (key: string) => void
  onEnter?: () => void
  hint?: string | undefined
  error?: string | null
  inputRef?: RefObject<HTMLInputElement | null>
  /** Beside the buttons of the field. */
  extra?: ReactNode
}

/** A secret: hidden until it is asked to be seen, pasted with one press where the browser lets a page read the clipboard. */
export function KeyField({ label, value, onChange, onEnter, hint, error = null, inputRef, extra }: KeyFieldProps) {
  const { text } = useLocalisation()
  const own = useRef<HTMLInputElement>(null)
  const field = inputRef ?? own
  const [isShown, setShown] = useState(false)
  const canPaste = useMayReadClipboard()
  const paste = () => {
    field.current?.focus()
    // Without the permission the field has the focus, and the person's own paste works there.
    navigator.clipboard.readText().then(
      (clip) => onChange(clip.trim()),
      () => undefined,
    )
  }
  return (
    <TextField
      label={label}
      inputRef={field}
      type={isShown ? 'text' : 'password'}
      value={value}
      onChange={onChange}
      onEnter={onEnter}
      hint={hint}
      error={error}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-1p-ignore
      className={extra === undefined ? 'pr-20 font-mono' : 'pr-28 font-mono'}
      trailing={
        <>
          <IconButton
            size="small"
            label={isShown ? text.providers.hideKey : text.providers.showKey}
            icon={isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
            onClick={() => setShown(!isShown)}
          />
          {canPaste && <IconButton size="small" label={text.providers.paste} icon={<ClipboardPaste size={15} aria-hidden />} onClick={paste} />}
          {extra}
        </>
      }
    />
  )
}

/** Whether a Paste button could do anything: where the clipboard may not be read, there is none. */
function useMayReadClipboard(): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // The name is not in the DOM's types, and engines without it reject.
    navigator.permissions.query({ name: 'clipboard-read' as PermissionName }).then(
      ({ state }) => isCurrent && setMay(state !== 'denied'),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return may
}
