import { useCallback, useSyncExternalStore } from 'react'

/** Follows a CSS media query. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** One pane at a time below this width. */
export const narrowQuery = '(max-width: 719px)'

export const useIsNarrow = (): boolean => useMediaQuery(narrowQuery)

/** A phone or a tablet: its keys are on the screen. */
export const useIsTouch = (): boolean => useMediaQuery('(pointer: coarse)')

/** Too little width for three panes: the right one becomes a sheet below this. */
export const compactQuery = '(max-width: 1023px)'

export const useIsCompact = (): boolean => useMediaQuery(compactQuery)
