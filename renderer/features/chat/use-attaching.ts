import { useCallback, useState } from 'react'
import { useServices, type Draft } from '@renderer/state/services'
import type { Refused } from './attach-files'

type SetDraft = (change: (before: Draft) => Draft) => void

/** Puts files into the draft as they are stored; what cannot be attached is told and left out. */
export function useAttaching(setDraft: SetDraft) {
  const { files } = useServices()
  const [refused, setRefused] = useState<Refused | null>(null)
  const addFiles = useCallback(
    (added: readonly File[]) => {
      setRefused(null)
      void import('./attach-files').then(async ({ attachFile }) => {
        for (const file of added) {
          const attached = await attachFile(file, files)
          if (attached.ok) setDraft((before) => ({ ...before, files: [...before.files, attached.file] }))
          else setRefused(attached.refused)
        }
      })
    },
    [files, setDraft],
  )
  const clearRefused = useCallback(() => setRefused(null), [])
  return { addFiles, refused, clearRefused }
}
