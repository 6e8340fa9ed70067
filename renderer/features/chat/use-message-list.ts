import { useEffect, useState } from 'react'
import type { MessageList } from './message-list'

/**
 * Markdown and the virtual list are a third of all code, and an empty chat needs neither: they come in a file of
 * their own, asked for at once, so that it is there by the time the first messages have been read.
 */
const loading = import('./message-list').then((module) => (loaded = module.MessageList))

type List = typeof MessageList

let loaded: List | null = null

/** The component, null until its file is there; from then on at once for every session. */
export function useMessageList(): List | null {
  const [list, setList] = useState(() => loaded)
  useEffect(() => {
    if (list !== null) return
    loading.then(
      (component) => setList(() => component),
      (error: unknown) =>
        // Into the screen's boundary, which offers to try again.
        setList(() => {
          throw error
        }),
    )
  }, [list])
  return list
}
