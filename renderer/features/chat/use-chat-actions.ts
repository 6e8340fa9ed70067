import { useMemo, useState } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { showToast } from '@renderer/ui/toasts'
import type { ChatActions, Remembering } from './chat-context'
import { selectionIn } from './selection'
import { tellFailure } from './tell-failure'

/** What the model picker is open for. */
export type PickerPurpose = { readonly kind: 'session' } | { readonly kind: 'retry'; readonly message: MessageId }

export function useChatActionsOf(session: SessionId | null) {
  const { turns, sessions } = useServices()
  const localisation = useLocalisation()
  const [editing, setEditing] = useState<MessageId | null>(null)
  const [remembering, setRemembering] = useState<Remembering | null>(null)
  const [picker, setPicker] = useState<PickerPurpose | null>(null)

  const actions = useMemo<ChatActions>(() => {
    const tell = <Value>(action: Parameters<typeof tellFailure<Value>>[0]) => tellFailure(action, localisation)
    return {
      retry: (message, model) => void tell(turns.retry(message, model)),
      retryWithPicked: (message) => setPicker({ kind: 'retry', message }),
      continueAnswer: (message) => void tell(turns.continueAnswer(message)),
      keep: (message) => void tell(turns.keep(message)),
      showSibling(message) {
        if (session !== null) void tell(sessions.showSibling(session, message))
      },
      keepOnly(message, which) {
        if (session === null) return
        void tell(sessions.keepOnly(session, message, which)).then((kept) => {
          if (kept === null) return
          const { text } = localisation
          showToast({ text: text.chat.keptOnly, action: { label: text.common.undo, run: () => void tell(kept.value()) } })
        })
      },
      fork: (message) =>
        void tell(sessions.fork(message)).then((forked) => {
          if (forked === null) return
          useView.getState().open({ kind: 'chat', session: forked.value })
          showToast({ text: localisation.text.chat.forked })
        }),
      edit: setEditing,
      saveQuestion: async (item, draft) => (await tell(turns.editQuestion(item.row.id, draft, null))) !== null,
      saveAnswer: async (item, text) => (await tell(turns.editAnswer(item.row.id, text))) !== null,
      copy: (text) => void navigator.clipboard.writeText(text),
      remember: (message) => setRemembering(message === null ? null : { message, selection: selectionIn(message) }),
      chooseModel: () => setPicker({ kind: 'session' }),
    }
  }, [turns, sessions, localisation, session])
  return { actions, editing, remembering, picker, setPicker }
}
