import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, type ReactNode } from 'react'
import type { EntryView } from '@shared/memory/view'
import { useLocalisation } from '@renderer/i18n'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useSectionTitle } from '@renderer/parts/memory/section-title'
import type { LineRow } from './find-lines'

interface LineListProps {
  rows: readonly LineRow[]
  /** Lines without the headings. */
  count: number
  renderLine: (entry: EntryView) => ReactNode
}

const headingHeight = 44
const lineHeight = 58

/** Lines below their sections; only what is near the screen is drawn, so that thousands are no more than fifty. */
export function LineList({ rows, count, renderLine }: LineListProps) {
  const text = useMemoryText()
  const { format } = useLocalisation()
  const sectionTitle = useSectionTitle()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? headingHeight : lineHeight),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
    paddingEnd: 24,
  })
  const positions = positionsOf(rows)
  return (
    <div ref={scroller} tabIndex={0} role="group" aria-label={text.lines} className="relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable] focus-visible:-outline-offset-2">
      <div role="list" aria-label={text.lines} className="relative mx-auto max-w-4xl" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((virtual) => {
          const row = rows[virtual.index]
          if (row === undefined) return null
          return (
            <div
              key={virtual.key}
              ref={virtualizer.measureElement}
              data-index={virtual.index}
              role="listitem"
              {...(row.kind === 'line' && { 'aria-posinset': positions[virtual.index], 'aria-setsize': count })}
              className="absolute top-0 left-0 w-full px-4 sm:px-6"
              style={{ transform: `translateY(${virtual.start}px)` }}
            >
              {row.kind === 'heading' ? (
                <h2 className="flex items-baseline gap-2 pt-4 pb-1.5 text-base">
                  {sectionTitle(row.section)}
                  <span className="text-xs font-normal text-faint tabular-nums">{format.number(row.count)}</span>
                </h2>
              ) : (
                renderLine(row.entry)
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Of each row, its place among the lines. */
function positionsOf(rows: readonly LineRow[]): readonly number[] {
  let lines = 0
  return rows.map(({ kind }) => (kind === 'line' ? ++lines : lines))
}
