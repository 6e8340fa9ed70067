import type { ReactNode } from 'react'
import type { SessionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { leftOutMessages, shortenedMessages } from '@renderer/state/prompt-figures'
import type { PromptPreview } from '@renderer/state/services'
import { usePromptPreview } from '@renderer/state/use-memory'
import { CostSection } from './cost-section'
import { useNewSession } from '@renderer/state/new-session'
import { useObservable } from '@renderer/state/use-observable'
import { useServices } from '@renderer/state/services'
import { MemorySection } from './memory-section'
import { ProposalsSection } from './proposals-section'
import { useSessionEnd } from './use-session-end'

interface ContextPaneProps {
  session: SessionId | null
  /** Beside the profile itself: a line is gone to without leaving the screen. */
  hasProfileOpen?: boolean
}

/** Beside the work: what of memory goes into the prompt, what it costs, what no longer fits. */
export function ContextPane({ session, hasProfileOpen = false }: ContextPaneProps) {
  const { tip, lastAnswer } = useSessionEnd(session)
  const isPrivate = useIsPrivate(session, hasProfileOpen)
  const preview = usePromptPreview(session, `${tip}/${isPrivate}`)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-4">
      <ProposalsSection session={session} />
      <MemorySection isPrivate={isPrivate} preview={preview} hasProfileOpen={hasProfileOpen} />
      {preview.kind === 'ready' && <WindowSection preview={preview.preview} />}
      {session !== null && <CostSection session={session} lastAnswer={lastAnswer} />}
    </div>
  )
}

/** Of the session on the screen, or of the one that does not exist yet. */
function useIsPrivate(session: SessionId | null, hasProfileOpen: boolean): boolean {
  const list = useObservable(useServices().sessions.list)
  const isNewPrivate = useNewSession((state) => state.isPrivate)
  if (session === null) return isNewPrivate && !hasProfileOpen
  return list.some(({ id, isPrivate }) => id === session && isPrivate)
}

function WindowSection({ preview }: { preview: PromptPreview }) {
  const { text, format } = useLocalisation()
  const { manifest, prompt } = preview
  const older = leftOutMessages(manifest)
  const mended = manifest.items.filter((item) => item.reason === 'repaired').length
  return (
    <PaneSection title={text.context.window}>
      <p className="text-sm tabular-nums">{text.context.windowUse(format.compact(manifest.totalTokens), format.compact(manifest.budgetTokens))}</p>
      {prompt.messages.length > 0 && <p className="text-sm text-muted">{text.context.messages(prompt.messages.length)}</p>}
      {older > 0 && <p className="text-sm text-muted">{text.context.leftOutMessages(older)}</p>}
      {mended > 0 && <p className="text-sm text-muted">{text.context.mended(mended)}</p>}
      {shortenedMessages(manifest).map(({ reason, count }) => (
        <p key={reason} className="text-sm text-pretty text-muted">
          {text.context.shortened[reason](count)}
        </p>
      ))}
    </PaneSection>
  )
}

export function PaneSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h3 className="min-w-0 flex-auto text-sm text-muted">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
