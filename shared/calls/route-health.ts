import type { FailureCode } from '../errors'

/** How one model of one provider answered lately, for all windows. Plain data: it is stored. */
export interface RouteState {
  /** In a row, up to now. */
  readonly failures: number
  /** Set while it is left alone after failures; past it, one call may try. */
  readonly restsUntil: number | null
  /** The one call that tries, and until when it is waited for. */
  readonly probe: { readonly id: string; readonly until: number } | null
  readonly lastFailure: FailureCode | null
  /** The last calls, oldest first. */
  readonly recent: readonly RouteCall[]
}

export interface RouteCall {
  readonly at: number
  readonly isOk: boolean
  readonly firstTokenMs: number | null
}

export const untried: RouteState = { failures: 0, restsUntil: null, probe: null, lastFailure: null, recent: [] }

const failuresBeforeRest = 5
const firstRestMs = 60_000
const longestRestMs = 10 * 60_000
/** A probe that its window took along is not waited for any longer. */
const probeMs = 2 * 60_000
const keptCalls = 20
const slowCalls = 5
const slowMs = 15_000
const slowHoldsMs = 10 * 60_000

/** What a call finds at a route: open, at rest, or at the end of a rest, where this call alone tries. */
export type Gate = { readonly kind: 'open' } | { readonly kind: 'probe'; readonly state: RouteState } | { readonly kind: 'resting'; readonly until: number }

export function gateOf(state: RouteState, id: string, now: number): Gate {
  if (state.restsUntil === null) return { kind: 'open' }
  // A rest that is longer than any comes from a clock that was wrong.
  if (state.restsUntil > now && state.restsUntil <= now + longestRestMs) return { kind: 'resting', until: state.restsUntil }
  const { probe } = state
  const isBusy = probe !== null && probe.id !== id && probe.until > now && probe.until <= now + probeMs
  if (isBusy) return { kind: 'resting', until: probe.until }
  return { kind: 'probe', state: { ...state, probe: { id, until: now + probeMs } } }
}

/** How a call ended, as far as the route is concerned: `neither` says nothing about it (cancelled, or the request's own fault). */
export interface RouteOutcome {
  readonly kind: 'answered' | 'failed' | 'neither'
  readonly failure: FailureCode | null
  readonly firstTokenMs: number | null
}

export function noted(state: RouteState, outcome: RouteOutcome, id: string, now: number): RouteState {
  const probe = state.probe?.id === id ? null : state.probe
  if (outcome.kind === 'neither') return probe === state.probe ? state : { ...state, probe }
  const isOk = outcome.kind === 'answered'
  const recent = [...state.recent, { at: now, isOk, firstTokenMs: outcome.firstTokenMs }].slice(-keptCalls)
  if (isOk) return { failures: 0, restsUntil: null, probe: null, lastFailure: null, recent }
  const failures = state.failures + 1
  return { failures, probe, recent, lastFailure: outcome.failure, restsUntil: failures < failuresBeforeRest ? null : now + restMs(failures) }
}

const restMs = (failures: number): number => Math.min(longestRestMs, firstRestMs * 2 ** (failures - failuresBeforeRest))

/** Median milliseconds to the first shown part over the last calls that showed one; null where none did. */
export function usualFirstTokenMs({ recent }: RouteState, calls = keptCalls): number | null {
  const times = recent.flatMap(({ firstTokenMs }) => firstTokenMs ?? []).slice(-calls).sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? null
}

/** Much slower than another one that could be asked instead; looked at anew after a while, since only calls tell. */
export function isSlowBeside(state: RouteState, other: RouteState, now: number): boolean {
  const own = usualFirstTokenMs(state, slowCalls)
  const others = usualFirstTokenMs(other, slowCalls)
  const isKnown = state.recent.length >= slowCalls && (state.recent.at(-1)?.at ?? 0) > now - slowHoldsMs
  return isKnown && own !== null && others !== null && own > slowMs && own > others * 3
}

/** A route in words: what a person is told of it. */
export type RouteHealth =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'limited'; readonly until: number }
  | { readonly kind: 'resting'; readonly failures: number; readonly until: number }
  | { readonly kind: 'known'; readonly calls: number; readonly answered: number; readonly firstTokenMs: number | null }

/** @param limitedUntilMs null where its limits allow a call now */
export function healthOf(state: RouteState | null, limitedUntilMs: number | null, now: number): RouteHealth {
  if (limitedUntilMs !== null) return { kind: 'limited', until: limitedUntilMs }
  if (state === null) return { kind: 'unknown' }
  const gate = gateOf(state, '', now)
  if (gate.kind === 'resting') return { kind: 'resting', failures: state.failures, until: gate.until }
  const { recent } = state
  if (recent.length === 0) return { kind: 'unknown' }
  return { kind: 'known', calls: recent.length, answered: recent.filter(({ isOk }) => isOk).length, firstTokenMs: usualFirstTokenMs(state) }
}
