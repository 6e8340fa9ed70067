import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { MessageId, SessionId } from '@shared/ids'
import { messageText } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useServices } from '@renderer/state/services'
import { IconButton } from '@renderer/ui/button'
import { useImeGuard } from '@renderer/ui/ime'
import type { ChatRow } from './chat-rows'
import { markFound } from './mark-found'

interface FindBarProps {
  session: SessionId
  rows: readonly ChatRow[]
  onGo: (message: MessageId) => void
  onClose: () => void
}

const hitLimit = 500
const restMs = 150

/** Finds in the whole session, also in messages that are not loaded or not drawn. */
export function FindBar({ session, rows, onGo, onClose }: FindBarProps) {
  const { text, format } = useLocalisation()
  const isImeKey = useImeGuard()
  const [query, setQuery] = useState('')
  const [current, setCurrent] = useState<MessageId | null>(null)
  const matches = useMatches(session, rows, query)
  const index = current === null ? -1 : matches.indexOf(current)

  const go = (to: number) => {
    const id = matches[(to + matches.length) % matches.length]
    if (id === undefined) return
    setCurrent(id)
    onGo(id)
  }
  // The newest match is the first one looked at: conversations are read from their end.
  const previous = () => go(index === -1 ? matches.length - 1 : index - 1)
  const next = () => go(index === -1 ? matches.length - 1 : index + 1)

  useEffect(() => {
    const page = document.querySelector('[role="feed"]')
    return page === null ? undefined : markFound(page, query.trim())
  }, [query])

  return (
    <div role="search" className="flex items-center gap-1 border-b border-line bg-surface px-3 py-1.5">
      <input
        autoFocus
        type="search"
        aria-label={text.chat.find}
        placeholder={text.chat.findPlaceholder}
        value={query}
        onChange={(event) => {
          setCurrent(null)
          setQuery(event.target.value)
        }}
        onKeyDown={(event) => {
          if (isImeKey(event)) return
          const act = { Enter: event.shiftKey ? next : previous, Escape: onClose }[event.key]
          if (act === undefined) return
          event.preventDefault()
          event.stopPropagation()
          act()
        }}
        className="h-8 min-w-0 flex-1 bg-transparent px-1 text-base outline-none"
      />
      <span role="status" className="px-1 text-xs whitespace-nowrap text-muted tabular-nums">
        {query.trim() !== '' &&
          (matches.length === 0 ? text.chat.findNone : text.chat.findCount(format.number(index + 1), format.number(matches.length)))}
      </span>
      <IconButton size="small" label={text.chat.findPrevious} icon={<ChevronUp size={15} aria-hidden />} disabled={matches.length === 0} onClick={previous} />
      <IconButton size="small" label={text.chat.findNext} icon={<ChevronDown size={15} aria-hidden />} disabled={matches.length === 0} onClick={next} />
      <IconButton size="small" label={text.common.close} icon={<X size={15} aria-hidden />} onClick={onClose} />
    </div>
  )
}

/** Messages that hold the query, in their order: those loaded at once, earlier ones from the store. */
function useMatches(session: SessionId, rows: readonly ChatRow[], query: string): readonly MessageId[] {
  const { sessions } = useServices()
  const wanted = query.trim().toLowerCase()
  const [stored, setStored] = useState<{ query: string; ids: readonly MessageId[] }>({ query: '', ids: [] })
  useEffect(() => {
    if (wanted === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      void sessions.search(wanted, hitLimit, controller.signal).then((hits) => {
        if (controller.signal.aborted) return
        const ids = hits.flatMap((hit) => (hit.sessionId === session && hit.messageId !== null ? [hit.messageId] : []))
        setStored({ query: wanted, ids })
      })
    }, restMs)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [sessions, session, wanted])
  return useMemo(() => {
    if (wanted === '') return []
    const loaded = rows.flatMap((row) => {
      const parts = row.kind === 'live' ? row.turn.parts : row.item.parts
      return messageText(parts).toLowerCase().includes(wanted) ? [row.key] : []
    })
    const earlier = stored.query === wanted ? stored.ids : []
    // Ids sort by time.
    return [...new Set([...earlier, ...loaded])].sort()
  }, [rows, wanted, stored])
}
