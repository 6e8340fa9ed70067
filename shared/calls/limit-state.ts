import type { Bucket, LimitReport } from '../providers/limits'

/** A request that was sent, or has its place in the queue. */
interface Slot {
  readonly id: string
  /** When it may be sent; once `isSent`, when it was. Milliseconds since the epoch. */
  readonly at: number
  readonly tokens: number
  readonly isSent: boolean
}

/** What the service last said is left, less what was sent since. */
interface Left {
  readonly remaining: number
  readonly resetsAt: number
}

/** What one credential may ask of one model, as far as it was learned. Plain data: it is stored. */
export interface LimitState {
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  /** Requests per minute concluded from a refusal, where the service tells no figure. */
  readonly guess: { readonly requestsPerMinute: number; readonly until: number } | null
  /** The last minute's and those still to come, by time. */
  readonly slots: readonly Slot[]
  /** The service asked to be left alone until then. */
  readonly blockedUntil: number
  readonly requestsLeft: Left | null
  readonly tokensLeft: Left | null
}

export const noLimits: LimitState = {
  requestsPerMinute: null,
  tokensPerMinute: null,
  guess: null,
  slots: [],
  blockedUntil: 0,
  requestsLeft: null,
  tokensLeft: null,
}

const minuteMs = 60_000
/** A little more than a minute: requests do not all take the same time to arrive. */
export const windowMs = minuteMs + 500
const dayMs = 24 * 60 * minuteMs
const guessHoldsMs = 10 * minuteMs
/** A limit whose period is longer (some count by the day) says nothing about a minute. */
const longestPeriodMs = 2 * minuteMs

/** Without what is over, and without what a clock that was wrong left in the far future. */
export function current(state: LimitState, now: number): LimitState {
  const isNear = (instant: number): boolean => instant > now && instant <= now + dayMs
  const left = (value: Left | null): Left | null => (value !== null && isNear(value.resetsAt) ? value : null)
  return {
    ...state,
    guess: state.guess !== null && isNear(state.guess.until) ? state.guess : null,
    slots: recentSlots(state, now),
    blockedUntil: isNear(state.blockedUntil) ? state.blockedUntil : 0,
    requestsLeft: left(state.requestsLeft),
    tokensLeft: left(state.tokensLeft),
  }
}

/** Without a known limit only a refusal looks back, and needs no more than these. */
const slotsWithoutLimit = 100

function recentSlots({ slots, requestsPerMinute, tokensPerMinute, guess }: LimitState, now: number): readonly Slot[] {
  const recent = slots.filter(({ at }) => at > now - windowMs && at <= now + dayMs)
  const hasLimit = requestsPerMinute !== null || tokensPerMinute !== null || guess !== null
  return hasLimit ? recent : recent.slice(-slotsWithoutLimit)
}

/** The first instant, from `from` on, at which a request of so many tokens may be sent, behind all that is in the queue. */
export function earliest(state: LimitState, tokens: number, from: number): number {
  const instants = [
    from,
    state.blockedUntil,
    state.slots.at(-1)?.at ?? 0,
    whenLeft(state.requestsLeft, 1),
    whenLeft(state.tokensLeft, Math.min(tokens, state.tokensPerMinute ?? tokens)),
    whenFewerRequests(state),
    whenFewerTokens(state, tokens),
  ]
  return Math.max(...instants)
}

const whenLeft = (left: Left | null, needed: number): number => (left !== null && left.remaining < needed ? left.resetsAt : 0)

function whenFewerRequests(state: LimitState): number {
  const perMinute = Math.min(state.requestsPerMinute ?? Infinity, state.guess?.requestsPerMinute ?? Infinity)
  const oldest = Number.isFinite(perMinute) ? state.slots.at(-perMinute) : undefined
  return oldest === undefined ? 0 : oldest.at + windowMs
}

/** A request larger than a whole minute's tokens goes alone: the service says whether it takes it. */
function whenFewerTokens({ tokensPerMinute, slots }: LimitState, tokens: number): number {
  if (tokensPerMinute === null) return 0
  let sum = Math.min(tokens, tokensPerMinute)
  for (const slot of slots.toReversed()) {
    sum += slot.tokens
    if (sum > tokensPerMinute) return slot.at + windowMs
  }
  return 0
}

/** Puts a request into the queue; one that may go now is sent. */
export function reserved(state: LimitState, id: string, tokens: number, now: number): { readonly state: LimitState; readonly at: number } {
  const at = earliest(state, tokens, now)
  return { at, state: withSlot(state, { id, at, tokens, isSent: at <= now }) }
}

