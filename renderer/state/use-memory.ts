import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type * as Y from 'yjs'
import type { SessionId } from '@shared/ids'
import { useServices, type PromptPreview } from './services'
import { useSettings } from './use-observable'

/** A number that changes whenever the memory document did. */
function useMemoryVersion(doc: Y.Doc): number {
  const store = useMemo(() => {
    let version = 0
    return {
      current: () => version,
      subscribe(listener: () => void) {
        const tell = () => {
          version += 1
          listener()
        }
        doc.on('update', tell)
        return () => doc.off('update', tell)
      },
    }
  }, [doc])
  return useSyncExternalStore(store.subscribe, store.current)
}

/** What `read` makes of the memory document, read again after each change. `read` has to be the same function every time. */
export function useMemoryValue<Value>(doc: Y.Doc, read: (doc: Y.Doc) => Value): Value {
  const store = useMemo(() => {
    let value: { readonly of: Value } | null = null
    const forget = () => (value = null)
    return {
      current: () => (value ??= { of: read(doc) }).of,
      subscribe(listener: () => void) {
        const tell = () => {
          forget()
          listener()
        }
        // What changed between the first look and this subscription.
        forget()
        doc.on('update', tell)
        return () => doc.off('update', tell)
      },
    }
  }, [doc, read])
  return useSyncExternalStore(store.subscribe, store.current)
}

const restMs = 250

export type PreviewState = { readonly kind: 'counting' } | { readonly kind: 'ready'; readonly preview: PromptPreview } | { readonly kind: 'failed' }

/**
 * What the next prompt would contain, read again a moment after memory, the limit or `version` changed. The last
 * one stays while the next is being read.
 */
export function usePromptPreview(session: SessionId | null, version: unknown = null): PreviewState {
  const { memory } = useServices()
  const { memoryTokenLimit, defaultModel } = useSettings()
  const memoryVersion = useMemoryVersion(memory.doc)
  const [state, setState] = useState<PreviewState>({ kind: 'counting' })
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      memory.preview(session, '', null).then(
        (preview) => isCurrent && setState({ kind: 'ready', preview }),
        () => isCurrent && setState({ kind: 'failed' }),
      )
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [memory, session, version, memoryVersion, memoryTokenLimit, defaultModel])
  return state
}
