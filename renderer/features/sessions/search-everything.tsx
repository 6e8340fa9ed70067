import { useEffect, useMemo, useState } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useServices, type SearchHit } from '@renderer/state/services'
import { useView } from '@renderer/state/view'
import { PickerDialog, type PickerGroup } from '@renderer/ui/picker-dialog'

const maxHits = 50
/** Typing goes on meanwhile: one search per pause, not per key. */
const pauseMs = 80

type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly query: string; readonly hits: readonly SearchHit[] }

export function SearchEverything() {
  const services = useServices()
  const { text, format } = useLocalisation()
  const { open, setOverlay } = useView()
  const [query, setQuery] = useState('')
  const state = useSearch(query.trim())
  const now = services.clock.now()

  const groups = useMemo((): readonly PickerGroup[] => {
    if (state.kind !== 'found') return []
    const items = state.hits.map((hit) => ({
      id: `${hit.sessionId}-${hit.messageId ?? 'title'}`,
      onPick: () => open({ kind: 'chat', session: hit.sessionId, ...(hit.messageId !== null && { message: hit.messageId }) }),
      content: <Hit hit={hit} untitled={text.sessions.untitled} when={format.ago(hit.at, now)} />,
    }))
    return [{ id: 'hits', label: text.sessions.hits(items.length), items }]
  }, [state, open, text, format, now])

  const status =
    state.kind === 'idle'
      ? text.sessions.searchHint
      : state.kind === 'searching'
        ? text.sessions.searching
        : state.hits.length === 0
          ? text.sessions.noHits(state.query)
          : null
  return (
    <PickerDialog
      isOpen
      onClose={() => setOverlay(null)}
      label={text.sessions.searchTitle}
      placeholder={text.sessions.searchPlaceholder}
      query={query}
      onQuery={setQuery}
      groups={groups}
      status={status}
      announcement={state.kind === 'found' ? text.sessions.hits(state.hits.length) : ''}
    />
  )
}

/** The last finished search stays while the next one runs, so that the list does not flicker. */
function useSearch(query: string): SearchState {
  const { sessions } = useServices()
  const [found, setFound] = useState<Extract<SearchState, { kind: 'found' }> | null>(null)
  useEffect(() => {
    if (query === '') return
    const search = new AbortController()
    const timer = setTimeout(() => {
      sessions.search(query, maxHits, search.signal).then(
        (hits) => !search.signal.aborted && setFound({ kind: 'found', query, hits }),
        (error: unknown) => {
          if (!search.signal.aborted) throw error
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      search.abort()
    }
  }, [sessions, query])
  if (query === '') return { kind: 'idle' }
  return found ?? { kind: 'searching' }
}

function Hit({ hit, untitled, when }: { hit: SearchHit; untitled: string; when: string }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{hit.title || untitled}</span>
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">{when}</span>
      </span>
      {hit.messageId !== null && (
        <span className="line-clamp-2 text-sm text-muted">
          {hit.excerpt.slice(0, hit.matchStart)}
          <mark className="rounded-sm bg-accent-soft text-accent">{hit.excerpt.slice(hit.matchStart, hit.matchEnd)}</mark>
          {hit.excerpt.slice(hit.matchEnd)}
        </span>
      )}
    </span>
  )
}
