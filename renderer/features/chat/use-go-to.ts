import { useEffect, useState, type RefObject } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import { useServices } from '@renderer/state/services'
import type { MessageListHandle } from './message-list'
import type { ShownPath } from './use-session'

/**
 * Brings one message onto the screen: loads earlier pages until it is among them, and shows its branch where it is
 * on another one. `asked` is the message that the address names.
 */
export function useGoTo(session: SessionId | null, asked: MessageId | undefined, path: ShownPath, list: RefObject<MessageListHandle | null>) {
  const { sessions } = useServices()
  const [target, setTarget] = useState<{ id: MessageId; triedBranch: boolean } | null>(null)
  const [seen, setSeen] = useState<MessageId | undefined>(undefined)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== undefined) setTarget({ id: asked, triedBranch: false })
  }
  const { state, loadEarlier } = path
  useEffect(() => {
    if (target === null || session === null || state.kind !== 'ready') return
    if (list.current?.scrollToMessage(target.id)) {
      flash(target.id)
      setTarget(null)
    } else if (state.hasEarlier) {
      void loadEarlier()
    } else if (!target.triedBranch) {
      setTarget({ id: target.id, triedBranch: true })
      void sessions.showSibling(session, target.id)
    }
  }, [target, session, state, loadEarlier, list, sessions])
  return (id: MessageId) => setTarget({ id, triedBranch: false })
}

/** Shows where the eye should go, once the row is drawn. */
function flash(id: MessageId): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const row = document.querySelector(`[data-message="${CSS.escape(id)}"]`)
      const colour = getComputedStyle(document.documentElement).getPropertyValue('--accent-soft')
      row?.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], { duration: 1400, easing: 'ease-in' })
    }),
  )
}
