import type { Clock } from '../clock'
import type { LimitReport } from '../providers/limits'
import type { Changed, KeyedStore } from './keyed-store'
import { confirmed, current, earliest, longPause, measured, noLimits, refused, reported, reserved, without, type LimitState } from './limit-state'

export type LimitStore = KeyedStore<LimitState>

/** Resolves when the time has passed, or as soon as the signal aborts; never rejects. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export interface LimiterPorts {
  readonly store: LimitStore
  readonly clock: Clock
  readonly wait: Wait
}

/** One request that wants to leave. */
export interface Place {
  /** `limitKey` of its credential and model. */
  readonly key: string
  /** Unlike any other's, in every window. */
  readonly id: string
  /** As far as can be told before it is sent. */
  readonly tokens: number
  /** Longest wait that is accepted, in milliseconds. */
  readonly patienceMs: number
}

export type Turn =
  | { readonly kind: 'now' }
  /** It would have to wait for too long, and is in no queue. */
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'cancelled' }

type Queued = { readonly kind: 'queued'; readonly at: number }

export const limitKey = (credentialId: string, modelId: string): string => `${credentialId} ${modelId}`

/**
 * Waits for a request's turn under the limits of its credential and model. The queue is in the store: in the order in
 * which requests came, whichever window they came from. A window that dies leaves a place that simply passes.
 * @param onWait told until when, each time that this becomes known
 */
export async function takeTurn(place: Place, ports: LimiterPorts, signal: AbortSignal, onWait: (untilMs: number) => void): Promise<Turn> {
  const givenUpAt = ports.clock.now() + place.patienceMs
  let turn = await enter(place, ports, givenUpAt)
  while (turn.kind === 'queued') {
    onWait(turn.at)
    await ports.wait(turn.at - ports.clock.now(), signal)
    if (signal.aborted) return leave(place, ports)
    turn = await confirm(place, ports, givenUpAt)
  }
  return turn
}

const enter = ({ key, id, tokens }: Place, { store, clock }: LimiterPorts, givenUpAt: number): Promise<Turn | Queued> =>
  store.change(key, (stored): Changed<LimitState, Turn | Queued> => {
    const now = clock.now()
    const state = current(stored ?? noLimits, now)
    const at = earliest(state, tokens, now)
    if (at > Math.max(now, givenUpAt)) return { state: stored ?? noLimits, value: { kind: 'later', at } }
    const entered = reserved(state, id, tokens, now)
    return { state: entered.state, value: at <= now ? { kind: 'now' } : { kind: 'queued', at } }
  })

const confirm = ({ key, id, tokens }: Place, { store, clock }: LimiterPorts, givenUpAt: number): Promise<Turn | Queued> =>
  store.change(key, (stored): Changed<LimitState, Turn | Queued> => {
    const now = clock.now()
    const state = current(stored ?? noLimits, now)
    const moved = confirmed(state, id, tokens, now)
    if (moved.at <= now) return { state: moved.state, value: { kind: 'now' } }
    if (moved.at > givenUpAt) return { state: without(state, id), value: { kind: 'later', at: moved.at } }
    return { state: moved.state, value: { kind: 'queued', at: moved.at } }
  })

async function leave({ key, id }: Place, { store, clock }: LimiterPorts): Promise<Turn> {
  await store.change(key, (stored) => ({ state: without(current(stored ?? noLimits, clock.now()), id), value: null }))
  return { kind: 'cancelled' }
}

/** What one request told of its limits. */
export interface Learned {
  readonly report: LimitReport | null
  /** null where it was not refused for asking too often. */
  readonly refusal: { readonly retryAfterMs: number | null } | null
  /** What it took; null where nobody said. */
  readonly tokens: number | null
}

export async function learn({ key, id }: Pick<Place, 'key' | 'id'>, { report, refusal, tokens }: Learned, { store, clock }: LimiterPorts): Promise<void> {
  if (report === null && refusal === null && tokens === null) return
  await store.change(key, (stored) => {
    const now = clock.now()
    let state = current(stored ?? noLimits, now)
    if (tokens !== null) state = measured(state, id, tokens)
    if (report !== null) state = reported(state, report, now)
    if (refusal !== null) state = refused(state, refusal.retryAfterMs ?? (report === null ? null : longPause(report)), now)
    return { state, value: null }
  })
}

/** Until when the service asked to be left alone; null where it may be asked now. */
export const limitedUntil = (state: LimitState | null, now: number): number | null => {
  const at = state === null ? now : earliest({ ...current(state, now), slots: [] }, 1, now)
  return at > now ? at : null
}
