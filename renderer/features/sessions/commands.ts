import type { Command } from '@renderer/state/commands'
import type { Services, SessionSummary } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { runLatestToastAction, useToasts } from '@renderer/ui/toasts'
import { railOrder } from './group-sessions'
import { useRailState } from './rail-state'
import { createSessionActions } from './session-actions'

function openSession(services: Services): SessionSummary | null {
  const { screen } = useView.getState()
  if (screen.kind !== 'chat') return null
  return services.sessions.list.current().find(({ id, trashedAt }) => id === screen.session && trashedAt === null) ?? null
}

const hasOpenSession = (services: Services) => openSession(services) !== null

function step(services: Services, by: 1 | -1): void {
  const order = railOrder(services.sessions.list.current(), services.clock.now())
  const current = openSession(services)
  const at = current === null ? (by === 1 ? -1 : 0) : order.findIndex(({ id }) => id === current.id)
  const next = order[(at + by + order.length) % order.length]
  if (next !== undefined) useView.getState().open({ kind: 'chat', session: next.id })
}

const onOpenSession = (act: (session: SessionSummary, services: Services) => void) => (services: Services) => {
  const session = openSession(services)
  if (session !== null) act(session, services)
}

const pinnedAt = (services: Services, position: number): SessionSummary | undefined =>
  railOrder(services.sessions.list.current(), services.clock.now()).filter(({ isPinned }) => isPinned)[position - 1]

const openPinned = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
  (position): Command => ({
    id: `session.pinned-${position}`,
    label: (text) => text.commands.openPinned(position),
    group: 'go',
    shortcut: { desktop: `Mod+${position}`, browser: `Alt+${position}` },
    isAvailable: (services) => pinnedAt(services, position) !== undefined,
    run: (services) => {
      const session = pinnedAt(services, position)
      if (session !== undefined) useView.getState().open({ kind: 'chat', session: session.id })
    },
  }),
)

export const sessionCommands: readonly Command[] = [
  {
    id: 'session.previous',
    label: (text) => text.commands.previousSession,
    group: 'go',
    shortcut: { desktop: 'Mod+[', browser: 'Alt+[' },
    run: (services) => step(services, -1),
  },
  {
    id: 'session.next',
    label: (text) => text.commands.nextSession,
    group: 'go',
    shortcut: { desktop: 'Mod+]', browser: 'Alt+]' },
    run: (services) => step(services, 1),
  },
  ...openPinned,
  {
    id: 'session.rename',
    label: (text) => text.commands.renameSession,
    group: 'chat',
    shortcut: { desktop: 'F2', browser: 'F2' },
    isAvailable: hasOpenSession,
    run: onOpenSession((session, services) => {
      // The title is typed in the rail, so the rail comes out where it is put away.
      if (window.matchMedia('(max-width: 719px)').matches) useView.getState().setSheet('rail')
      else void services.settings.update({ isRailOpen: true })
      useRailState.getState().setRenaming(session.id)
    }),
  },
  {
    id: 'session.pin',
    label: (text) => text.commands.pinSession,
    group: 'chat',
    isAvailable: hasOpenSession,
    run: onOpenSession((session, services) => void createSessionActions(services).togglePin(session)),
  },
  {
    id: 'session.trash',
    label: (text) => text.commands.trashSession,
    group: 'chat',
    shortcut: { desktop: 'Mod+Backspace', browser: 'Mod+Backspace' },
    isAvailable: hasOpenSession,
    run: onOpenSession((session, services) => void createSessionActions(services).trash(session)),
  },
  {
    id: 'app.undo',
    label: (text) => text.commands.undo,
    group: 'app',
    shortcut: { desktop: 'Mod+Z', browser: 'Mod+Z' },
    isAvailable: () => useToasts.getState().toasts.some((toast) => toast.action !== undefined),
    run: () => void runLatestToastAction(),
  },
]
