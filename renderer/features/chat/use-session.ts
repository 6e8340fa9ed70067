import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SessionId } from '@shared/ids'
import { useServices, type LiveTurn, type Observable, type OpenPath, type PathState, type SessionSummary, type Turns } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'

export const useSessionSummary = (id: SessionId | null): SessionSummary | null => {
  const list = useObservable(useServices().sessions.list)
  return useMemo(() => list.find((session) => session.id === id) ?? null, [list, id])
}

export interface ShownPath {
  readonly state: PathState
  readonly loadEarlier: () => Promise<void>
}

const loading: PathState = { kind: 'loading' }
const nothing = () => () => undefined
const noPath: ShownPath = { state: { kind: 'ready', items: [], hasEarlier: false }, loadEarlier: () => Promise.resolve() }

/** The shown path of a session, open while mounted. */
export function useSessionPath(id: SessionId | null): ShownPath {
  const { sessions } = useServices()
  const [path, setPath] = useState<OpenPath | null>(null)
  useEffect(() => {
    if (id === null) return
    const opened = sessions.openPath(id)
    setPath(opened)
    return () => opened.close()
  }, [sessions, id])
  const state = useSyncExternalStore(path?.subscribe ?? nothing, path?.current ?? (() => loading))
  const loadEarlier = useMemo(() => () => path?.loadEarlier() ?? Promise.resolve(), [path])
  return useMemo(() => (id === null ? noPath : { state, loadEarlier }), [id, state, loadEarlier])
}

const holdMs = 1500

/** The session's live answer, and for a moment after its end the last text of it. */
function heldTurn(live: Turns['live'], id: SessionId): Observable<LiveTurn | null> {
  let held = live.current().get(id) ?? null
  let timer: ReturnType<typeof setTimeout> | null = null
  return {
    current: () => held,
    subscribe(listener) {
      const update = () => {
        const turn = live.current().get(id) ?? null
        if (turn === null && held === null) return
        if (timer !== null) clearTimeout(timer)
        timer = null
        if (turn === null) {
          timer = setTimeout(() => {
            held = null
            listener()
          }, holdMs)
        } else if (turn !== held) {
          held = turn
          listener()
        }
      }
      const stop = live.subscribe(update)
      update()
      return () => {
        stop()
        if (timer !== null) clearTimeout(timer)
        held = live.current().get(id) ?? null
      }
    },
  }
}

const noTurn: Observable<LiveTurn | null> = { current: () => null, subscribe: nothing }

/**
 * The answer that is being written. When it ends, its row reaches the path a moment later: the last text is held
 * until then, so that nothing flickers (chatRows prefers the row).
 */
export function useLiveTurn(id: SessionId | null): { turn: LiveTurn | null; isRunning: boolean } {
  const { live } = useServices().turns
  const held = useMemo(() => (id === null ? noTurn : heldTurn(live, id)), [live, id])
  const turn = useObservable(held)
  const isRunning = useObservable(live).has(id ?? ('' as SessionId))
  return { turn, isRunning }
}
