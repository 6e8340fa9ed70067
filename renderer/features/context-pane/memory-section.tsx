import { useState } from 'react'
import type { PromptManifest } from '@shared/context/prompt'
import type { EntryId } from '@shared/ids'
import { findEntry } from '@shared/memory/layout'
import { statementOf } from '@shared/memory/profile-markdown'
import { useLocalisation } from '@renderer/i18n'
import { focusEntry } from '@renderer/state/profile-focus'
import { leftOutEntries, memoryTokens } from '@renderer/state/prompt-figures'
import { useServices } from '@renderer/state/services'
import type { PreviewState } from '@renderer/state/use-memory'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { Skeleton } from '@renderer/ui/feedback'
import { PaneSection } from './context-pane'

interface MemorySectionProps {
  /** The session uses no memory. */
  isPrivate: boolean
  preview: PreviewState
  hasProfileOpen: boolean
}

const shownAtFirst = 8

/** The lines of the profile that the next prompt contains, each with the way to it. */
export function MemorySection({ isPrivate, preview, hasProfileOpen }: MemorySectionProps) {
  const { text, format } = useLocalisation()
  const aside =
    !isPrivate && preview.kind === 'ready' ? (
      <span className="text-xs text-faint tabular-nums">{text.context.memoryTokens(format.number(memoryTokens(preview.preview.manifest)))}</span>
    ) : undefined
  return (
    <PaneSection title={text.context.memory} aside={aside}>
      {isPrivate && <p className="text-sm text-pretty text-muted">{text.context.memoryPrivate}</p>}
      {!isPrivate && preview.kind === 'counting' && <Skeleton className="my-2 w-3/4" />}
      {!isPrivate && preview.kind === 'failed' && <p className="text-sm text-danger">{text.profile.promptFailed}</p>}
      {!isPrivate && preview.kind === 'ready' && <MemoryLines manifest={preview.preview.manifest} hasProfileOpen={hasProfileOpen} />}
    </PaneSection>
  )
}

function MemoryLines({ manifest, hasProfileOpen }: { manifest: PromptManifest; hasProfileOpen: boolean }) {
  const { text } = useLocalisation()
  const [isWhole, setWhole] = useState(false)
  const open = useView((view) => view.open)
  const ids = manifest.items.flatMap((item) => (item.kind === 'memory-entry' ? [item.id as EntryId] : []))
  const leftOut = leftOutEntries(manifest).length
  const openProfile = () => open({ kind: 'profile' })

  if (ids.length === 0 && leftOut === 0) {
    return (
      <>
        <p className="text-sm text-pretty text-muted">{text.context.memoryEmpty}</p>
        {!hasProfileOpen && (
          <Button size="small" className="mt-2" onClick={openProfile}>
            {text.context.openProfile}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <ul className="-mx-2">
        {(isWhole ? ids : ids.slice(0, shownAtFirst)).map((id) => (
          <MemoryLine key={id} id={id} />
        ))}
      </ul>
      {!isWhole && ids.length > shownAtFirst && (
        <Button size="small" look="quiet" className="-ml-2" onClick={() => setWhole(true)}>
          {text.context.showAll(ids.length)}
        </Button>
      )}
      {leftOut > 0 && <p className="mt-1 text-sm text-warn">{text.context.leftOutLines(leftOut)}</p>}
    </>
  )
}

function MemoryLine({ id }: { id: EntryId }) {
  const { memory } = useServices()
  const { text } = useLocalisation()
  const open = useView((view) => view.open)
  const statement = statementOf(findEntry(memory.doc, id)?.text ?? '')
  if (statement === '') return null
  const show = () => {
    focusEntry(id)
    open({ kind: 'profile' })
  }
  return (
    <li>
      <button
        type="button"
        onClick={show}
        aria-label={text.context.openLine(statement)}
        className="w-full rounded-md px-2 py-1 text-left text-sm touch-target hover:bg-hover"
      >
        <span className="line-clamp-2 break-words">{statement}</span>
      </button>
    </li>
  )
}
