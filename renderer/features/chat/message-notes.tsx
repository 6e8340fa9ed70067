import { lazy, Suspense } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import { useMessageNotes } from './use-message-notes'

const NoteList = lazy(() => import('./note-list'))

/** What became memory of a message. It stands in the line of the message's buttons, so that nothing moves when it comes. */
export function MessageNotes({ message, session }: { message: MessageId; session: SessionId }) {
  const notes = useMessageNotes(message)
  if (notes === null) return null
  return (
    <Suspense>
      <NoteList {...notes} message={message} session={session} />
    </Suspense>
  )
}