/**
 * Sends a request whose time has come, if it may still go: limits may have been learned since, and a window that slept
 * wakes later than it meant to. Otherwise it gets a new place.
 */
export function confirmed(state: LimitState, id: string, tokens: number, now: number): { readonly state: LimitState; readonly at: number } {
  const others = without(state, id)
  const due = { ...others, slots: others.slots.filter(({ at }) => at <= now) }
  if (earliest(due, tokens, now) > now) return reserved(others, id, tokens, now)
  return { at: now, state: withSlot(others, { id, at: now, tokens, isSent: true }) }
}

export const without = (state: LimitState, id: string): LimitState => ({ ...state, slots: state.slots.filter((slot) => slot.id !== id) })

function withSlot(state: LimitState, slot: Slot): LimitState {
  const slots = [...state.slots, slot].sort((a, b) => a.at - b.at)
  if (!slot.isSent) return { ...state, slots }
  return { ...state, slots, requestsLeft: less(state.requestsLeft, 1), tokensLeft: less(state.tokensLeft, slot.tokens) }
}

const less = (left: Left | null, used: number): Left | null =>
  left === null ? null : { ...left, remaining: Math.max(0, left.remaining - used) }

/** What a request really took, once it is known. */
export const measured = (state: LimitState, id: string, tokens: number): LimitState => ({
  ...state,
  slots: state.slots.map((slot) => (slot.id === id ? { ...slot, tokens } : slot)),
})

export function reported(state: LimitState, report: LimitReport, now: number): LimitState {
  const tokens = tightest(report)
  return {
    ...state,
    requestsPerMinute: report.requests === null ? state.requestsPerMinute : (perMinute(report.requests) ?? state.requestsPerMinute),
    tokensPerMinute: tokens === null ? state.tokensPerMinute : (perMinute(tokens) ?? state.tokensPerMinute),
    requestsLeft: isByMinute(report.requests) ? (leftOf(report.requests, now) ?? state.requestsLeft) : null,
    tokensLeft: leftOf(tokens, now) ?? state.tokensLeft,
  }
}

/** Where input and output are counted apart, input is what is known before the request. */
const tightest = ({ tokens, inputTokens }: LimitReport): Bucket | null => inputTokens ?? tokens

/** The limit, where its period may be a minute: what takes longer to come back is counted by the hour or the day. */
function perMinute({ limit, remaining, resetAfterMs }: Bucket): number | null {
  if (limit === null || limit < 1) return null
  const used = remaining === null ? 0 : limit - remaining
  const wholeAfterMs = used > 0 && resetAfterMs !== null ? (resetAfterMs * limit) / used : 0
  return (resetAfterMs ?? 0) > minuteMs && wholeAfterMs > longestPeriodMs ? null : Math.floor(limit)
}

/**
 * Of requests that are counted by the hour or the day, the time until all are back says nothing of when the next one may
 * go: with Groq one comes back every few seconds. There the service says itself when it has had enough.
 */
const isByMinute = (bucket: Bucket | null): boolean => (bucket?.resetAfterMs ?? 0) <= longestPeriodMs

/** How long a refusal asks for where it names no pause: until the requests of an hour or a day are back, none being left. */
export const longPause = ({ requests }: LimitReport): number | null => (!isByMinute(requests) && requests?.remaining === 0 ? requests.resetAfterMs : null)

const leftOf = (bucket: Bucket | null, now: number): Left | null =>
  bucket === null || bucket.remaining === null || bucket.resetAfterMs === null
    ? null
    : { remaining: Math.max(0, Math.floor(bucket.remaining)), resetsAt: now + bucket.resetAfterMs }

/** After a refusal for asking too often. Where no figure is known, a little less than what was sent is taken for the limit. */
export function refused(state: LimitState, retryAfterMs: number | null, now: number): LimitState {
  const blockedUntil = Math.max(state.blockedUntil, now + (retryAfterMs ?? 0))
  const sent = state.slots.filter(({ isSent, at }) => isSent && at > now - minuteMs).length
  const isGuess = state.requestsPerMinute === null && state.tokensPerMinute === null && sent > 2
  if (!isGuess) return { ...state, blockedUntil }
  return { ...state, blockedUntil, guess: { requestsPerMinute: Math.floor(sent * 0.8), until: now + guessHoldsMs } }
}
