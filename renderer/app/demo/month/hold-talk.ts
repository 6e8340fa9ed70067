import { planPrompt } from '@shared/context/assemble'
import type { PromptManifest } from '@shared/context/prompt'
import type { CallId, MessageId, SessionId } from '@shared/ids'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { MessageRow } from '@shared/sessions/message'
import { titleFrom } from '@shared/sessions/title'
import { defaultSettings } from '@shared/settings'
import type { CallRecord } from '@shared/usage/call-record'
import { estimateUsage } from '@shared/usage/estimate-usage'
import { costMicroUsd } from '@shared/usage/price'
import { applyRequests } from '@renderer/state/apply-request'
import { countUses, type Desk, type Living } from './lived'
import type { Conversation } from './script'

const firstTokenMs = 420
const msPerToken = 12
/** Reading an answer and writing the next question. */
const thinkingMs = 75_000

/** The shown path of a conversation that was had. */
export interface HeldTalk {
  readonly session: SessionId
  readonly path: readonly MessageRow[]
}

/** Has a conversation on a device, turn by turn, with what each question asks of memory and what each prompt held. */
export function holdTalk({ turns, isPinned = false }: Conversation, desk: Desk, living: Living): HeldTalk {
  const { clock, newId, rows, sessions, model } = living
  const session = newId<SessionId>()
  const createdAt = clock.now()
  const path: MessageRow[] = []
  for (const [question, ...answers] of turns) {
    const asked = questionRow(session, question, path.at(-1), desk, living)
    applyRequests(asked, path, { writer: desk.writer, clock })
    const answered = answerAll(asked, path, answers, desk, living)
    rows.push(asked, ...answered)
    path.push(asked, ...answered.slice(-1))
    living.recall.add([asked, ...answered])
    clock.pass(thinkingMs)
  }
  const tip = path.at(-1)
  sessions.set(session, {
    ...{ title: titleFrom(turns[0]?.[0] ?? ''), titleSource: 'derived', createdAt, updatedAt: tip?.createdAt ?? createdAt, pinned: isPinned, model: model.ref },
    ...(tip !== undefined && { tip: tip.id }),
  })
  return { session, path }
}

function questionRow(sessionId: SessionId, text: string, before: MessageRow | undefined, { device }: Desk, { newId, clock }: Living): MessageRow {
  return {
    ...{ id: newId<MessageId>(), sessionId, device, createdAt: clock.now() },
    ...{ parentIds: before === undefined ? [] : [before.id], role: 'user', author: 'person', status: 'complete' },
    parts: [{ type: 'text', text }],
  }
}

function answerAll(asked: MessageRow, earlier: readonly MessageRow[], answers: readonly string[], desk: Desk, living: Living): MessageRow[] {
  const answered: MessageRow[] = []
  for (const text of answers) answered.push(answerRow(asked, earlier, text, answered[0]?.id, desk, living))
  return answered
}

function answerRow(asked: MessageRow, earlier: readonly MessageRow[], text: string, first: MessageId | undefined, desk: Desk, living: Living): MessageRow {
  const { clock, newId, model, calls, computer } = living
  const startedAt = clock.now()
  desk.settle()
  const manifest = promptOf([...earlier, asked], desk, living)
  const call = startedCall(asked.sessionId, manifest, desk, living)
  clock.pass(firstTokenMs + estimateTokens(text) * msPerToken)
  const usage = estimateUsage(manifest, [{ type: 'text', text }])
  const outcome = { usage, firstTokenMs, durationMs: clock.now() - startedAt, costMicroUsd: costMicroUsd(usage, model.facts.price) }
  const id = newId<MessageId>()
  // What another device called is on record there.
  if (desk === computer) {
    calls.push({ ...call, ...outcome, messageId: id, state: 'ended' })
    countUses(living, manifest)
  }
  return {
    ...{ id, sessionId: asked.sessionId, device: desk.device, parentIds: [asked.id], createdAt: startedAt, callId: call.id },
    ...(first !== undefined && { alternativeOf: first }),
    ...{ role: 'assistant', author: 'model', status: 'complete', parts: [{ type: 'text', text }] },
    answer: { ...outcome, model: model.ref, modelName: model.facts.name, finishReason: 'stop' },
  }
}

/** The receipt of the prompt as the app would have built it then. */
function promptOf(path: readonly MessageRow[], desk: Desk, { clock, model, titles, recall }: Living): PromptManifest {
  const { memoryTokenLimit, conversationTokenLimit, recallTokenLimit } = defaultSettings
  const { contextTokens, maxOutputTokens, takes } = model.facts
  const plan = planPrompt({
    ...{ memoryTokenLimit, conversationTokenLimit, recallTokenLimit, titles, estimateTokens },
    memory: desk.promptMemory(),
    session: path[0]?.sessionId ?? null,
    summary: null,
    path: path.map((row) => ({ row, parts: row.parts })),
    mode: 'answer',
    model: { api: model.provider.api, contextTokens, maxOutputTokens, takes },
    now: clock.now(),
  })
  return plan.complete(plan.recall === null ? null : recall.ask(plan.recall, clock.now())).manifest
}

export const startedCall = (
  sessionId: SessionId,
  manifest: PromptManifest | null,
  { device }: Desk,
  { newId, clock, model }: Living,
  task: CallRecord['task'] = 'chat',
): CallRecord => ({
  ...{ id: newId<CallId>(), sessionId, messageId: null, task, device, manifest, startedAt: clock.now(), state: 'started' },
  ...{ model: model.ref, price: model.facts.price },
  ...{ requestId: null, firstTokenMs: null, durationMs: null, usage: null, costMicroUsd: null, failure: null },
})
