import { PenLine } from 'lucide-react'
import type { SessionId } from '@shared/ids'
import { useSyncText } from '@renderer/i18n/sync-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

/** The newest words, and no more than stay in two lines. */
const shownCharacters = 120

/** The answer that another device is writing in this session: who, and the end of it. It comes as a message when it is whole. */
export default function WritingElsewhere({ session }: { session: SessionId }) {
  const text = useSyncText()
  const writing = useObservable(useServices().sync.writingElsewhere).get(session)
  const tail = writing?.textTail.trim().slice(-shownCharacters) ?? ''
  return (
    <div className="mx-auto w-full max-w-[calc(var(--measure)+5rem)] px-4 sm:px-10">
      {/* There before it is filled, so that it is read out; the text that grows is not. */}
      <p role="status" className={writing === undefined ? 'sr-only' : 'flex items-center gap-2 text-sm text-muted'}>
        {writing !== undefined && (
          <>
            <PenLine size={14} aria-hidden className="shrink-0" />
            {text.writingOn(writing.deviceName)}
          </>
        )}
      </p>
      {tail !== '' && (
        <p className="mb-2 line-clamp-2 border-l-2 border-line pl-3 text-sm text-faint [overflow-wrap:anywhere]">{`…${tail}`}</p>
      )}
    </div>
  )
}
