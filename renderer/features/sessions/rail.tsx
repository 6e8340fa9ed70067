import { Brain, NotebookText, PanelLeftClose, Search, Settings, SquarePen, Trash2 } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useWaitingCount } from '@renderer/parts/memory/use-waiting-count'
import { screenToHash, useView, type Screen } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { Kbd } from '@renderer/ui/kbd'
import { SessionList } from './session-list'

interface RailProps {
  screen: Screen
  /** Puts the rail away; it closes the sheet on a narrow screen. */
  onHide: () => void
  newShortcut: string
  searchShortcut: string
}

const row = 'flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-base text-muted no-underline transition-colors touch-target hover:bg-hover hover:text-text'

export function Rail({ screen, onHide, newShortcut, searchShortcut }: RailProps) {
  const { text } = useLocalisation()
  const { open, setOverlay } = useView()
  const session = screen.kind === 'chat' ? screen.session : null
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4.5">
        <span className="flex-1 truncate font-semibold tracking-tight">{text.common.appName}</span>
        <IconButton label={text.frame.hideSessions} shortcut="Mod+B" icon={<PanelLeftClose size={17} aria-hidden />} onClick={onHide} />
      </div>
      <div className="flex flex-col gap-0.5 px-2 pb-2">
        <button
          type="button"
          onClick={() => open({ kind: 'chat', session: null })}
          aria-current={screen.kind === 'chat' && session === null ? 'page' : undefined}
          className={clsx(row, screen.kind === 'chat' && session === null && 'bg-selected font-medium text-text')}
        >
          <SquarePen size={16} aria-hidden />
          <span className="flex-1 text-left">{text.sessions.newSession}</span>
          <Kbd keys={newShortcut} />
        </button>
        <button type="button" onClick={() => setOverlay('search')} aria-haspopup="dialog" className={row}>
          <Search size={16} aria-hidden />
          <span className="flex-1 text-left">{text.sessions.search}</span>
          <Kbd keys={searchShortcut} />
        </button>
      </div>
      <SessionList current={session} />
      <nav aria-label={text.commands.groups.go} className="flex flex-col gap-0.5 border-t border-line p-2">
        <NavLink to={{ kind: 'profile' }} isCurrent={screen.kind === 'profile'} icon={<NotebookText size={16} aria-hidden />} label={text.sessions.profile} />
        <MemoryLink isCurrent={screen.kind === 'memory'} />
        <NavLink to={{ kind: 'trash' }} isCurrent={screen.kind === 'trash'} icon={<Trash2 size={16} aria-hidden />} label={text.sessions.trashScreen} />
        <NavLink
          to={{ kind: 'settings', page: 'general' }}
          isCurrent={screen.kind === 'settings'}
          icon={<Settings size={16} aria-hidden />}
          label={text.sessions.settings}
        />
      </nav>
    </>
  )
}

/** Memory, with the number of things that wait for the person. */
function MemoryLink({ isCurrent }: { isCurrent: boolean }) {
  const { text, format } = useLocalisation()
  const count = useWaitingCount()
  return (
    <NavLink
      to={{ kind: 'memory', page: 'review' }}
      isCurrent={isCurrent}
      icon={<Brain size={16} aria-hidden />}
      label={text.sessions.memory}
      aside={
        count > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent tabular-nums">
            <span aria-hidden>{format.number(count)}</span>
            <span className="sr-only">{text.sessions.memoryWaiting(count)}</span>
          </span>
        )
      }
    />
  )
}

interface NavLinkProps {
  to: Screen
  isCurrent: boolean
  icon: ReactNode
  label: string
  aside?: ReactNode
}

function NavLink({ to, isCurrent, icon, label, aside }: NavLinkProps) {
  return (
    <a href={screenToHash(to)} draggable={false} aria-current={isCurrent ? 'page' : undefined} className={clsx(row, isCurrent && 'bg-selected font-medium text-text')}>
      {icon}
      <span className="flex-1">{label}</span>
      {aside}
    </a>
  )
}
