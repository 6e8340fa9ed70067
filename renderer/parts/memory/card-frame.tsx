import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { SectionId } from '@shared/ids'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { runCardKey } from './card-keys'
import { useSectionTitle } from './section-title'
import { topicLabel } from './rule-matches'

/** A card's place in a list with one stop for the Tab key. */
export interface CardPlace {
  /** From 1. */
  readonly position: number
  readonly count: number
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly ref: (element: HTMLElement | null) => void
}

interface CardFrameProps {
  kind: string
  sectionId: SectionId
  topic: string | null
  /** Read out for the whole card. */
  name: string
  aside?: ReactNode
  /** Letters that work while the focus is on the card. */
  keys: Readonly<Record<string, (() => void) | undefined>>
  place?: CardPlace
  children: ReactNode
}

// The bar is the sign of focus: a frame around so large a thing would shout.
const look =
  'relative rounded-lg py-3.5 pr-3 pl-4 transition-colors focus-within:bg-sunken focus-visible:outline-none before:absolute before:inset-y-2.5 ' +
  'before:left-0 before:w-0.75 before:rounded-full focus-within:before:bg-accent forced-colors:focus-within:before:bg-[Highlight]'

/** The head and the frame of everything that waits: what kind of thing, where it belongs, then the thing itself. */
export function CardFrame({ kind, sectionId, topic, name, aside, keys, place, children }: CardFrameProps) {
  const text = useMemoryText()
  const sectionTitle = useSectionTitle()
  const id = useId()
  const isCurrent = place?.isCurrent ?? false
  return (
    <article
      ref={place?.ref}
      tabIndex={place === undefined || isCurrent ? 0 : -1}
      aria-labelledby={id}
      aria-posinset={place?.position}
      aria-setsize={place?.count}
      onFocus={place?.onFocus}
      onKeyDown={(event) => runCardKey(event, keys)}
      className={look}
    >
      <h2 id={id} className="sr-only">
        {name}
      </h2>
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-xs text-faint">
        <span className="font-semibold tracking-wide text-muted uppercase">{kind}</span>
        <span className="inline-flex min-w-0 items-center gap-0.5">
          <span className="truncate">{sectionTitle(sectionId)}</span>
          {topic && (
            <>
              <ChevronRight size={11} aria-hidden className="shrink-0" />
              <span className="truncate">{topicLabel(topic, text)}</span>
            </>
          )}
        </span>
        <span className="ml-auto flex items-baseline gap-3">
          {aside}
          {place && <span className="tabular-nums">{text.position(place.position, place.count)}</span>}
        </span>
      </div>
      {children}
    </article>
  )
}
