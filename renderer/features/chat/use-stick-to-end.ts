import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { distanceFromEnd, isAtEnd } from './stick-to-end'

/** How long after a wheel, a key or a finger a scroll upwards counts as the person's. */
const intentMs = 400
const upKeys: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Keeps a conversation at its end while it grows, by whatever amount and however often, until the person scrolls up;
 * back at the end it follows again. The list's own measuring moves the place too: only what follows a wheel, a key,
 * a finger or the scroll bar is taken for the person's wish.
 * @param size changes whenever the content has grown or shrunk
 * @returns `goToEnd` follows from there on; `leave` stops following, for a place that was asked for
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, size: number): { goToEnd(): void; leave(): void } {
  const isStuck = useRef(true)

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let intentAt = Number.NEGATIVE_INFINITY
    let isPressed = false
    let lastTop = element.scrollTop
    const noteIntent = (event: Event): void => {
      if (event instanceof KeyboardEvent && !upKeys.has(event.key)) return
      intentAt = event.timeStamp
    }
    const press = (): void => void (isPressed = true)
    const release = (): void => void (isPressed = false)
    const onScroll = (event: Event): void => {
      const isUp = element.scrollTop < lastTop
      const isMeant = isPressed || event.timeStamp - intentAt < intentMs
      lastTop = element.scrollTop
      if (isUp && isMeant && distanceFromEnd(element) > 1) isStuck.current = false
      else if (!isUp && isAtEnd(element)) isStuck.current = true
    }
    const stop = new AbortController()
    const { signal } = stop
    for (const name of ['wheel', 'touchmove', 'keydown'] as const) {
      element.addEventListener(name, noteIntent, { passive: true, signal })
    }
    element.addEventListener('pointerdown', press, { signal })
    for (const name of ['pointerup', 'pointercancel', 'blur'] as const) window.addEventListener(name, release, { signal })
    element.addEventListener('scroll', onScroll, { passive: true, signal })
    return () => stop.abort()
  }, [scroller])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && isStuck.current) element.scrollTop = element.scrollHeight
  }, [scroller, size])

  return useMemo(
    () => ({
      goToEnd() {
        isStuck.current = true
        scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
      },
      leave() {
        isStuck.current = false
      },
    }),
    [scroller],
  )
}
