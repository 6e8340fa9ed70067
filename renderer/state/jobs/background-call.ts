import { runAnswer } from '@shared/agent/run-answer'
import type { Answer } from '@shared/agent/answer-builder'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { CallId, DeviceId, IdFactory, SessionId } from '@shared/ids'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { CredentialedFetch, ModelAdapter, ModelCall, OutputSchema } from '@shared/providers/model-call'
import { fail, ok, type Result } from '@shared/result'
import { messageText } from '@shared/sessions/message'
import type { BackgroundTask } from '@shared/settings'
import type { CallRecord } from '@shared/usage/call-record'
import { estimateUsage } from '@shared/usage/estimate-usage'
import { costMicroUsd } from '@shared/usage/price'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { UsableModel } from '../services'

export interface BackgroundCallPorts {
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly clock: Clock
  readonly newId: IdFactory
  readonly device: DeviceId
  readonly loadAdapter: (api: UsableModel['provider']['api']) => Promise<ModelAdapter>
  readonly fetchFor: (model: UsableModel) => CredentialedFetch
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

const idleTimeoutMs = 120_000

/** Asks once, on record like every call. A service that takes no schema is asked again without: its refusal costs nothing. */
export async function askModel(question: Question, model: UsableModel, ports: BackgroundCallPorts): Promise<Result<string, CallFailure>> {
  const answer = await callOnRecord(question, callOf(question, model, true), model, ports)
  if (answer.ok || answer.failure.failure.code !== 'bad-request') return answer
  return callOnRecord(question, callOf(question, model, false), model, ports)
}

function callOf(question: Question, { ref, facts, provider }: UsableModel, hasSchema: boolean): ModelCall {
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

async function callOnRecord(question: Question, call: ModelCall, model: UsableModel, ports: BackgroundCallPorts): Promise<Result<string, CallFailure>> {
  const { clock, guard, db } = ports
  const record = startedCall(question, model, ports)
  const intent = await guard.write(() => db.calls.add(record))
  if (!intent.ok) return fail({ failure: intent.failure, wasAnswered: false })
  const answer = await run(call, model, ports)
  const usage = answer.usage ?? (answer.parts.length === 0 ? null : estimateUsage({ totalTokens: estimateTokens(call.system) + estimateTokens(question.content) }, answer.parts))
  const ended: CallRecord = {
    ...record,
    state: answer.failure === null ? 'ended' : 'failed',
    requestId: answer.requestId,
    firstTokenMs: answer.firstTokenMs,
    durationMs: Math.max(0, clock.now() - record.startedAt),
    usage,
    costMicroUsd: usage === null ? null : costMicroUsd(usage, model.facts.price),
    failure: answer.failure,
  }
  await guard.write(() => db.calls.put(ended))
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

async function run(call: ModelCall, model: UsableModel, ports: BackgroundCallPorts): Promise<Answer> {
  const { provider } = model
  try {
    const adapter = await ports.loadAdapter(provider.api)
    const adapterPorts = { fetch: ports.fetchFor(model), readFile: async () => null, signal: new AbortController().signal, idleTimeoutMs }
    return await runAnswer({ adapter, call, baseUrl: provider.baseUrl, ports: adapterPorts, clock: ports.clock, onProgress: () => undefined })
  } catch (error) {
    // Adapters do not throw: this is a bug, or a part of the program that could not be loaded.
    const failure: Failure = { code: 'internal', stage: 'stream', detail: String(error).slice(0, 500) }
    return { parts: [], usage: null, requestId: null, firstTokenMs: null, finishReason: null, failure }
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
