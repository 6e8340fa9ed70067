import type { Failure } from '@shared/errors'
import type { Result } from '@shared/result'
import { languageFor, localisationFor, type Localisation } from '@renderer/i18n'
import { failureView } from '@renderer/state/failure-view'
import type { Services, SessionSummary } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { showToast } from '@renderer/ui/toasts'

export type SessionActions = ReturnType<typeof createSessionActions>

/** What can be done to a session from the rail, the palette and the trash, with its toast and its way back. */
export function createSessionActions(services: Services, localisation: Localisation = localisationOf(services)) {
  const { sessions } = services
  const { text } = localisation
  const titleOf = (session: SessionSummary) => session.title || text.sessions.untitled

  async function tell(action: Promise<Result<null, Failure>>): Promise<boolean> {
    const result = await action
    if (!result.ok) showToast({ text: failureView(result.failure, localisation).text, tone: 'error' })
    return result.ok
  }

  async function restore(session: SessionSummary): Promise<void> {
    if (await tell(sessions.restore(session.id))) showToast({ text: text.sessions.restored(titleOf(session)) })
  }

  return {
    rename: (session: SessionSummary, title: string) => tell(sessions.rename(session.id, title)),
    togglePin: (session: SessionSummary) => tell(sessions.setPinned(session.id, !session.isPinned)),
    restore,

    async trash(session: SessionSummary): Promise<void> {
      const { screen, open } = useView.getState()
      const wasOpen = screen.kind === 'chat' && screen.session === session.id
      if (!(await tell(sessions.trash(session.id)))) return
      if (wasOpen) open({ kind: 'chat', session: null })
      const undo = async () => {
        const isBack = await tell(sessions.restore(session.id))
        if (isBack && wasOpen) open({ kind: 'chat', session: session.id })
      }
      showToast({ text: text.sessions.trashed(titleOf(session)), action: { label: text.common.undo, run: () => void undo() } })
    },

    async purge(session: SessionSummary): Promise<void> {
      if (await tell(sessions.purge(session.id))) showToast({ text: text.sessions.deleted(titleOf(session)) })
    },
  }
}

/** Commands run outside React: the language comes from the settings there. */
function localisationOf(services: Services): Localisation {
  return localisationFor(languageFor(services.settings.current().language, navigator.language))
}
