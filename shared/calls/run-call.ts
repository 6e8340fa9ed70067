import { hasShownParts, type Answer } from '../agent/answer-builder'
import type { Failure } from '../errors'
import type { ModelCall } from '../providers/model-call'
import type { Result } from '../result'
import type { Part } from '../sessions/message'
import { attempt, failedAnswer, requestTokens, type AttemptPorts } from './attempt'
import { isSameModel, routeKey, type Candidate } from './candidate'
import { inOrder, type Ranked, type RouteStore } from './candidate-order'
import type { CallAttempt, CallEvent } from './call-events'
import { learn, limitKey, takeTurn, type LimitStore, type Place, type Turn, type Wait } from './limiter'
import { isFaultOfRoute, longestPause, nextStep } from './retry-rules'
import { gateOf, noted, untried, type RouteOutcome } from './route-health'

export interface CallPorts extends AttemptPorts {
  readonly limits: LimitStore
  readonly routes: RouteStore
  readonly wait: Wait
  readonly newId: () => string
  /** In [0, 1). */
  readonly random: () => number
}

export interface RunCallInput {
  /** `candidatesFor`: at least one. */
  readonly candidates: readonly Candidate[]
  /** The request as this candidate's model is to get it. Asked for once per model. */
  readonly callFor: (candidate: Candidate) => Promise<ModelCall>
  readonly ports: CallPorts
  readonly signal: AbortSignal
  readonly onEvent: (event: CallEvent) => void
  /** Called from the first shown part on; from then on the call stays where it is. */
  readonly onProgress: (parts: readonly Part[], at: Candidate) => void
  /** Puts the request on record before it leaves, the attempts before it included; where that fails, it does not leave. */
  readonly beforeAttempt: (attempts: readonly CallAttempt[], at: Candidate) => Promise<Result<null, Failure>>
}

export interface CallResult {
  readonly answer: Answer
  /** Which one answered, or failed in the way that is told. */
  readonly answeredBy: Candidate
  readonly attempts: readonly CallAttempt[]
  /** Why it was not the one that was asked first; null where it was. */
  readonly movedBecause: Failure | null
}

/**
 * Makes one call: waits for its turn under the limits, tries again or moves on while nothing has been shown (PRV-6),
 * and tells what it does. Never throws for what may happen to a call; everything ends at once when `signal` aborts.
 */
export const runCall = (input: RunCallInput): Promise<CallResult> => new CallRun(input).run()

/** How a candidate was left. `ended`: so ends the call. */
type Left = { readonly kind: 'ended'; readonly answer: Answer } | { readonly kind: 'passed'; readonly failure: Failure; readonly skips: 'key' | 'route' }

class CallRun {
  private readonly attempts: CallAttempt[] = []
  private readonly calls = new Map<string, Promise<ModelCall>>()
  private readonly passed: { readonly candidate: Candidate; readonly failure: Failure }[] = []
  private cuts = 0
  private readonly id: string

  constructor(private readonly input: RunCallInput) {
    this.id = input.ports.newId()
  }

  async run(): Promise<CallResult> {
    const asked = this.input.candidates[0]
    if (asked === undefined) throw new Error('a call without a candidate')
    let left = await inOrder(this.input.candidates, this.input.ports)
    this.tellPassedOver(asked, left)
    for (let next = left[0]; next !== undefined; next = left[0]) {
      const { candidate } = next
      const outcome = await this.tryAt(next, left)
      if (outcome.kind === 'ended') return this.result(outcome.answer, candidate, asked)
      this.passed.push({ candidate, failure: outcome.failure })
      left = left.filter((other) => !isDoneWith(other.candidate, candidate, outcome.skips))
      const to = left[0]?.candidate
      if (to !== undefined && !isSameModel(to.ref, candidate.ref)) this.input.onEvent({ type: 'moved-on', from: candidate, to, failure: outcome.failure })
    }
    return this.nowhereLeft(asked)
  }

