import { MessageSquare } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import type { Command } from '@renderer/state/commands'
import { useServices, type SessionSummary } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Kbd } from '@renderer/ui/kbd'
import { PickerDialog, type PickerGroup, type PickerItem } from '@renderer/ui/picker-dialog'
import { rank } from './rank'

const maxSessions = 20
const recentSessions = 5

interface PaletteProps {
  commands: readonly Command[]
  surface: 'desktop' | 'browser'
}

/** Commands and sessions in one list, ranked as the person types. */
export function Palette({ commands, surface }: PaletteProps) {
  const services = useServices()
  const { text } = useLocalisation()
  const { screen, open, setOverlay } = useView()
  const current = screen.kind === 'chat' ? screen.session : null
  const sessions = useObservable(services.sessions.list)
  const [query, setQuery] = useState('')
  const needle = query.trim()

  const groups = useMemo((): readonly PickerGroup[] => {
    const close = () => setOverlay(null)
    const commandItem = (command: Command): PickerItem => ({
      id: `command-${command.id}`,
      onPick: () => {
        close()
        void command.run(services)
      },
      content: (
        <>
          <span className="min-w-0 flex-1 truncate">{command.label(text)}</span>
          {command.shortcut && <Kbd keys={command.shortcut[surface]} />}
        </>
      ),
    })
    const sessionItem = (session: SessionSummary): PickerItem => ({
      id: `session-${session.id}`,
      onPick: () => open({ kind: 'chat', session: session.id }),
      content: (
        <>
          <MessageSquare size={15} aria-hidden className="shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">{session.title || text.sessions.untitled}</span>
        </>
      ),
    })
    const usable = commands.filter((command) => command.id !== 'app.palette' && (command.isAvailable?.(services) ?? true))
    const kept = sessions.filter(({ trashedAt }) => trashedAt === null)
    const commandGroup = (items: readonly Command[]): PickerGroup => ({
      id: 'commands',
      label: text.palette.commands,
      items: items.map(commandItem),
    })
    if (needle === '') {
      const recent = kept
        .filter(({ id }) => id !== current)
        .slice(0, recentSessions)
        .map(sessionItem)
      return [{ id: 'recent', label: text.palette.recent, items: recent }, commandGroup(usable)]
    }
    // The id is English whatever the language is: both find a command.
    const foundCommands = rank(usable, (command) => `${command.label(text)} ${command.id}`, needle)
    const foundSessions = rank(kept, ({ title }) => title, needle).slice(0, maxSessions)
    return [
      commandGroup(foundCommands),
      { id: 'sessions', label: text.palette.sessions, items: foundSessions.map(sessionItem) },
    ]
  }, [needle, commands, surface, services, sessions, current, text, open, setOverlay])

  const isEmpty = groups.every(({ items }) => items.length === 0)
  return (
    <PickerDialog
      isOpen
      onClose={() => setOverlay(null)}
      label={text.palette.title}
      placeholder={text.palette.placeholder}
      query={query}
      onQuery={setQuery}
      groups={groups}
      status={isEmpty ? text.palette.nothing(needle) : null}
    />
  )
}
