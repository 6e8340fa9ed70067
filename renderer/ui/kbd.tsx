import { clsx } from 'clsx'
import { useIsMac } from './platform'
import { shortcutText } from './shortcut'

interface KbdProps {
  keys: string
  isInverse?: boolean
  /** Also on a phone, which has no keys to press: where the keys are what the page is about. */
  isAlwaysShown?: boolean
}

/** A shortcut as this platform writes it; `keys` as in the command list: "Mod+Shift+F". */
export function Kbd({ keys, isInverse = false, isAlwaysShown = false }: KbdProps) {
  const isMac = useIsMac()
  return (
    <kbd
      className={clsx(
        'font-sans text-xs tracking-wide whitespace-nowrap tabular-nums',
        isInverse ? 'text-surface/80' : 'text-faint in-[[aria-current=page]]:text-muted',
        !isAlwaysShown && 'pointer-coarse:hidden',
      )}
    >
      {shortcutText(keys, isMac)}
    </kbd>
  )
}
