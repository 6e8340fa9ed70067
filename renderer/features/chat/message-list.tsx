import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import type { MessageId } from '@shared/ids'
import { useLocalisation } from '@renderer/i18n'
import { Button } from '@renderer/ui/button'
import { EndFollower } from './end-follower'
import { beginsJoined, estimateRowHeight, isJoinOpen, type ChatRow } from './chat-rows'
import { MessageArticle } from './message-row'
import { isAtEnd, jumpOffer } from './stick-to-end'

export interface MessageListHandle {
  scrollToEnd(): void
  /** false where the message is not among the loaded ones. */
  scrollToMessage(id: MessageId): boolean
}

interface MessageListProps {
  rows: readonly ChatRow[]
  hasEarlier: boolean
  loadEarlier: () => Promise<void>
  ref: Ref<MessageListHandle>
}

/** Rows from the end of which earlier messages are asked for. */
const loadAheadRows = 6

/** The conversation. Only what is near the screen is drawn; it opens at its end and stays there while it grows. */
export function MessageList({ rows, hasEarlier, loadEarlier, ref }: MessageListProps) {
  const { text } = useLocalisation()
  const scroller = useRef<HTMLDivElement>(null)
  const [follower] = useState(() => new EndFollower())
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index]
      return row === undefined ? 0 : estimateRowHeight(row)
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 3,
    paddingStart: 16,
    paddingEnd: 24,
    anchorTo: 'end',
    scrollToFn: (offset, options, instance) => {
      elementScroll(offset, options, instance)
      follower.noteWrite()
    },
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0

  const size = virtualizer.getTotalSize()
  useLayoutEffect(() => (scroller.current === null ? undefined : follower.attach(scroller.current)), [follower])
  useLayoutEffect(() => follower.settle(), [follower, size])
  useLoadEarlier(hasEarlier && first < loadAheadRows, rows[0]?.key, loadEarlier)
  const latest = latestMark(rows)
  const offer = useJumpOffer(scroller, latest)

  const scrollToMessage = useCallback(
    (id: MessageId) => {
      const index = rows.findIndex((row) => row.key === id)
      if (index < 0) return false
      follower.leave()
      virtualizer.scrollToIndex(index, { align: 'center' })
      return true
    },
    [rows, virtualizer, follower],
  )
  useImperativeHandle(ref, () => ({ scrollToEnd: () => follower.goToEnd(), scrollToMessage }), [follower, scrollToMessage])

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="feed"
        aria-label={text.chat.conversation}
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        {hasEarlier && first < loadAheadRows && (
          <p className="absolute inset-x-0 top-1 z-10 text-center text-xs text-faint">{text.chat.loadingEarlier}</p>
        )}
        <div className="relative w-full" style={{ height: size }}>
          {items.map((virtual) => {
            const row = rows[virtual.index]
            if (row === undefined) return null
            return (
              <div
                key={virtual.key}
                ref={virtualizer.measureElement}
                data-index={virtual.index}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${virtual.start}px)` }}
              >
                <MessageArticle
                  row={row}
                  joined={!beginsJoined(row, rows[virtual.index - 1]) ? null : isJoinOpen(rows, virtual.index) ? 'open' : 'answered'}
                  position={hasEarlier ? 0 : virtual.index + 1}
                  count={hasEarlier ? -1 : rows.length}
                  isLast={virtual.index === rows.length - 1}
                />
              </div>
            )
          })}
        </div>
      </div>
      {offer !== 'none' && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="small"
            className="pointer-events-auto rounded-full shadow-float"
            icon={<ArrowDown size={14} aria-hidden />}
            onClick={() => follower.goToEnd()}
          >
            {offer === 'new' ? text.chat.newBelow : text.chat.toLatest}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Changes with whatever is new at the end. */
function latestMark(rows: readonly ChatRow[]): string {
  const row = rows.at(-1)
  if (row === undefined) return ''
  const parts = row.kind === 'live' ? row.turn.parts : row.item.parts
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 1), 0)
  return `${row.key}:${length}`
}

function useLoadEarlier(isWanted: boolean, firstKey: string | undefined, loadEarlier: () => Promise<void>) {
  useEffect(() => {
    if (isWanted) void loadEarlier()
    // Once for each first message: a page that changed nothing is not asked for again and again.
  }, [isWanted, firstKey, loadEarlier])
}

function useJumpOffer(scroller: { readonly current: HTMLElement | null }, latest: string) {
  const [place, setPlace] = useState({ isEnd: true, leftAt: '' })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const update = () => {
      const isEnd = isAtEnd(element)
      setPlace((before) => (before.isEnd === isEnd ? before : { isEnd, leftAt: latest }))
    }
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [scroller, latest])
  return jumpOffer(place.isEnd, place.leftAt, latest)
}
