import { TriangleAlert } from 'lucide-react'
import { useLocalisation } from '@renderer/i18n'
import { leftOutEntries, memoryTokens } from '@renderer/state/prompt-figures'
import { useServices } from '@renderer/state/services'
import type { PreviewState } from '@renderer/state/use-memory'
import { useSettings } from '@renderer/state/use-observable'
import { Select } from '@renderer/ui/choices'
import { Tooltip } from '@renderer/ui/tooltip'
import type { LineOrigin } from './binding/line-origin'

interface ProfileFooterProps {
  words: number
  preview: PreviewState
  origin: LineOrigin | null
}

const limits = [400, 800, 1500, 3000, 6000, 12_000]

/** What the document weighs, where the limit is, and who wrote the line with the cursor. */
export function ProfileFooter({ words, preview, origin }: ProfileFooterProps) {
  const { text, format } = useLocalisation()
  return (
    <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-sm text-muted">
      <span className="tabular-nums">{text.profile.words(words, format.number(words))}</span>
      <span className="tabular-nums">
        {preview.kind === 'ready' ? text.profile.tokens(format.number(memoryTokens(preview.preview.manifest))) : text.profile.counting}
      </span>
      <Limit />
      {preview.kind === 'ready' && <LeftOut count={leftOutEntries(preview.preview.manifest).length} />}
      {origin !== null && (
        <span className="min-w-0 truncate text-faint sm:ml-auto">{text.profile.lineOrigin(origin.author, origin.date)}</span>
      )}
    </footer>
  )
}

function Limit() {
  const { settings } = useServices()
  const { memoryTokenLimit } = useSettings()
  const { text, format } = useLocalisation()
  const choices = [...new Set([...limits, memoryTokenLimit])].sort((a, b) => a - b)
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden>{text.profile.limitShort}</span>
      <Select
        label={text.profile.limit}
        isLabelHidden
        value={String(memoryTokenLimit)}
        options={choices.map((limit) => ({ value: String(limit), label: format.number(limit) }))}
        onChange={(limit) => void settings.update({ memoryTokenLimit: Number(limit) })}
      />
    </span>
  )
}

function LeftOut({ count }: { count: number }) {
  const { text } = useLocalisation()
  if (count === 0) return null
  return (
    <Tooltip text={text.profile.leftOutHint}>
      <span role="status" className="flex items-center gap-1 text-warn">
        <TriangleAlert size={14} aria-hidden />
        {text.profile.leftOut(count)}
      </span>
    </Tooltip>
  )
}
