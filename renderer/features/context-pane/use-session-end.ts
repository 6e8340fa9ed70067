import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import type { AnswerMeta } from '@shared/sessions/message'
import { useServices, type OpenPath, type PathState } from '@renderer/state/services'

export interface SessionEnd {
  readonly tip: MessageId | null
  readonly lastAnswer: AnswerMeta | null
}

const loading: PathState = { kind: 'loading' }
const never = () => () => undefined

/** The last message of a session and what its last answer took; the tail is read, however long the session is. */
export function useSessionEnd(session: SessionId | null): SessionEnd {
  const { sessions } = useServices()
  const [path, setPath] = useState<OpenPath | null>(null)
  useEffect(() => {
    if (session === null) return
    const opened = sessions.openPath(session)
    setPath(opened)
    return () => {
      opened.close()
      setPath(null)
    }
  }, [sessions, session])
  const state = useSyncExternalStore(path?.subscribe ?? never, path?.current ?? (() => loading))
  return useMemo(() => {
    if (state.kind !== 'ready') return { tip: null, lastAnswer: null }
    const lastAnswer = state.items.findLast(({ row }) => row.answer !== undefined)?.row.answer ?? null
    return { tip: state.items.at(-1)?.row.id ?? null, lastAnswer }
  }, [state])
}
