import { hasShownParts, statusOf } from '@shared/agent/answer-builder'
import { continueParts } from '@shared/agent/continue-parts'
import type { CallAttempt } from '@shared/calls/call-events'
import { isSameModel, routeKey, type Candidate } from '@shared/calls/candidate'
import type { CallResult } from '@shared/calls/run-call'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { CallId, DeviceId, MessageId, SessionId } from '@shared/ids'
import type { ModelCall } from '@shared/providers/model-call'
import type { PromptManifest } from '@shared/context/prompt'
import { ok, type Result } from '@shared/result'
import { moveTip, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow, Part } from '@shared/sessions/message'
import type { CallRecord } from '@shared/usage/call-record'
import type { InflightJournal } from '@renderer/db/inflight'
import type { MessageStore } from '@renderer/db/message-store'
import type { InflightRow } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import { billOf, factsNow, type Bill, type BillPorts } from './bill'
import type { RunCall } from './call-runner'
import type { LiveTurns } from './live-turns'
import type { LiveTurn, UsableModel } from './services'
import { createNoticeTeller, insteadOf } from './turn-notice'

const retryStoreMs = 5_000

export interface BuiltPrompt {
  readonly call: ModelCall
  readonly manifest: PromptManifest
}

/** Where an answer stands in the graph and what it is made from. */
export interface AnswerPlan {
  readonly session: SessionId
  readonly messageId: MessageId
  readonly callId: CallId
  readonly parentIds: readonly MessageId[]
  readonly alternativeOf?: MessageId
  readonly continuationOf?: MessageId
  /** The cut answer that is gone on with; empty for a new one. */
  readonly prefix: readonly Part[]
  readonly model: UsableModel
  /** Where the call may go: the model with its keys, then the person's routes to it. */
  readonly candidates: readonly Candidate[]
  readonly call: ModelCall
  readonly manifest: PromptManifest
  /** The same prompt as another model is to get it. */
  readonly promptFor: (model: UsableModel) => Promise<BuiltPrompt>
  /** The session's tip when the turn began: where it is still there, the answer becomes the tip. */
  readonly tipBefore: MessageId | null
  readonly startedAt: number
}

export interface AnswerJobPorts extends BillPorts {
  readonly store: MessageStore
  readonly journal: InflightJournal
  readonly guard: StorageGuard
  readonly live: LiveTurns
  readonly clock: Clock
  readonly device: DeviceId
  readonly windowId: string
  readonly runCall: RunCall
  /** What was in the prompt of an answer that is stored now. */
  readonly onAnswered: (manifest: PromptManifest) => unknown
}

/** The intent of a call, stored before its request leaves. */
export const startedCall = (plan: AnswerPlan, device: DeviceId): CallRecord => ({
  id: plan.callId,
  sessionId: plan.session,
  messageId: plan.messageId,
  task: 'chat',
  model: plan.model.ref,
  device,
  startedAt: plan.startedAt,
  state: 'started',
  manifest: plan.manifest,
  requestId: null,
  firstTokenMs: null,
  durationMs: null,
  usage: null,
  price: plan.model.facts.price,
  costMicroUsd: null,
  failure: null,
})

/** The first journal row of an answer: from here on a crash leaves an interrupted message. */
export const firstInflight = (plan: AnswerPlan, ports: Pick<AnswerJobPorts, 'device' | 'windowId'>): InflightRow => ({
  messageId: plan.messageId,
  sessionId: plan.session,
  parentIds: plan.parentIds,
  ...(plan.alternativeOf !== undefined && { alternativeOf: plan.alternativeOf }),
  ...(plan.continuationOf !== undefined && { continuationOf: plan.continuationOf }),
  parts: plan.prefix,
  model: plan.model.ref,
  modelName: plan.model.facts.name,
  callId: plan.callId,
  device: ports.device,
  startedAt: plan.startedAt,
  updatedAt: plan.startedAt,
  windowId: ports.windowId,
})

export function liveTurnOf(row: InflightRow, isElsewhere: boolean): LiveTurn {
  const { sessionId, messageId, parentIds, parts, model, modelName, startedAt } = row
  const parentId = parentIds.at(-1)
  if (parentId === undefined) throw new Error('an answer without a question')
  const phase = hasShownParts(parts) ? 'streaming' : 'waiting'
  return { sessionId, messageId, parentId, parts, model, modelName, phase, startedAt, isElsewhere }
}

/** Calls the model and stores what came; the journal row and the call's intent are stored already. Never throws. */
export async function runAnswerJob(plan: AnswerPlan, signal: AbortSignal, ports: AnswerJobPorts): Promise<void> {
  const { live, journal, clock } = ports
  const first = liveTurnOf(firstInflight(plan, ports), false)
  live.put(first)
  const made = await makeCall(plan, signal, ports, first)
  await journal.end(plan.messageId)
  const bill = billOf(made.answer, made.attempts, made.manifest.totalTokens, made.answeredBy, ports)
  const row = answerRow(plan, made, bill, clock.now(), ports)
  await storeAnswer(plan, row, endedCall(plan, made, bill, row, ports.device), ports, first)
  live.remove(plan.session)
  ports.onAnswered(made.manifest)
}

/** A call that has ended, with what was in the prompt of the model that answered. */
interface MadeCall extends CallResult {
  readonly manifest: PromptManifest
}

