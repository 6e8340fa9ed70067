import { hasShownParts, statusOf, type Answer } from '@shared/agent/answer-builder'
import { continueParts } from '@shared/agent/continue-parts'
import { runAnswer } from '@shared/agent/run-answer'
import type { Clock } from '@shared/clock'
import { estimateUsage } from '@shared/usage/estimate-usage'
import type { Failure } from '@shared/errors'
import type { CallId, DeviceId, MessageId, SessionId } from '@shared/ids'
import type { CredentialedFetch, ModelAdapter, ModelCall, ReadFile } from '@shared/providers/model-call'
import type { PromptManifest } from '@shared/context/prompt'
import type { Result } from '@shared/result'
import { moveTip, readEntry } from '@shared/sessions/index-doc'
import type { MessageRow, Part } from '@shared/sessions/message'
import type { CallRecord } from '@shared/usage/call-record'
import { costMicroUsd } from '@shared/usage/price'
import type { InflightJournal } from '@renderer/db/inflight'
import type { MessageStore } from '@renderer/db/message-store'
import type { InflightRow } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { LiveTurns } from './live-turns'
import type { LiveTurn, UsableModel } from './services'

const idleTimeoutMs = 120_000
const retryStoreMs = 5_000

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
  readonly call: ModelCall
  readonly manifest: PromptManifest
  /** The session's tip when the turn began: where it is still there, the answer becomes the tip. */
  readonly tipBefore: MessageId | null
  readonly startedAt: number
}

export interface AnswerJobPorts {
  readonly store: MessageStore
  readonly journal: InflightJournal
  readonly guard: StorageGuard
  readonly live: LiveTurns
  readonly clock: Clock
  readonly device: DeviceId
  readonly windowId: string
  readonly loadAdapter: (api: UsableModel['provider']['api']) => Promise<ModelAdapter>
  readonly fetchFor: (model: UsableModel) => CredentialedFetch
  readonly readFile: ReadFile
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
  const answer = await callModel(plan, signal, ports, (parts) => {
    const shown = continueParts(plan.prefix, parts)
    journal.update(plan.messageId, shown)
    live.progress({ ...first, parts: shown, phase: 'streaming' })
  })
  await journal.end(plan.messageId)
  const row = answerRow(plan, answer, clock.now(), ports.device)
  await storeAnswer(plan, row, endedCall(plan, answer, row, ports.device), ports, first)
  live.remove(plan.session)
  ports.onAnswered(plan.manifest)
}

async function callModel(
  plan: AnswerPlan,
  signal: AbortSignal,
  ports: AnswerJobPorts,
  onProgress: (parts: readonly Part[]) => void,
): Promise<Answer> {
  const { provider } = plan.model
  try {
    const adapter = await ports.loadAdapter(provider.api)
    const adapterPorts = { fetch: ports.fetchFor(plan.model), readFile: ports.readFile, signal, idleTimeoutMs }
    return await runAnswer({ adapter, call: plan.call, baseUrl: provider.baseUrl, ports: adapterPorts, clock: ports.clock, onProgress })
  } catch (error) {
    // Adapters do not throw: this is a bug, or a part of the program that could not be loaded. The turn ends visibly.
    const failure: Failure = { code: 'internal', stage: 'stream', detail: String(error).slice(0, 500) }
    return { parts: [], usage: null, requestId: null, firstTokenMs: null, finishReason: null, failure }
  }
}

function answerRow(plan: AnswerPlan, answer: Answer, now: number, device: DeviceId): MessageRow {
  const usage = answer.usage ?? (answer.parts.length === 0 ? null : estimateUsage(plan.manifest, answer.parts))
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
      model: plan.model.ref,
      modelName: plan.model.facts.name,
      usage,
      costMicroUsd: usage === null ? null : costMicroUsd(usage, plan.model.facts.price),
      firstTokenMs: answer.firstTokenMs,
      durationMs: Math.max(0, now - plan.startedAt),
      finishReason: answer.finishReason,
    },
  }
}

function endedCall(plan: AnswerPlan, answer: Answer, row: MessageRow, device: DeviceId): CallRecord {
  return {
    ...startedCall(plan, device),
    state: answer.failure === null ? 'ended' : answer.failure.code === 'cancelled' ? 'stopped' : 'failed',
    requestId: answer.requestId,
    firstTokenMs: answer.firstTokenMs,
    durationMs: row.answer?.durationMs ?? null,
    usage: row.answer?.usage ?? null,
    costMicroUsd: row.answer?.costMicroUsd ?? null,
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
