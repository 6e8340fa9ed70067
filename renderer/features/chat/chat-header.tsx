import { Copy, Ellipsis, Ghost, GitFork, Pencil, Pin, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { PaneHeader } from '@renderer/parts/pane-header'
import { useServices, type SessionSummary, type UsableModel } from '@renderer/state/services'
import { useNewSession } from '@renderer/state/new-session'
import { useView } from '@renderer/state/view'
import { Button, IconButton } from '@renderer/ui/button'
import { useFieldKeys } from '@renderer/ui/text-field'
import { Menu, type MenuItem } from '@renderer/ui/menu'
import { showToast } from '@renderer/ui/toasts'
import { useIsNarrow } from '@renderer/ui/use-media-query'
import { Badge } from '@renderer/ui/feedback'
import { ModelButton } from './model-button'
import { makePrivate } from './make-private'
import { tellFailure } from './tell-failure'

interface ChatHeaderProps {
  session: SessionSummary | null
  model: UsableModel | null
  onChooseModel: () => void
  onFork: (() => void) | null
  onCopySession: (() => void) | null
}

export const ChatHeader = memo(function ChatHeader({ session, model, onChooseModel, onFork, onCopySession }: ChatHeaderProps) {
  const { text } = useLocalisation()
  const open = useView((view) => view.open)
  const isNarrow = useIsNarrow()
  const isNewPrivate = useNewSession((state) => state.isPrivate)
  const isPrivate = session?.isPrivate ?? isNewPrivate
  const [isRenaming, setRenaming] = useState(false)
  return (
    <PaneHeader
      hasContext
      actions={
        <>
          {/* On a narrow screen both stand under the message box: the title needs the place. */}
          {!isNarrow && model === null && (
            <Button look="quiet" onClick={() => open({ kind: 'settings', page: 'models' })}>
              {text.chat.noModelYet}
            </Button>
          )}
          {!isNarrow && model !== null && <ModelButton model={model} onChoose={onChooseModel} />}
          {session !== null && (
            <SessionMenu session={session} onRename={() => setRenaming(true)} onFork={onFork} onCopySession={onCopySession} />
          )}
        </>
      }
    >
      {session !== null && isRenaming ? (
        <TitleField session={session} onDone={() => setRenaming(false)} />
      ) : (
        <h1
          className="truncate text-base font-semibold"
          onDoubleClick={() => {
            if (session !== null) setRenaming(true)
          }}
        >
          {session === null ? text.chat.newSession : session.title || text.sessions.untitled}
        </h1>
      )}
      {isPrivate && (
        <span className="flex shrink-0" title={text.chat.privateHint}>
          <Badge icon={<Ghost size={12} aria-hidden />}>{text.chat.privateMark}</Badge>
        </span>
      )}
    </PaneHeader>
  )
})

function TitleField({ session, onDone }: { session: SessionSummary; onDone: () => void }) {
  const localisation = useLocalisation()
  const { sessions } = useServices()
  const [title, setTitle] = useState(session.title)
  const save = () => {
    onDone()
    if (title.trim() !== '' && title.trim() !== session.title) void tellFailure(sessions.rename(session.id, title.trim()), localisation)
  }
  const onKeyDown = useFieldKeys(save, onDone)
  return (
    <input
      autoFocus
      aria-label={localisation.text.chat.renameTitle}
      value={title}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
      className="h-8 w-full min-w-0 rounded-md border border-control/70 bg-raised px-2 text-base font-semibold outline-none focus:border-focus"
    />
  )
}

interface SessionMenuProps extends Pick<ChatHeaderProps, 'onFork' | 'onCopySession'> {
  session: SessionSummary
  onRename: () => void
}

function SessionMenu({ session, onRename, onFork, onCopySession }: SessionMenuProps) {
  const localisation = useLocalisation()
  const { sessions } = useServices()
  const { text } = localisation
  const open = useView((view) => view.open)
  const trash = async () => {
    if ((await tellFailure(sessions.trash(session.id), localisation)) === null) return
    open({ kind: 'chat', session: null })
    const undo = async () => {
      if (await tellFailure(sessions.restore(session.id), localisation)) open({ kind: 'chat', session: session.id })
    }
    showToast({
      text: text.sessions.trashed(session.title || text.sessions.untitled),
      action: { label: text.common.undo, run: () => void undo() },
    })
  }
  const privateItem: MenuItem = {
    kind: 'item',
    id: 'private',
    label: text.chat.makePrivate,
    hint: text.chat.privateHint,
    icon: <Ghost size={14} aria-hidden />,
    onSelect: () => void makePrivate(session.id, sessions, localisation),
  }
  const items: MenuItem[] = [
    { kind: 'item', id: 'rename', label: text.sessions.rename, icon: <Pencil size={14} aria-hidden />, shortcut: 'F2', onSelect: onRename },
    {
      kind: 'item',
      id: 'pin',
      label: session.isPinned ? text.sessions.unpin : text.sessions.pin,
      icon: <Pin size={14} aria-hidden />,
      onSelect: () => void tellFailure(sessions.setPinned(session.id, !session.isPinned), localisation),
    },
    {
      kind: 'item',
      id: 'fork',
      label: text.commands.forkSession,
      icon: <GitFork size={14} aria-hidden />,
      isDisabled: onFork === null,
      onSelect: () => onFork?.(),
    },
    {
      kind: 'item',
      id: 'copy',
      label: text.chat.copySession,
      icon: <Copy size={14} aria-hidden />,
      isDisabled: onCopySession === null,
      onSelect: () => onCopySession?.(),
    },
    ...(session.isPrivate ? [] : [privateItem]),
    { kind: 'separator', id: 'line' },
    { kind: 'item', id: 'trash', label: text.sessions.trash, icon: <Trash2 size={14} aria-hidden />, isDanger: true, onSelect: () => void trash() },
  ]
  return <Menu align="end" items={items} trigger={<IconButton label={text.chat.sessionMenu} icon={<Ellipsis size={17} aria-hidden />} />} />
}
