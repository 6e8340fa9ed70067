import { useEffect, useState } from 'react'
import type { SessionId } from '@shared/ids'
import type { ModelRef } from '@shared/sessions/message'
import { useNewSession } from '@renderer/state/new-session'
import { useServices } from '@renderer/state/services'

const restMs = 700

/** About how many tokens the next prompt takes; asked for when typing has come to rest. null until it is known. */
export function useContextSize(session: SessionId | null, draftText: string, model: ModelRef | null): number | null {
  const { memory } = useServices()
  const isNewPrivate = useNewSession(({ isPrivate }) => isPrivate)
  const [tokens, setTokens] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      void memory.preview(session, draftText, model).then(({ manifest }) => isCurrent && setTokens(manifest.totalTokens))
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [memory, session, draftText, model, isNewPrivate])
  return tokens
}
