import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { MessageId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui/button'

interface SiblingNavProps {
  ids: readonly MessageId[]
  index: number
  isDisabled: boolean
  onShow: (id: MessageId) => void
}

/** `< 2/3 >`: the versions of a question or an answer. */
export function SiblingNav({ ids, index, isDisabled, onShow }: SiblingNavProps) {
  const { text } = useLocalisation()
  if (ids.length < 2) return null
  const step = (by: 1 | -1) => {
    const id = ids[index + by]
    if (id !== undefined) onShow(id)
  }
  return (
    <div className="flex items-center" role="group" aria-label={text.chat.version(index + 1, ids.length)}>
      <IconButton
        size="small"
        label={text.chat.previousVersion}
        icon={<ChevronLeft size={14} aria-hidden />}
        disabled={isDisabled || index === 0}
        onClick={() => step(-1)}
      />
      <span aria-hidden className="min-w-8 text-center text-xs text-muted tabular-nums">
        {index + 1}/{ids.length}
      </span>
      <IconButton
        size="small"
        label={text.chat.nextVersion}
        icon={<ChevronRight size={14} aria-hidden />}
        disabled={isDisabled || index === ids.length - 1}
        onClick={() => step(1)}
      />
    </div>
  )
}
