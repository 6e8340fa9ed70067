import { useCallback, useEffect, useState } from 'react'
import type { EntryId } from '@shared/ids'
import type { Step } from '@shared/memory/history/state-at'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useServices } from '@renderer/state/services'

export type Changes =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly steps: readonly Step[]; readonly hasMore: boolean }

/** Read again when memory has come to rest. */
const restMs = 300

/** A proposal gets its place in a step of its own, which says nothing to a person. */
const isTold = ({ record, before }: Step): boolean => record.kind !== 'moved' || before === null || 'order' in before

/** The newest changes of memory or of one line, with a way to ask for earlier ones. */
export function useChanges(entry: EntryId | null, pageSize: number): { readonly changes: Changes; readonly loadMore: () => void } {
  const { history } = useServices().memory
  const view = useMemoryView()
  const [limit, setLimit] = useState(pageSize)
  const [changes, setChanges] = useState<Changes>({ kind: 'loading' })
  const isFirst = changes.kind === 'loading'

  useEffect(() => {
    let isCurrent = true
    const read = () =>
      // One more than is shown tells whether there are more.
      history.list({ limit: limit + 1, ...(entry !== null && { subject: { kind: 'entry', id: entry } }) }).then(
        (steps) => isCurrent && setChanges({ kind: 'ready', steps: steps.slice(0, limit).filter(isTold), hasMore: steps.length > limit }),
        () => isCurrent && setChanges({ kind: 'failed' }),
      )
    const timer = setTimeout(() => void read(), isFirst ? 0 : restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [history, entry, limit, view, isFirst])

  return { changes, loadMore: useCallback(() => setLimit((count) => count + pageSize), [pageSize]) }
}
