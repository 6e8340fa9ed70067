import { useEffect, useState } from 'react'
import { isMessageSource, type MessageSource, type Provenance } from '@shared/memory/layout'
import type { MessageRow } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useServices } from '@renderer/state/services'
import { sourceState, type SourceState } from '@renderer/state/source-state'
import { useObservable } from '@renderer/state/use-observable'
import { screenToHash } from '@renderer/state/view'
import { formatInstant } from './memory-view'

type Place = 'looking' | SourceState

/** Whether the message is still there: a session in the trash is said to be there, what is gone is said to be gone. */
function usePlace(source: MessageSource): { readonly place: Place; readonly title: string } {
  const { memory, sessions } = useServices()
  const session = useObservable(sessions.list).find(({ id }) => id === source.sessionId)
  const [row, setRow] = useState<MessageRow | null | 'looking'>('looking')
  useEffect(() => {
    let isCurrent = true
    memory.sourceOf(source).then(
      (found) => isCurrent && setRow(found),
      () => isCurrent && setRow(null),
    )
    return () => {
      isCurrent = false
    }
  }, [memory, source])
  const title = session?.title ?? ''
  return { place: row === 'looking' ? 'looking' : sourceState(source, row, session), title }
}

interface SourceLineProps {
  source: Provenance
  /** Leaves the words out where they stand beside it already. */
  hasQuote?: boolean
}

/** What a line rests on: the words as they were said, and the way to the message. */
export function SourceLine({ source, hasQuote = true }: SourceLineProps) {
  const text = useMemoryText()
  return (
    <p className="min-w-0 text-sm break-words text-muted select-text">
      {hasQuote && source.quote.trim() !== '' && <q className="text-text [quotes:none]">{text.source.quote(source.quote.trim())}</q>}{' '}
      {isMessageSource(source) ? <MessagePlace source={source} /> : <ImportPlace name={source.name} at={source.at} />}
    </p>
  )
}

function ImportPlace({ name, at }: { name: string; at: number }) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  return <span className="text-faint">{text.source.imported(name, format.date(at))}</span>
}

function MessagePlace({ source }: { source: MessageSource }) {
  const text = useMemoryText()
  const localisation = useLocalisation()
  const { place, title } = usePlace(source)
  const at = formatInstant(source.at, localisation)
  if (place === 'trashed') return <span className="text-faint">{text.source.trashed(at)}</span>
  if (place === 'deleted') return <span className="text-faint">{text.source.deleted(at)}</span>
  const shown = title || localisation.text.sessions.untitled
  if (place === 'looking') return <span className="text-faint">{text.source.open(shown, at)}</span>
  return (
    <a
      href={screenToHash({ kind: 'chat', session: source.sessionId, message: source.messageId })}
      aria-label={text.source.openLabel(shown, at)}
      className="text-muted underline decoration-line hover:text-accent hover:decoration-current"
    >
      {text.source.open(shown, at)}
    </a>
  )
}
