import { RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { InlineDiff } from '@renderer/parts/memory/inline-diff'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import { readable } from '@renderer/parts/memory/statement'
import type { PastMemory } from '@renderer/state/memory-history'
import { IconButton } from '@renderer/ui/button'
import { compareMemory, isSame, type ComparedLine } from './compare-memory'
import { useRestore } from './use-restore'

interface PastProfileProps {
  past: PastMemory
  /** Shows what became of each line since. */
  isComparing: boolean
}

/** The profile of a moment in the past, and what has become of it. */
export function PastProfile({ past, isComparing }: PastProfileProps) {
  const text = useMemoryText()
  const sectionTitle = useSectionTitle()
  const view = useMemoryView()
  const sections = useMemo(() => compareMemory(past.view, view), [past, view])
  const shown = sections
    .map(({ section, lines }) => ({ section, lines: isComparing ? lines : lines.filter(({ then }) => then !== null) }))
    .filter(({ lines }) => lines.length > 0)
  const isUnchanged = sections.every(({ lines }) => lines.every(isSame))
  return (
    <div aria-live="polite">
      {isComparing && isUnchanged && <p className="pt-4 text-sm text-muted">{text.sameAsNow}</p>}
      {shown.map(({ section, lines }) => (
        <section key={section} aria-label={sectionTitle(section)}>
          <h2 className="pt-5 pb-1 text-base">{sectionTitle(section)}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <PastLine key={line.id} line={line} at={past.at} isComparing={isComparing} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function PastLine({ line, at, isComparing }: { line: ComparedLine; at: number; isComparing: boolean }) {
  const text = useMemoryText()
  const { restoreEntry } = useRestore()
  const { id, then, now } = line
  if (isSame(line) || !isComparing) return <li className="py-2 text-read break-words select-text">{readable(then ?? '')}</li>
  const note = then === null ? text.addedSince : now === null ? text.removedSince : text.changedSince
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <InlineDiff before={then ?? ''} after={now ?? ''} />
        <p className="pl-5 text-xs text-faint">{note}</p>
      </div>
      {then !== null && (
        <IconButton size="small" label={text.restoreLineLabel(then)} icon={<RotateCcw size={14} aria-hidden />} onClick={() => void restoreEntry(id, at)} />
      )}
    </li>
  )
}