  private tellPassedOver(asked: Candidate, order: readonly Ranked[]): void {
    const first = order[0]?.candidate
    const failure = order.find(({ candidate }) => isSameModel(candidate.ref, asked.ref))?.passedOver
    if (first === undefined || failure === undefined || failure === null || isSameModel(first.ref, asked.ref)) return
    this.passed.push({ candidate: asked, failure })
    this.input.onEvent({ type: 'moved-on', from: asked, to: first, failure })
  }

  /** Tries in one place until it answers, or nothing more is to be had there. */
  private async tryAt({ candidate, passedOver }: Ranked, left: readonly Ranked[]): Promise<Left> {
    const { ports, signal } = this.input
    const others = left.filter((other) => other.candidate !== candidate)
    const hasOther = others.length > 0
    const hasOtherKey = others.some((other) => isSameModel(other.candidate.ref, candidate.ref))
    const resting = this.input.candidates.length > 1 ? await this.enterRoute(candidate, hasOther && passedOver === null) : null
    if (resting !== null) return { kind: 'passed', failure: resting, skips: 'route' }
    for (let here = 1, pausedMs = 0; ; here++) {
      const call = await this.callFor(candidate)
      const since = ports.clock.now()
      const place = { key: limitKey(candidate.credentialId, candidate.ref.modelId), id: ports.newId(), tokens: requestTokens(call), patienceMs: longestPause(hasOther) }
      const turn = await this.turnFor(place, candidate)
      if (turn.kind === 'cancelled' || signal.aborted) return { kind: 'ended', answer: failedAnswer(cancelled) }
      if (turn.kind === 'later') return { kind: 'passed', skips: 'key', failure: { code: 'rate-limited', stage: 'limiter', retryAfterMs: turn.at - ports.clock.now() } }
      const answer = await this.send(candidate, call, place, pausedMs + ports.clock.now() - since)
      const { failure } = answer
      if (failure === null || hasShown(answer) || signal.aborted) return { kind: 'ended', answer }
      if (failure.code === 'stream-cut') this.cuts++
      const step = nextStep(failure, { here, cuts: this.cuts, hasOther, hasOtherKey }, ports.random)
      if (step.kind === 'stop') return { kind: 'ended', answer }
      if (step.kind === 'move-on') return { kind: 'passed', failure, skips: step.skips }
      pausedMs = step.afterMs
      await this.pause(candidate, step.afterMs, failure)
      if (signal.aborted) return { kind: 'ended', answer: failedAnswer(cancelled) }
    }
  }

  /** null: this call may try; otherwise why another is tried first. What was put last because it rests is tried all the same. */
  private enterRoute(candidate: Candidate, mayPass: boolean): Promise<Failure | null> {
    const { routes, clock } = this.input.ports
    return routes.change(routeKey(candidate.ref), (stored) => {
      const state = stored ?? untried
      const now = clock.now()
      const gate = gateOf(state, this.id, now)
      if (gate.kind === 'resting' && mayPass) return { state, value: { code: state.lastFailure ?? 'overloaded', stage: 'limiter', retryAfterMs: gate.until - now } }
      return { state: gate.kind === 'probe' ? gate.state : state, value: null }
    })
  }

  private async turnFor(place: Place, at: Candidate): Promise<Turn> {
    const { ports, signal, onEvent } = this.input
    let hasWaited = false
    const turn = await takeTurn(place, { ...ports, store: ports.limits }, signal, (untilMs) => {
      hasWaited = true
      onEvent({ type: 'waiting', at, untilMs, reason: 'rate-limited' })
    })
    if (hasWaited && turn.kind === 'now') onEvent({ type: 'retrying', at })
    return turn
  }

