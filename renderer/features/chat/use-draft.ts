import { useEffect, useState } from 'react'
import type { SessionId } from '@shared/ids'
import { useServices, type Draft } from '@renderer/state/services'
import { useStable } from './use-stable'

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

/**
 * Does it at once, or, asked for before the stored draft has been read, as soon as that is there: an Enter that comes
 * early is not lost. What was stored and not seen yet would go along with it: then the whole waits for another look.
 */
export function useOnceLoaded(isLoaded: boolean, draft: Draft, act: () => void): () => void {
  const [asked, setAsked] = useState<Draft | null>(null)
  const latest = useStable(act)
  useEffect(() => {
    if (!isLoaded || asked === null) return
    setAsked(null)
    if (isSameDraft(asked, draft)) latest()
  }, [isLoaded, asked, draft, latest])
  return () => (isLoaded ? act() : setAsked(draft))
}

const isSameDraft = (one: Draft, other: Draft): boolean => one.text === other.text && one.files.length === other.files.length
