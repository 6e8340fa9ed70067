import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as the component lives; a call runs the newest one. Not for use while rendering. */
export function useStable<Arguments extends unknown[], Value>(act: (...given: Arguments) => Value): (...given: Arguments) => Value {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...given: Arguments) => latest.current(...given), [])
}
