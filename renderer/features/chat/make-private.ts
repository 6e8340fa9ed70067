import type { SessionId } from '@shared/ids'
import type { Localisation } from '@renderer/i18n'
import type { Sessions } from '@renderer/state/services'
import { showToast } from '@renderer/ui/toasts'
import { tellFailure } from './tell-failure'

/** Makes a session private for all that follows, says what that means and offers the way back. */
export async function makePrivate(id: SessionId, sessions: Sessions, localisation: Localisation): Promise<void> {
  const { text } = localisation
  if ((await tellFailure(sessions.setPrivate(id, true), localisation)) === null) return
  showToast({
    text: text.chat.madePrivate,
    action: { label: text.common.undo, run: () => void tellFailure(sessions.setPrivate(id, false), localisation) },
  })
}