  private async pause(at: Candidate, ms: number, failure: Failure): Promise<void> {
    const { ports, signal, onEvent } = this.input
    if (ms > 0) onEvent({ type: 'waiting', at, untilMs: ports.clock.now() + ms, reason: failure.code })
    await ports.wait(ms, signal)
    if (!signal.aborted) onEvent({ type: 'retrying', at })
  }

  /** One request, on record before it leaves; what it taught is kept for the calls that follow, in every window. */
  private async send(candidate: Candidate, call: ModelCall, place: Place, waitedMs: number): Promise<Answer> {
    const { ports, signal, onProgress, beforeAttempt } = this.input
    const startedAt = ports.clock.now()
    const started: CallAttempt = { model: candidate.ref, credentialId: candidate.credentialId, startedAt, durationMs: null, waitedMs, failure: null, usage: null }
    const intent = await beforeAttempt([...this.attempts, started], candidate)
    if (!intent.ok) return failedAnswer(intent.failure)
    const { answer, limits } = await attempt(candidate, call, ports, signal, (parts) => onProgress(parts, candidate))
    const { failure, usage } = answer
    this.attempts.push({ ...started, durationMs: Math.max(0, ports.clock.now() - startedAt), failure, usage })
    const refusal = failure?.code === 'rate-limited' ? { retryAfterMs: failure.retryAfterMs ?? null } : null
    const tokens = usage === null || usage.isEstimate ? null : usage.inputTokens + usage.outputTokens
    await Promise.all([learn(place, { report: limits, refusal, tokens }, { ...ports, store: ports.limits }), this.noteRoute(candidate, answer)])
    return answer
  }

  private noteRoute(candidate: Candidate, answer: Answer): Promise<null> {
    const { routes, clock } = this.input.ports
    return routes.change(routeKey(candidate.ref), (stored) => ({
      state: noted(stored ?? untried, outcomeOf(answer), this.id, clock.now()),
      value: null,
    }))
  }

  private callFor(candidate: Candidate): Promise<ModelCall> {
    const key = routeKey(candidate.ref)
    const known = this.calls.get(key) ?? this.input.callFor(candidate)
    this.calls.set(key, known)
    return known
  }

  private result(answer: Answer, answeredBy: Candidate, asked: Candidate): CallResult {
    const because = isSameModel(answeredBy.ref, asked.ref) ? null : this.passed.find(({ candidate }) => isSameModel(candidate.ref, asked.ref))?.failure
    return { answer, answeredBy, attempts: this.attempts, movedBecause: because ?? null }
  }

  /** The failure of the one that was asked for, with the time at which the first of all may be tried again. */
  private nowhereLeft(asked: Candidate): CallResult {
    const own = this.passed.findLast(({ candidate }) => isSameModel(candidate.ref, asked.ref)) ?? this.passed.at(-1)
    if (own === undefined) throw new Error('a call that was tried nowhere')
    const pauses = this.passed.flatMap(({ failure }) => failure.retryAfterMs ?? [])
    const isOver = own.failure.code === 'rate-limited' || own.failure.retryAfterMs !== undefined
    const failure = isOver && pauses.length > 0 ? { ...own.failure, retryAfterMs: Math.min(...pauses) } : own.failure
    return { answer: failedAnswer(failure), answeredBy: own.candidate, attempts: this.attempts, movedBecause: null }
  }
}

const cancelled: Failure = { code: 'cancelled', stage: 'limiter' }

const hasShown = ({ firstTokenMs, parts }: Answer): boolean => firstTokenMs !== null || hasShownParts(parts)

const isDoneWith = (other: Candidate, left: Candidate, skips: 'key' | 'route'): boolean =>
  other === left || (skips === 'route' && isSameModel(other.ref, left.ref))

function outcomeOf({ failure, firstTokenMs }: Answer): RouteOutcome {
  if (failure === null) return { kind: 'answered', failure: null, firstTokenMs }
  return { kind: isFaultOfRoute(failure) ? 'failed' : 'neither', failure: failure.code, firstTokenMs }
}
