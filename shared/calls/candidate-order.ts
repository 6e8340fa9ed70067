import type { Clock } from '../clock'
import type { Failure } from '../errors'
import { isSameModel, routeKey, type Candidate } from './candidate'
import { limitKey, limitedUntil, type LimitStore } from './limiter'
import type { KeyedStore } from './keyed-store'
import { gateOf, isSlowBeside, untried, type RouteState } from './route-health'

export type RouteStore = KeyedStore<RouteState>

export interface OrderPorts {
  readonly limits: LimitStore
  readonly routes: RouteStore
  readonly clock: Clock
}

/** A candidate with why it comes later than the person put it; null where it does not. */
export interface Ranked {
  readonly candidate: Candidate
  readonly passedOver: Failure | null
}

/**
 * The candidates as they are tried: in the person's order, but routes that rest or are much slower than another come
 * last, and of several keys the one that may be used soonest comes first. A single candidate is never looked into.
 */
export async function inOrder(candidates: readonly Candidate[], ports: OrderPorts): Promise<readonly Ranked[]> {
  const [first, ...others] = candidates
  if (first === undefined) throw new Error('a call without a candidate')
  if (others.length === 0) return [{ candidate: first, passedOver: null }]
  const now = ports.clock.now()
  const states = new Map<string, RouteState>()
  const freeAt = new Map<Candidate, number>()
  for (const candidate of candidates) {
    const key = routeKey(candidate.ref)
    if (!states.has(key)) states.set(key, (await ports.routes.read(key)) ?? untried)
    freeAt.set(candidate, limitedUntil(await ports.limits.read(limitKey(candidate.credentialId, candidate.ref.modelId)), now) ?? now)
  }
  const routes = candidates.filter((candidate, at) => candidates.findIndex(({ ref }) => isSameModel(ref, candidate.ref)) === at)
  const ranked = routes.map(({ ref }) => ({ ref, standing: standingOf(states.get(routeKey(ref)) ?? untried, [...states.values()], now) }))
  const ordered = ranked.toSorted((a, b) => a.standing.rank - b.standing.rank)
  return ordered.flatMap(({ ref, standing }) =>
    candidates
      .filter((candidate) => isSameModel(candidate.ref, ref))
      .toSorted((a, b) => (freeAt.get(a) ?? now) - (freeAt.get(b) ?? now))
      .map((candidate) => ({ candidate, passedOver: standing.passedOver })),
  )
}

interface Standing {
  /** Smaller is tried sooner; equal ones keep the person's order. */
  readonly rank: number
  readonly passedOver: Failure | null
}

function standingOf(state: RouteState, all: readonly RouteState[], now: number): Standing {
  const gate = gateOf(state, '', now)
  if (gate.kind === 'resting') {
    const passedOver: Failure = { code: state.lastFailure ?? 'overloaded', stage: 'limiter', retryAfterMs: gate.until - now }
    return { rank: gate.until - now, passedOver }
  }
  const isSlow = all.some((other) => other !== state && isSlowBeside(state, other, now))
  return isSlow ? { rank: 1, passedOver: { code: 'timeout', stage: 'limiter' } } : { rank: 0, passedOver: null }
}
