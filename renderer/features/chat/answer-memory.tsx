import { Popover } from 'radix-ui'
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import type { ManifestItem, PromptManifest } from '@shared/context/prompt'
import { sessionOfSummary } from '@shared/context/recall/summary-message'
import type { EntryId, MessageId, SessionId } from '@shared/ids'
import { statementOf } from '@shared/memory/profile-markdown'
import type { MessageRow } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useChatMemoryText } from '@renderer/i18n/chat-memory-text'
import { createMemoryActions } from '@renderer/parts/memory/memory-actions'
import { leftOutEntries, leftOutMessages, leftOutPassages, recalledItems } from '@renderer/state/prompt-figures'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { AnswerMemoryLine } from './answer-memory-line'

interface AnswerMemoryProps {
  manifest: PromptManifest
  answeredAt: number
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const shownAtFirst = 12

/** The receipt of one answer: what of memory was in its prompt, why, and what was left out. */
export default function AnswerMemory({ manifest, answeredAt, anchor, onClose }: AnswerMemoryProps) {
  const words = useChatMemoryText()
  const items = recalledItems(manifest)
  const [isWhole, setWhole] = useState(false)
  const entries = items.filter(({ kind }) => kind === 'memory-entry')
  const shown = isWhole ? entries : entries.slice(0, shownAtFirst)
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          align="start"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          aria-label={words.answerMemory}
          onEscapeKeyDown={(event) => {
            // In a field Escape ends the editing, not the receipt.
            if (event.target instanceof HTMLTextAreaElement) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          className="z-40 flex max-h-[min(28rem,var(--radix-popper-available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-raised p-3 shadow-float animate-appear outline-none"
        >
          <p className="text-sm text-muted">{items.length === 0 ? words.nothingUsed : words.answerMemoryHint}</p>
          {items.some(({ kind }) => kind === 'summary') && <Why>{words.why.summary}</Why>}
          {shown.length > 0 && <Entries items={shown} answeredAt={answeredAt} />}
          {shown.length < entries.length && (
            <Button size="small" look="quiet" className="self-start" onClick={() => setWhole(true)}>
              {words.showAll(entries.length)}
            </Button>
          )}
          <Passages items={items.filter(({ kind }) => kind === 'passage')} />
          <LeftOut manifest={manifest} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Entries({ items, answeredAt }: { items: readonly ManifestItem[]; answeredAt: number }) {
  const services = useServices()
  const { language } = useLocalisation()
  const actions = useMemo(() => createMemoryActions(services, language), [services, language])
  return (
    <ul className="-mx-1 flex flex-col">
      {items.map((item) => (
        <AnswerMemoryLine key={item.id} id={item.id as EntryId} reason={item.reason} answeredAt={answeredAt} actions={actions} />
      ))}
    </ul>
  )
}

function Passages({ items }: { items: readonly ManifestItem[] }) {
  const words = useChatMemoryText()
  if (items.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-faint">{words.passages}</h3>
      <ul className="flex flex-col gap-1.5">
        {items.map((item) => (
          <Recalled key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Recalled({ item }: { item: ManifestItem }) {
  const session = sessionOfSummary(item.id)
  return session === null ? <Passage item={item} /> : <SummaryPassage session={session} item={item} />
}

/** The summary of another session: the way to that session. */
function SummaryPassage({ session, item }: { session: SessionId; item: ManifestItem }) {
  const words = useChatMemoryText()
  const open = useView((view) => view.open)
  const title = useObservable(useServices().sessions.list).find(({ id }) => id === session)?.title
  if (title === undefined) return <li className="text-sm text-faint">{words.sourceGone}</li>
  return (
    <li className="text-sm">
      <button type="button" onClick={() => open({ kind: 'chat', session })} className="-mx-1 w-[calc(100%+0.5rem)] rounded-md px-1 py-0.5 text-left touch-target hover:bg-hover">
        <span className="line-clamp-2 break-words">{words.summaryOf(title)}</span>
        {item.why !== undefined && item.why.length > 0 && <Why>{words.recalledFor(item.why)}</Why>}
      </button>
    </li>
  )
}

function Passage({ item }: { item: ManifestItem }) {
  const { format } = useLocalisation()
  const words = useChatMemoryText()
  const open = useView((view) => view.open)
  const row = useSource(item.id as MessageId)
  if (row === undefined) return null
  if (row === null) return <li className="text-sm text-faint">{words.sourceGone}</li>
  const day = format.date(row.createdAt)
  return (
    <li className="text-sm">
      <button
        type="button"
        aria-label={words.openPassage(day)}
        onClick={() => open({ kind: 'chat', session: row.sessionId, message: row.id })}
        className="-mx-1 w-[calc(100%+0.5rem)] rounded-md px-1 py-0.5 text-left touch-target hover:bg-hover"
      >
        <span className="text-faint tabular-nums">{day}</span>{' '}
        <span className="line-clamp-2 break-words">{textOf(row)}</span>
        {item.why !== undefined && item.why.length > 0 && <Why>{words.recalledFor(item.why)}</Why>}
      </button>
    </li>
  )
}

const textOf = (row: MessageRow): string => row.parts.flatMap((part) => (part.type === 'text' ? [statementOf(part.text)] : [])).join(' ')

/** undefined while it is looked for, null where it is gone. */
function useSource(message: MessageId): MessageRow | null | undefined {
  const { memory } = useServices()
  const [row, setRow] = useState<MessageRow | null | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    memory.sourceOf({ messageId: message }).then(
      (found) => isCurrent && setRow(found),
      () => isCurrent && setRow(null),
    )
    return () => {
      isCurrent = false
    }
  }, [memory, message])
  return row
}

function LeftOut({ manifest }: { manifest: PromptManifest }) {
  const words = useChatMemoryText()
  const counts: readonly (readonly [number, (count: number) => string])[] = [
    [leftOutEntries(manifest).length, words.leftOutLines],
    [leftOutMessages(manifest), words.leftOutMessages],
    [leftOutPassages(manifest), words.leftOutPassages],
  ]
  const said = counts.filter(([count]) => count > 0)
  if (said.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-faint">{words.leftOut}</h3>
      {said.map(([count, say]) => (
        <p key={say(count)} className="text-sm text-muted">
          {say(count)}
        </p>
      ))}
    </section>
  )
}

const Why = ({ children }: { children: ReactNode }) => <span className="block text-xs text-faint">{children}</span>
