import { clsx } from 'clsx'
import { useIsMac } from './platform'
import { shortcutText } from './shortcut'

/** A shortcut as this platform writes it; `keys` as in the command list: "Mod+Shift+F". */
export function Kbd({ keys, isInverse = false }: { keys: string; isInverse?: boolean }) {
  const isMac = useIsMac()
  return (
    <kbd className={clsx('font-sans text-xs tracking-wide whitespace-nowrap tabular-nums', isInverse ? 'text-surface/80' : 'text-faint in-[[aria-current=page]]:text-muted')}>
      {shortcutText(keys, isMac)}
    </kbd>
  )
}