async function makeCall(plan: AnswerPlan, signal: AbortSignal, ports: AnswerJobPorts, first: LiveTurn): Promise<MadeCall> {
  const { live, journal } = ports
  const asked = askedFirst(plan)
  const manifests = new Map([[routeKey(asked.ref), plan.manifest]])
  const manifestFor = (candidate: Candidate): PromptManifest => manifests.get(routeKey(candidate.ref)) ?? plan.manifest
  const noticeAfter = createNoticeTeller()
  try {
    const result = await ports.runCall({
      candidates: plan.candidates,
      signal,
      async callFor(candidate) {
        if (isSameModel(candidate.ref, asked.ref)) return plan.call
        const { call, manifest } = await plan.promptFor(candidate)
        manifests.set(routeKey(candidate.ref), manifest)
        return call
      },
      beforeAttempt: (attempts, at) => recordAttempt(plan, { at, attempts, manifest: manifestFor(at) }, ports),
      onEvent: (event) => live.put({ ...first, notice: noticeAfter(event) }),
      onProgress(parts, at) {
        const shown = continueParts(plan.prefix, parts)
        journal.update(plan.messageId, shown)
        live.progress({ ...first, model: at.ref, modelName: at.facts.name, parts: shown, phase: 'streaming' })
      },
    })
    return { ...result, manifest: manifestFor(result.answeredBy) }
  } catch (error) {
    // Calls do not throw: this is a bug, or a part of the program that could not be loaded. The turn ends visibly.
    const failure: Failure = { code: 'internal', stage: 'stream', detail: String(error).slice(0, 500) }
    return { answer: { ...noAnswer, failure }, answeredBy: asked, attempts: [], movedBecause: null, manifest: plan.manifest }
  }
}

const noAnswer = { parts: [], usage: null, requestId: null, firstTokenMs: null, finishReason: null }

function askedFirst(plan: AnswerPlan): Candidate {
  const [asked] = plan.candidates
  if (asked === undefined) throw new Error('an answer from nobody')
  return asked
}

/** The first request's intent went with the question; every further one is on record before it leaves as well. */
async function recordAttempt(
  plan: AnswerPlan,
  { at, attempts, manifest }: { readonly at: Candidate; readonly attempts: readonly CallAttempt[]; readonly manifest: PromptManifest },
  ports: AnswerJobPorts,
): Promise<Result<null, Failure>> {
  if (attempts.length === 1 && isSameModel(at.ref, plan.model.ref)) return ok(null)
  const call = { ...startedCall(plan, ports.device), model: at.ref, price: at.facts.price, manifest, attempts }
  const inflight = { ...firstInflight(plan, ports), model: at.ref, modelName: at.facts.name }
  return ports.store.commit({ rows: [], calls: [call], putInflight: inflight })
}

function answerRow(plan: AnswerPlan, made: MadeCall, bill: Bill, now: number, { device, models }: AnswerJobPorts): MessageRow {
  const { answer, answeredBy } = made
  const status = statusOf({ ...answer, parts: [...plan.prefix, ...answer.parts] })
  return {
    id: plan.messageId,
    sessionId: plan.session,
    parentIds: [...plan.parentIds],
    ...(plan.alternativeOf !== undefined && { alternativeOf: plan.alternativeOf }),
    ...(plan.continuationOf !== undefined && { continuationOf: plan.continuationOf }),
    role: 'assistant',
    parts: [...continueParts(plan.prefix, answer.parts)],
    createdAt: plan.startedAt,
    device,
    author: 'model',
    callId: plan.callId,
    status,
    ...(answer.failure !== null && status !== 'stopped' && { failure: answer.failure }),
    answer: {
      model: answeredBy.ref,
      modelName: factsNow(answeredBy, models).name,
      usage: bill.usage,
      costMicroUsd: bill.costMicroUsd,
      firstTokenMs: answer.firstTokenMs,
      durationMs: Math.max(0, now - plan.startedAt),
      finishReason: answer.finishReason,
      ...insteadOf(askedFirst(plan), made),
    },
  }
}

function endedCall(plan: AnswerPlan, made: MadeCall, bill: Bill, row: MessageRow, device: DeviceId): CallRecord {
  const { answer, answeredBy, attempts, manifest } = made
  return {
    ...startedCall(plan, device),
    ...bill,
    model: answeredBy.ref,
    manifest,
    attempts,
    state: answer.failure === null ? 'ended' : answer.failure.code === 'cancelled' ? 'stopped' : 'failed',
    requestId: answer.requestId,
    firstTokenMs: answer.firstTokenMs,
    durationMs: row.answer?.durationMs ?? null,
    failure: answer.failure,
  }
}

/** STO-3: where the disk refuses the answer it stays on the screen, said to be unsaved, and is tried again. */
async function storeAnswer(
  plan: AnswerPlan,
  row: MessageRow,
  call: CallRecord,
  ports: AnswerJobPorts,
  shown: LiveTurn,
): Promise<void> {
  const write = (): Promise<Result<null, Failure>> =>
    ports.store.commit({
      rows: [row],
      calls: [call],
      removeInflight: plan.messageId,
      editIndex: (index) => {
        const tip = readEntry(index, plan.session)?.tip ?? null
        // Where the person has moved to another branch meanwhile, that one stays shown.
        if (tip === null || isBefore(plan, tip)) moveTip(index, plan.session, row.id, ports.clock.now(), row.status === 'interrupted')
      },
    })
  for (let written = await write(); !written.ok; written = await write()) {
    ports.live.put({ ...shown, parts: row.parts, phase: 'unsaved' })
    await nextTry(ports.guard)
  }
}

const isBefore = (plan: AnswerPlan, tip: MessageId): boolean =>
  plan.parentIds.includes(tip) || plan.tipBefore === tip

/** Resolves after a while, or as soon as the person asks to try again. */
function nextTry(guard: StorageGuard): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      forget()
      resolve()
    }
    const timer = setTimeout(done, retryStoreMs)
    const forget = guard.addPending(async () => done())
  })
}
