import { Archive, ArchiveRestore, CalendarClock, Ellipsis, Eraser, History, NotebookText, Pin, PinOff, Quote, Trash2 } from 'lucide-react'
import { isMessageSource } from '@shared/memory/layout'
import { statementOf } from '@shared/memory/profile-markdown'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText, type MemoryText } from '@renderer/i18n/memory-text'
import type { MemoryActions } from '@renderer/parts/memory/memory-actions'
import { focusEntry } from '@renderer/state/profile-focus'
import { useServices, type SessionSummary } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { IconButton } from '@renderer/ui/button'
import { Menu, type MenuItem } from '@renderer/ui/menu'

/** What a line's menu asks for with a dialog of its own. */
export type LineDialog = 'source' | 'until' | 'forget'

interface LineMenuProps {
  entry: EntryView
  actions: MemoryActions
  onAsk: (dialog: LineDialog) => void
}

const longDays = 180

/** Everything that can be done with one line, by what state it is in. */
export function LineMenu({ entry, actions, onAsk }: LineMenuProps) {
  const text = useMemoryText()
  const { text: common } = useLocalisation()
  const sessions = useObservable(useServices().sessions.list)
  const open = useView((view) => view.open)
  const isLive = entry.status === 'active'
  const items: MenuItem[] = [
    isLive ? pinItem(entry, actions, text) : restoreItem(entry, actions, text),
    { kind: 'item', id: 'source', label: text.menu.source, icon: <Quote size={14} aria-hidden />, onSelect: () => onAsk('source') },
    {
      kind: 'item',
      id: 'history',
      label: text.menu.history,
      icon: <History size={14} aria-hidden />,
      onSelect: () => open({ kind: 'memory', page: 'history', entry: entry.id }),
    },
    ...(isLive ? [profileItem(text, () => showInProfile())] : []),
    { kind: 'separator', id: 'out' },
    ...(isLive || entry.status === 'expired' ? [letGoItem(entry, actions, text)] : []),
    ...(entry.status === 'deleted' ? [] : [deleteItem(entry, actions, text)]),
    { kind: 'item', id: 'forget', label: text.menu.forget, icon: <Eraser size={14} aria-hidden />, isDanger: true, onSelect: () => onAsk('forget') },
    ...(isLive ? lifetimeItems(entry, actions, text, () => onAsk('until')) : []),
    ...(isLive ? scopeItems(entry, actions, text, offeredSessions(entry, sessions), common.sessions.untitled) : []),
  ]

  function showInProfile(): void {
    focusEntry(entry.id)
    open({ kind: 'profile' })
  }
  return <Menu align="end" items={items} trigger={<IconButton size="small" label={text.more(statementOf(entry.text))} icon={<Ellipsis size={16} aria-hidden />} />} />
}

const pinItem = ({ id, isPinned }: EntryView, actions: MemoryActions, text: MemoryText): MenuItem => ({
  kind: 'item',
  id: 'pin',
  label: isPinned ? text.menu.unpin : text.menu.pin,
  icon: isPinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />,
  onSelect: () => actions.setPinned(id, !isPinned),
})

function lifetimeItems(entry: EntryView, actions: MemoryActions, text: MemoryText, onDate: () => void): readonly MenuItem[] {
  return [
    { kind: 'separator', id: 'lasting' },
    { kind: 'heading', id: 'lifetime', label: text.menu.lifetime },
    { kind: 'choice', id: 'usual', label: text.menu.usual, isChosen: entry.expiresOn === null, onSelect: () => actions.keep(entry.id) },
    { kind: 'choice', id: 'month', label: text.menu.days(30), isChosen: false, onSelect: () => actions.extendFromToday(entry.id, 30) },
    { kind: 'choice', id: 'half-year', label: text.menu.days(longDays), isChosen: false, onSelect: () => actions.extendFromToday(entry.id, longDays) },
    { kind: 'item', id: 'until', label: text.menu.pickDate, icon: <CalendarClock size={14} aria-hidden />, onSelect: onDate },
  ]
}

function scopeItems(entry: EntryView, actions: MemoryActions, text: MemoryText, sessions: readonly SessionSummary[], untitled: string): readonly MenuItem[] {
  const { scope } = entry
  return [
    { kind: 'heading', id: 'scope', label: text.menu.scope },
    {
      kind: 'choice',
      id: 'everywhere',
      label: text.menu.everywhere,
      isChosen: scope.kind === 'everywhere',
      onSelect: () => actions.setScope(entry.id, { kind: 'everywhere' }),
    },
    ...sessions.map((session): MenuItem => ({
      kind: 'choice',
      id: session.id,
      label: text.menu.onlySession(session.title || untitled),
      isChosen: scope.kind === 'session' && scope.id === session.id,
      onSelect: () => actions.setScope(entry.id, { kind: 'session', id: session.id }),
    })),
  ]
}

const mostSessions = 3

/** Where it was said, where it applies now, and the newest ones. */
function offeredSessions(entry: EntryView, sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  const own = new Set<string>(entry.provenance.flatMap((source) => (isMessageSource(source) ? [source.sessionId] : [])))
  if (entry.scope.kind === 'session') own.add(entry.scope.id)
  const open = sessions.filter(({ trashedAt }) => trashedAt === null)
  const related = open.filter(({ id }) => own.has(id))
  return [...related, ...open.filter(({ id }) => !own.has(id))].slice(0, Math.max(mostSessions, Math.min(related.length, 2 * mostSessions)))
}

const restoreItem = (entry: EntryView, actions: MemoryActions, text: MemoryText): MenuItem => ({
  kind: 'item',
  id: 'restore',
  label: entry.status === 'archived' ? text.menu.unarchive : text.menu.restore,
  icon: <ArchiveRestore size={14} aria-hidden />,
  onSelect: () => (entry.status === 'proposed' ? actions.accept(entry.id) : actions.bringBack([entry.id])),
})

const profileItem = (text: MemoryText, onSelect: () => void): MenuItem => ({
  kind: 'item',
  id: 'profile',
  label: text.menu.inProfile,
  icon: <NotebookText size={14} aria-hidden />,
  onSelect,
})

const letGoItem = (entry: EntryView, actions: MemoryActions, text: MemoryText): MenuItem => ({
  kind: 'item',
  id: 'archive',
  label: text.menu.archive,
  icon: <Archive size={14} aria-hidden />,
  onSelect: () => actions.letGo([entry.id]),
})

const deleteItem = (entry: EntryView, actions: MemoryActions, text: MemoryText): MenuItem => ({
  kind: 'item',
  id: 'delete',
  label: text.menu.delete,
  icon: <Trash2 size={14} aria-hidden />,
  isDanger: true,
  onSelect: () => actions.remove([entry.id]),
})
