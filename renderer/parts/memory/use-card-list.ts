import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { CardPlace } from './card-frame'

export interface CardList {
  readonly placeOf: (id: string, index: number) => CardPlace
  readonly move: (by: 1 | -1) => void
  /** Brings the focus to the current card. */
  readonly focus: () => void
  /** On the element around the cards. */
  readonly onFocus: () => void
  readonly onBlur: (event: { readonly relatedTarget: EventTarget | null; readonly currentTarget: Element }) => void
}

/**
 * A list of cards with one stop for the Tab key. When the current card goes (it was decided), the next one takes its
 * place, and the focus where it had it; when the last one goes, `onEmptied` says where the focus may go.
 */
export function useCardList(ids: readonly string[], onEmptied: () => void): CardList {
  const [current, setCurrent] = useState<{ readonly id: string | null; readonly index: number }>({ id: ids[0] ?? null, index: 0 })
  const cards = useRef(new Map<string, HTMLElement>())
  const hasFocus = useRef(false)
  const found = current.id === null ? -1 : ids.indexOf(current.id)
  const index = found === -1 ? Math.min(current.index, Math.max(0, ids.length - 1)) : found
  const currentId = ids[index] ?? null

  useLayoutEffect(() => {
    if (currentId === current.id && index === current.index) return
    setCurrent({ id: currentId, index })
    if (!hasFocus.current) return
    if (currentId === null) onEmptied()
    else if (currentId !== current.id) cards.current.get(currentId)?.focus()
  }, [currentId, index, current, onEmptied])

  const move = useCallback(
    (by: 1 | -1) => {
      const next = ids[Math.min(ids.length - 1, Math.max(0, index + by))]
      const card = next === undefined ? undefined : cards.current.get(next)
      card?.focus()
      card?.scrollIntoView({ block: 'nearest' })
    },
    [ids, index],
  )

  const focus = useCallback(() => {
    if (currentId !== null) cards.current.get(currentId)?.focus()
  }, [currentId])

  return {
    move,
    focus,
    onFocus: () => (hasFocus.current = true),
    onBlur: (event) => {
      // A card that is taken away while it has the focus loses it to nothing: that is not leaving.
      const to = event.relatedTarget
      if (to instanceof Node && !event.currentTarget.contains(to)) hasFocus.current = false
    },
    placeOf: (id, at) => ({
      position: at + 1,
      count: ids.length,
      isCurrent: id === currentId,
      onFocus: () => setCurrent((before) => (before.id === id ? before : { id, index: at })),
      ref: (element) => {
        if (element === null) cards.current.delete(id)
        else cards.current.set(id, element)
      },
    }),
  }
}
