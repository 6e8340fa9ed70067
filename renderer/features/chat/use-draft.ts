import { useEffect, useState } from 'react'
import type { SessionId } from '@shared/ids'
import { useServices, type Draft } from '@renderer/state/services'

export const emptyDraft: Draft = { text: '', files: [] }

export const isEmptyDraft = (draft: Draft): boolean => draft.text.trim() === '' && draft.files.length === 0

/**
 * The draft of one session, kept on disk. What is typed before the stored draft has been read goes behind it.
 * Mount it anew for another session.
 */
export function useDraft(key: SessionId | 'new') {
  const { drafts } = useServices()
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [isLoaded, setLoaded] = useState(false)

  useEffect(() => {
    let isCurrent = true
    void drafts.load(key).then((stored) => {
      if (!isCurrent) return
      setLoaded(true)
      setDraft((typed) => ({ text: stored.text + typed.text, files: [...stored.files, ...typed.files] }))
    })
    return () => {
      isCurrent = false
      void drafts.flush()
    }
  }, [drafts, key])

  useEffect(() => {
    if (isLoaded) drafts.save(key, draft)
  }, [drafts, key, draft, isLoaded])

  return { draft, setDraft, isLoaded }
}
