import type { Failure, FailureCode } from '../errors'

/** What is done after a failure that came before anything was shown. */
export type NextStep =
  /** The same request again, in the same place, after so long. */
  | { readonly kind: 'again'; readonly afterMs: number }
  /** Another key or another route; this one is done with for this call. `route`: its other keys are, too. */
  | { readonly kind: 'move-on'; readonly skips: 'key' | 'route' }
  /** Nothing else would help. */
  | { readonly kind: 'stop' }

export interface Tried {
  /** Tries in this place that ended in a failure, this one included. */
  readonly here: number
  /** Streams that were cut before any output, in the whole call, this one included. */
  readonly cuts: number
  /** Another place of any kind is left. */
  readonly hasOther: boolean
  /** Another key for the same model of the same provider is left. */
  readonly hasOtherKey: boolean
}

/** A pause asked for is kept in place up to this length: a longer one is spent elsewhere, where there is an elsewhere. */
const patienceMs = 20_000
export const patienceAloneMs = 60_000
const mostWaits = 4
const mostRetries = 2
const firstBackOffMs = 1000
const longestBackOffMs = 8000

type Rule = 'wait' | 'retry' | 'resample' | 'next-key' | 'next-route' | 'stop'

/** Codes that are not here stop the call: the request itself is at fault, or the person ended it. */
const rules: Partial<Record<FailureCode, Rule>> = {
  'rate-limited': 'wait',
  overloaded: 'retry',
  'server-error': 'retry',
  network: 'retry',
  'stream-cut': 'resample',
  timeout: 'next-route',
  'malformed-response': 'next-route',
  offline: 'next-route',
  'region-blocked': 'next-route',
  'model-not-found': 'next-route',
  'wrong-address': 'next-route',
  'url-not-allowed': 'next-route',
  'key-rejected': 'next-key',
  permission: 'next-key',
  'out-of-credit': 'next-key',
  'no-key': 'next-key',
}

/** A gateway's 504 comes at once and is like any 5xx; our own time-out has cost the person its whole length already. */
const ruleOf = ({ code, status }: Failure): Rule => (code === 'timeout' && status !== undefined ? 'retry' : (rules[code] ?? 'stop'))

/** @param random in [0, 1) */
export function nextStep(failure: Failure, tried: Tried, random: () => number): NextStep {
  switch (ruleOf(failure)) {
    case 'wait':
      return waitOrMove(failure, tried, random)
    case 'retry':
      return tried.here <= mostRetries ? inPlace(failure, tried, random) : { kind: 'move-on', skips: 'route' }
    case 'resample':
      return tried.cuts === 1 ? { kind: 'again', afterMs: 0 } : { kind: 'move-on', skips: 'route' }
    case 'next-key':
      return { kind: 'move-on', skips: 'key' }
    case 'next-route':
      return { kind: 'move-on', skips: 'route' }
    case 'stop':
      return { kind: 'stop' }
  }
}

function waitOrMove(failure: Failure, tried: Tried, random: () => number): NextStep {
  // Each key has limits of its own.
  if (tried.hasOtherKey || tried.here > mostWaits) return { kind: 'move-on', skips: 'key' }
  return inPlace(failure, tried, random)
}

function inPlace(failure: Failure, { here, hasOther }: Tried, random: () => number): NextStep {
  const asked = failure.retryAfterMs
  if (asked !== undefined && asked > longestPause(hasOther)) return { kind: 'move-on', skips: failure.code === 'rate-limited' ? 'key' : 'route' }
  return { kind: 'again', afterMs: (asked ?? 0) + backOffMs(here, random) * (asked === undefined ? 1 : 0.25) }
}

export const longestPause = (hasOther: boolean): number => (hasOther ? patienceMs : patienceAloneMs)

/** Full jitter: anything from nothing to a ceiling that doubles with each try. */
export const backOffMs = (tries: number, random: () => number): number =>
  random() * Math.min(longestBackOffMs, firstBackOffMs * 2 ** (tries - 1))

const faultsOfRequest: ReadonlySet<FailureCode> = new Set(['context-too-long', 'bad-request', 'content-filtered', 'output-limit', 'attachment-unsupported', 'attachment-too-large', 'cancelled', 'internal', 'rate-limited', 'offline'])

/** Whether a failure says something about the route, and not about the request, the limit or this device's network. */
export const isFaultOfRoute = ({ code }: Failure): boolean => !faultsOfRequest.has(code)
