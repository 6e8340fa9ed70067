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

  const stop = useCallback(() => {
    const last = current.current
    current.current = null
    if (last !== null && !isOver(last.state.current())) last.cancel()
  }, [])
  useEffect(() => stop, [stop])
  const begin = useCallback(
    (attempt: () => PairingOffer) => {
      stop()
      current.current = attempt()
      setPairing(current.current)
    },
    [stop],
  )
  const end = useCallback(() => {
    stop()
    setPairing(null)
  }, [stop])
  return { pairing, state, begin, end }
}
