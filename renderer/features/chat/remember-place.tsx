import { lazy, Suspense } from 'react'
import type { PathItem } from '@renderer/state/services'
import { useChatActions, useChatFacts } from './chat-context'

const RememberForm = lazy(() => import('./remember-form'))

/** Where the form of *Remember this* opens below its message. */
export function RememberPlace({ item }: { item: PathItem }) {
  const { remembering } = useChatFacts()
  const actions = useChatActions()
  const { id } = item.row
  if (remembering?.message !== id) return null
  const close = () => {
    actions.remember(null)
    document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"] [data-remember]`)?.focus()
  }
  return (
    <Suspense>
      <RememberForm item={item} selection={remembering.selection} onClose={close} />
    </Suspense>
  )
}
