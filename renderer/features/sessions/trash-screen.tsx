import { RotateCcw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { PaneHeader } from '@renderer/parts/pane-header'
import { useServices, type SessionSummary } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { Button, IconButton } from '@renderer/ui/button'
import { ConfirmDialog } from '@renderer/ui/dialog'
import { EmptyState } from '@renderer/ui/feedback'
import { createSessionActions } from './session-actions'

const keptMs = 30 * 86_400_000

export function TrashScreen() {
  const services = useServices()
  const localisation = useLocalisation()
  const { text, format } = localisation
  const sessions = useObservable(services.sessions.list)
  const actions = useMemo(() => createSessionActions(services, localisation), [services, localisation])
  const [asked, setAsked] = useState<SessionSummary | null>(null)
  const now = services.clock.now()
  const trashed = sessions
    .filter((session) => session.trashedAt !== null)
    .sort((one, other) => (other.trashedAt ?? 0) - (one.trashedAt ?? 0))
  const titleOf = (session: SessionSummary) => session.title || text.sessions.untitled
  const daysLeft = (session: SessionSummary) => Math.ceil(((session.trashedAt ?? now) + keptMs - now) / 86_400_000)

  return (
    <>
      <PaneHeader>
        <h1 className="truncate text-base">{text.sessions.trashScreen}</h1>
      </PaneHeader>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        {trashed.length === 0 ? (
          <EmptyState icon={<Trash2 size={28} strokeWidth={1.4} aria-hidden />} title={text.sessions.trashEmptyTitle}>
            {text.sessions.trashEmptyHint}
          </EmptyState>
        ) : (
          <div className="mx-auto max-w-2xl px-5 py-6">
            <p className="mb-3 text-muted">{text.sessions.trashHint}</p>
            <ul className="divide-y divide-line border-y border-line">
              {trashed.map((session) => (
                <li key={session.id} className="flex items-center gap-2 py-2">
                  <div className="min-w-0 flex-1">
                    <p className="truncate">{titleOf(session)}</p>
                    <p className="text-xs text-faint tabular-nums">
                      {format.ago(session.trashedAt ?? now, now)} · {text.sessions.daysLeft(daysLeft(session))}
                    </p>
                  </div>
                  <Button size="small" icon={<RotateCcw size={14} aria-hidden />} onClick={() => void actions.restore(session)}>
                    {text.sessions.restore}
                  </Button>
                  <IconButton
                    size="small"
                    label={text.sessions.deleteForGood}
                    icon={<Trash2 size={15} aria-hidden />}
                    onClick={() => setAsked(session)}
                  />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && void actions.purge(asked)}
        title={text.sessions.deleteForGoodTitle}
        description={asked === null ? '' : text.sessions.deleteForGoodText(titleOf(asked))}
        confirmLabel={text.sessions.deleteForGood}
        cancelLabel={text.common.cancel}
        isDanger
      />
    </>
  )
}
