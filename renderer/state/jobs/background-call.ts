import type { Answer } from '@shared/agent/answer-builder'
import { candidatesFor, type Candidate, type CallableModel, type ModelRoutes } from '@shared/calls/candidate'
import type { CallResult } from '@shared/calls/run-call'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { CallId, DeviceId, IdFactory, SessionId } from '@shared/ids'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { ModelCall, OutputSchema } from '@shared/providers/model-call'
import { fail, ok, type Result } from '@shared/result'
import { messageText } from '@shared/sessions/message'
import type { BackgroundTask } from '@shared/settings'
import type { CallRecord } from '@shared/usage/call-record'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { billOf, type BillPorts } from '../bill'
import type { RunCall } from '../call-runner'
import type { UsableModel } from '../services'

export interface BackgroundCallPorts extends BillPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly clock: Clock
  readonly newId: IdFactory
  readonly device: DeviceId
  readonly runCall: RunCall
  /** The person's lists of other ways to their models: what is talked about goes nowhere else by itself. */
  readonly routes: () => readonly ModelRoutes[]
}

/** What a task asks of a model. */
export interface Question {
  readonly task: BackgroundTask
  readonly session: SessionId
  readonly system: string
  readonly content: string
  readonly outputSchema: OutputSchema
  readonly maxOutputTokens: number
}

export interface CallFailure {
  readonly failure: Failure
  /** The model gave an answer, which has its price. */
  readonly wasAnswered: boolean
}

/** Asks once, on record like every call. A service that takes no schema is asked again without: its refusal costs nothing. */
export async function askModel(question: Question, model: UsableModel, ports: BackgroundCallPorts): Promise<Result<string, CallFailure>> {
  const answer = await callOnRecord(question, true, model, ports)
  if (answer.ok || answer.failure.failure.code !== 'bad-request') return answer
  return callOnRecord(question, false, model, ports)
}

function callOf(question: Question, { ref, facts, provider }: CallableModel, hasSchema: boolean): ModelCall {
  return {
    modelId: ref.modelId,
    system: question.system,
    messages: [{ role: 'user', parts: [{ type: 'text', text: question.content }] }],
    tools: [],
    maxOutputTokens: Math.min(question.maxOutputTokens, facts.maxOutputTokens ?? Number.POSITIVE_INFINITY),
    // Models of OpenAI's that reason do so at length by default; Anthropic's think only when asked to.
    effort: provider.api === 'anthropic-messages' ? null : 'low',
    ...(hasSchema && { outputSchema: question.outputSchema }),
  }
}

async function callOnRecord(question: Question, hasSchema: boolean, model: UsableModel, ports: BackgroundCallPorts): Promise<Result<string, CallFailure>> {
  const { clock, guard, db } = ports
  const record = startedCall(question, model, ports)
  const note = async (changes: Partial<CallRecord>): Promise<Result<null, Failure>> => {
    const written = await guard.write(() => db.calls.put({ ...record, ...changes }))
    return written.ok ? ok(null) : written
  }
  const { answer, answeredBy, attempts } = await run(question, hasSchema, model, ports, note)
  const factor = ports.factorFor(answeredBy.provider.api, answeredBy.ref.modelId)
  const inputTokens = Math.ceil(factor * (estimateTokens(question.system) + estimateTokens(question.content)))
  await note({
    ...billOf(answer, attempts, inputTokens, answeredBy, ports),
    model: answeredBy.ref,
    attempts,
    state: answer.failure === null ? 'ended' : 'failed',
    requestId: answer.requestId,
    firstTokenMs: answer.firstTokenMs,
    durationMs: Math.max(0, clock.now() - record.startedAt),
    failure: answer.failure,
  })
  return outcomeOf(answer)
}

const startedCall = (question: Question, model: UsableModel, { newId, device, clock }: BackgroundCallPorts): CallRecord => ({
  id: newId<CallId>(),
  sessionId: question.session,
  messageId: null,
  task: question.task,
  model: model.ref,
  device,
  startedAt: clock.now(),
  state: 'started',
  manifest: null,
  requestId: null,
  firstTokenMs: null,
  durationMs: null,
  usage: null,
  price: model.facts.price,
  costMicroUsd: null,
  failure: null,
})

/** Every request is on record before it leaves. */
async function run(
  question: Question,
  hasSchema: boolean,
  model: UsableModel,
  ports: BackgroundCallPorts,
  note: (changes: Partial<CallRecord>) => Promise<Result<null, Failure>>,
): Promise<CallResult> {
  const candidates = candidatesFor(model, ports.routes(), ports.models.usable.current())
  try {
    return await ports.runCall({
      candidates,
      callFor: async (candidate) => callOf(question, candidate, hasSchema),
      beforeAttempt: (attempts, at) => note({ attempts, model: at.ref, price: at.facts.price }),
      signal: new AbortController().signal,
      onEvent: () => undefined,
      onProgress: () => undefined,
    })
  } catch (error) {
    // Calls do not throw: this is a bug, or a part of the program that could not be loaded.
    const failure: Failure = { code: 'internal', stage: 'stream', detail: String(error).slice(0, 500) }
    const answer: Answer = { parts: [], usage: null, requestId: null, firstTokenMs: null, finishReason: null, failure }
    return { answer, answeredBy: candidates[0] as Candidate, attempts: [], movedBecause: null }
  }
}

/** Only an answer that came to its own end is one: what was cut may mean something else. */
function outcomeOf({ parts, failure, finishReason }: Answer): Result<string, CallFailure> {
  const wasAnswered = parts.length > 0
  if (failure !== null) return fail({ failure, wasAnswered })
  if (finishReason === 'length') return fail({ failure: { code: 'output-limit', stage: 'stream' }, wasAnswered })
  if (finishReason === 'refusal' || finishReason === 'content-filter') return fail({ failure: { code: 'content-filtered', stage: 'stream' }, wasAnswered })
  return ok(messageText(parts))
}
