import { Undo2 } from 'lucide-react'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryUndo } from '@renderer/state/memory-undo'
import { Button } from '@renderer/ui/button'
import { Kbd } from '@renderer/ui/kbd'

interface KeyHintsProps {
  proposals: number
  onUndo: () => void
  onAcceptAll: () => void
}

/** The foot of the list: what works on all of it, with the keys for it. */
export function KeyHints({ proposals, onUndo, onAcceptAll }: KeyHintsProps) {
  const text = useMemoryText()
  const canUndo = useMemoryUndo(({ steps }) => steps.length > 0)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-sm text-faint">
      <span aria-hidden className="flex items-center gap-1.5 pointer-coarse:hidden">
        <Kbd keys="j" />
        <Kbd keys="k" />
        {text.keys.move}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        {canUndo && (
          <Button size="small" look="quiet" aria-keyshortcuts="u" icon={<Undo2 size={14} aria-hidden />} onClick={onUndo}>
            {text.undo}
            <Key letter="u" />
          </Button>
        )}
        {proposals > 1 && (
          <Button size="small" look="quiet" aria-keyshortcuts="Shift+A" onClick={onAcceptAll}>
            {text.acceptAll(proposals)}
            <Key letter="Shift+A" />
          </Button>
        )}
      </span>
    </div>
  )
}

const Key = ({ letter }: { letter: string }) => (
  <span aria-hidden className="ml-0.5 pointer-coarse:hidden">
    <Kbd keys={letter} />
  </span>
)
