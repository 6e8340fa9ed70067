import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Observable, PairingOffer, PairingState } from '@renderer/state/services'

const idle: Observable<PairingState> = { current: () => opening, subscribe: () => () => undefined }
const opening: PairingState = { kind: 'opening' }

const isOver = ({ kind }: PairingState): boolean => kind === 'done' || kind === 'failed'

export interface PairingHandle {
  readonly pairing: PairingOffer | null
  readonly state: PairingState
  /** Ends a running attempt and begins another. */
  begin(attempt: () => PairingOffer): void
  /** Ends the attempt and forgets it. */
  end(): void
}

/** One attempt at a time; the one that is still running when the screen goes is cancelled. */
export function usePairing(): PairingHandle {
  const [pairing, setPairing] = useState<PairingOffer | null>(null)
  const current = useRef<PairingOffer | null>(null)
  const observed = pairing?.state ?? idle
  const state = useSyncExternalStore(observed.subscribe, observed.current)

  const replace = useCallback((next: PairingOffer | null) => {
    const before = current.current
    if (before !== null && !isOver(before.state.current())) before.cancel()
    current.current = next
    setPairing(next)
  }, [])
  useEffect(
    () => () => {
      const last = current.current
      current.current = null
      if (last !== null && !isOver(last.state.current())) last.cancel()
    },
    [],
  )
  const begin = useCallback((attempt: () => PairingOffer) => replace(attempt()), [replace])
  const end = useCallback(() => replace(null), [replace])
  return { pairing, state, begin, end }
}
