import { clsx } from 'clsx'
import { ArchiveRestore, CirclePause, Ellipsis, Ghost, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { SessionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import type { SessionSummary } from '@renderer/state/services'
import { screenToHash } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { VisuallyHidden } from '@renderer/ui/feedback'
import { ContextMenu, Menu, type MenuItem } from '@renderer/ui/menu'
import { Tooltip } from '@renderer/ui/tooltip'
import { useFieldKeys } from '@renderer/ui/text-field'
import type { SessionActions } from './session-actions'

interface SessionRowProps {
  session: SessionSummary
  isCurrent: boolean
  isAnswering: boolean
  isRenaming: boolean
  /** One row of the list is in the Tab order; arrows reach the others. */
  isTabStop: boolean
  onRename: (isRenaming: boolean) => void
  onTrash: () => void
  actions: SessionActions
}

export function SessionRow({ session, isCurrent, isAnswering, isRenaming, isTabStop, onRename, onTrash, actions }: SessionRowProps) {
  const { text } = useLocalisation()
  const title = session.title || text.sessions.untitled
  if (isRenaming) return <RenameField session={session} onEnd={() => onRename(false)} actions={actions} />

  const items: readonly MenuItem[] = [
    { kind: 'item', id: 'rename', label: text.sessions.rename, icon: <Pencil size={14} aria-hidden />, shortcut: 'F2', onSelect: () => onRename(true) },
    {
      kind: 'item',
      id: 'pin',
      label: session.isPinned ? text.sessions.unpin : text.sessions.pin,
      icon: session.isPinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />,
      onSelect: () => void actions.togglePin(session),
    },
    ...(session.continuedAfter === 'trashed'
      ? [{ kind: 'item', id: 'keep', label: text.sessions.keepContinued, icon: <ArchiveRestore size={14} aria-hidden />, onSelect: () => void actions.restore(session) } as const]
      : []),
    { kind: 'separator', id: 'before-trash' },
    {
      kind: 'item',
      id: 'trash',
      label: text.sessions.trash,
      icon: <Trash2 size={14} aria-hidden />,
      isDanger: true,
      onSelect: onTrash,
    },
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { F2: () => onRename(true), Delete: onTrash }[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <ContextMenu items={items}>
      <div
        className={clsx(
          'group relative h-full rounded-md text-base transition-colors',
          isCurrent ? 'bg-selected font-medium' : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        <a
          href={screenToHash({ kind: 'chat', session: session.id })}
          data-session-link={session.id}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isCurrent ? 'page' : undefined}
          aria-keyshortcuts="F2 Delete"
          onKeyDown={onKeyDown}
          draggable={false}
          className="flex h-full items-center gap-2 rounded-md px-2.5 text-inherit no-underline group-focus-within:pr-9 group-hover:pr-9 focus-visible:-outline-offset-2 pointer-coarse:pr-12"
        >
          {session.isPrivate && (
            <>
              <Ghost size={13} aria-hidden className="shrink-0 text-faint" />
              <VisuallyHidden>{text.chat.privateMark}</VisuallyHidden>
            </>
          )}
          <span className="truncate">{title}</span>
          {isAnswering && (
            <>
              <span aria-hidden className="size-1.5 shrink-0 animate-breathe rounded-full border border-transparent bg-accent" />
              <VisuallyHidden>{text.sessions.answering}</VisuallyHidden>
            </>
          )}
          {(session.continuedAfter ?? null) !== null && (
            <Tooltip text={text.sessions.continuedAfterTrash}>
              <span className="shrink-0 text-warn">
                <ArchiveRestore size={13} aria-hidden />
                <VisuallyHidden>{text.sessions.continuedAfterTrash}</VisuallyHidden>
              </span>
            </Tooltip>
          )}
          {session.isInterrupted && !isAnswering && (
            <>
              <CirclePause size={13} aria-hidden className="shrink-0 text-warn" />
              <VisuallyHidden>{text.sessions.interrupted}</VisuallyHidden>
            </>
          )}
        </a>
        <Menu
          align="start"
          items={items}
          // Renaming puts the focus into its field; giving it back to this button would end the renaming.
          onCloseAutoFocus={(event) => event.preventDefault()}
          trigger={
            <IconButton
              size="small"
              label={text.sessions.more(title)}
              tabIndex={isTabStop ? 0 : -1}
              icon={<Ellipsis size={15} aria-hidden />}
              className="absolute inset-y-0 right-0.5 my-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
            />
          }
        />
      </div>
    </ContextMenu>
  )
}

/** Once the row is drawn again, so that the focus never falls out of the list. */
export function focusSessionLink(id: SessionId): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-session-link="${CSS.escape(id)}"]`)?.focus())
}

function RenameField({ session, onEnd, actions }: { session: SessionSummary; onEnd: () => void; actions: SessionActions }) {
  const { text } = useLocalisation()
  const [title, setTitle] = useState(session.title)
  const save = () => {
    onEnd()
    const trimmed = title.trim()
    if (trimmed !== '' && trimmed !== session.title) void actions.rename(session, trimmed)
  }
  const andBack = (end: () => void) => () => {
    end()
    focusSessionLink(session.id)
  }
  const onKeyDown = useFieldKeys(andBack(save), andBack(onEnd))
  return (
    <input
      autoFocus
      aria-label={text.sessions.title}
      value={title}
      maxLength={200}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
      className="h-full w-full rounded-md border border-focus bg-raised px-2 text-base outline-none"
    />
  )
}
