import { candidatesFor, isSameModel, type Candidate, type ModelRoutes } from '@shared/calls/candidate'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { CallId, IdFactory, MessageId, SessionId } from '@shared/ids'
import { takesFile } from '@shared/providers/file-forms'
import { fail, ok, type Result } from '@shared/result'
import { changeEntry, deriveTitle, moveTip, putEntry, readEntry } from '@shared/sessions/index-doc'
import { titleFrom } from '@shared/sessions/title'
import type { MessageRow, ModelRef, Part } from '@shared/sessions/message'
import type { Commit } from '@renderer/db/message-store'
import type { Doorbell } from '@renderer/db/doorbell'
import type { SessionLocks } from '@renderer/db/session-lock'
import { historyRows } from './prompt-source'
import { firstInflight, runAnswerJob, startedCall, type AnswerJobPorts, type AnswerPlan, type BuiltPrompt } from './answer-job'
import type { Draft, SessionSummary, Turns, UsableModel } from './services'

export interface TurnsPorts extends AnswerJobPorts {
  readonly locks: SessionLocks
  readonly doorbell: Doorbell
  /** The person's lists of other ways to their models. */
  readonly routes: () => readonly ModelRoutes[]
  readonly newId: IdFactory
  readonly clock: Clock
  /** A draft that was sent is not written again by a save that was still waiting. */
  readonly forgetDraft: (key: SessionId | 'new') => void
  readonly findSession: (id: SessionId) => SessionSummary | null
  /** Does what a question asks of memory, so that its own prompt has it already. Never rejects. */
  readonly applyRequest: (question: MessageRow, earlier: readonly MessageRow[]) => Promise<void>
  /** The prompt for what was said so far; `continue`: the last row is the cut answer to go on with. */
  readonly buildPrompt: (
    session: SessionId,
    history: readonly MessageRow[],
    model: UsableModel,
    mode: 'answer' | 'continue',
    isPrivate: boolean,
  ) => Promise<BuiltPrompt>
}

/** What is stored before the request leaves, and the answer that follows. */
interface Start<Value> {
  readonly value: Value
  readonly commit: Commit
  readonly plan: AnswerPlan
}

export function createTurns(ports: TurnsPorts): Turns {
  const { store, live, locks, newId, clock, device } = ports
  const running = new Map<SessionId, AbortController>()

  ports.doorbell.listen((ring) => {
    if (ring.kind === 'stop-turn') running.get(ring.sessionId)?.abort()
  })

  /**
   * Runs a whole turn under the session's lock (SES-4). Resolves as soon as what must not be lost is on disk
   * (SES-1); the answer goes on after that.
   */
  function begin<Value>(
    session: SessionId,
    prepare: () => Promise<Result<Start<Value>, Failure>>,
  ): Promise<Result<Value, Failure>> {
    return new Promise((resolve, reject) => {
      const turn = async (): Promise<void> => {
        await store.refresh()
        const prepared = await prepare()
        if (!prepared.ok) return resolve(prepared)
        const { value, commit, plan } = prepared.value
        const written = await store.commit({
          ...commit,
          calls: [startedCall(plan, device)],
          putInflight: firstInflight(plan, ports),
        })
        if (!written.ok) return resolve(written)
        if (commit.clearDraft !== undefined) ports.forgetDraft(commit.clearDraft)
        const controller = new AbortController()
        running.set(session, controller)
        resolve(ok(value))
        await runAnswerJob(plan, controller.signal, ports).finally(() => running.delete(session))
      }
      locks.run(session, turn).then((outcome) => {
        if (!outcome.ok) resolve(outcome)
      }, reject)
    })
  }

  const isPrivateSession = (session: SessionId, whenNew = false): boolean => ports.findSession(session)?.isPrivate ?? whenNew

  async function planAnswer(
    session: SessionId,
    history: readonly MessageRow[],
    model: UsableModel,
    place: Pick<AnswerPlan, 'parentIds' | 'alternativeOf' | 'continuationOf'>,
    { prefix = [], isPrivate = isPrivateSession(session) }: { readonly prefix?: readonly Part[]; readonly isPrivate?: boolean } = {},
  ): Promise<AnswerPlan> {
    const mode = prefix.length > 0 ? 'continue' : 'answer'
    const promptFor = (other: UsableModel): Promise<BuiltPrompt> => ports.buildPrompt(session, history, other, mode, isPrivate)
    const { call, manifest } = await promptFor(model)
    const messageId = newId<MessageId>()
    const tipBefore = ports.findSession(session)?.tip ?? null
    const candidates = candidatesFor(model, ports.routes(), ports.models.usable.current()).filter(takesFilesOf(history, model))
    return { session, messageId, callId: newId<CallId>(), ...place, prefix, model, candidates, call, manifest, promptFor, tipBefore, startedAt: clock.now() }
  }

  async function planQuestion(question: MessageRow, earlier: readonly MessageRow[], model: UsableModel, isPrivate: boolean): Promise<AnswerPlan> {
    if (!isPrivate) await ports.applyRequest(question, earlier)
    return planAnswer(question.sessionId, [...earlier, question], model, { parentIds: [question.id] }, { isPrivate })
  }

  function questionRow(session: SessionId, draft: Draft, place: Pick<MessageRow, 'parentIds' | 'alternativeOf'>): MessageRow {
    const text: Part[] = draft.text.trim() === '' ? [] : [{ type: 'text', text: draft.text }]
    const parts = [...draft.files, ...text]
    return { id: newId<MessageId>(), sessionId: session, ...place, role: 'user', parts, createdAt: clock.now(), device, author: 'person', status: 'complete' }
  }

  const findModel = (ref: ModelRef | null | undefined): UsableModel | null =>
    ports.models.usable.current().find((model) => ref !== null && ref !== undefined && isSameModel(model.ref, ref)) ?? null

  /** The model asked for, else the one that answered, else the session's. */
  function modelFor(asked: ModelRef | null, row: MessageRow): Result<UsableModel, Failure> {
    const found = findModel(asked) ?? findModel(row.answer?.model) ?? findModel(ports.findSession(row.sessionId)?.model)
    return found === null ? fail({ code: 'no-model', stage: 'route' }) : ok(found)
  }

  async function withRow<Value>(
    id: MessageId,
    work: (row: MessageRow) => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>> {
    const row = await store.get(id)
    return row === null ? fail({ code: 'not-found', stage: 'store' }) : work(row)
  }

  return {
    live,

    send(existing, draft, ref, { isPrivate = false } = {}) {
      const session = existing ?? newId<SessionId>()
      return begin(session, async () => {
        const model = findModel(ref)
        if (model === null) return fail({ code: 'no-model', stage: 'route' })
        const refused = refuseFiles(draft, model)
        if (refused !== null) return fail(refused)
        const parentIds = existing === null ? [] : await store.nextParents(session)
        const earlier = await store.history(session, parentIds, historyRows)
        const question = questionRow(session, draft, { parentIds })
        const plan = await planQuestion(question, earlier, model, isPrivateSession(session, isPrivate))
        return ok({
          value: { session, message: question.id },
          plan,
          commit: {
            rows: [question],
            clearDraft: existing ?? 'new',
            editIndex: (index) => {
              if (existing === null) putEntry(index, session, { createdAt: clock.now(), updatedAt: clock.now(), model: ref, isPrivate })
              if (parentIds.length === 0) deriveTitle(index, session, titleOf(draft))
              moveTip(index, session, question.id, clock.now())
            },
          },
        })
      })
    },

    stop(session) {
      const controller = running.get(session)
      if (controller !== undefined) controller.abort()
      else ports.doorbell.ring({ kind: 'stop-turn', sessionId: session })
    },

    continueAnswer: (id) =>
      withRow(id, (row) =>
        begin(row.sessionId, async () => {
          const model = modelFor(null, row)
          if (!model.ok) return model
          const earlier = await store.history(row.sessionId, row.parentIds, historyRows)
          const place = { parentIds: row.parentIds, continuationOf: row.id }
          const plan = await planAnswer(row.sessionId, [...earlier, row], model.value, place, { prefix: row.parts })
          return ok({ value: null, commit: { rows: [] }, plan })
        }),
      ),

    retry: (id, ref) =>
      withRow(id, (row) =>
        begin(row.sessionId, async () => {
          const model = modelFor(ref, row)
          if (!model.ok) return model
          const place = placeOfRetry(row)
          const earlier = await store.history(row.sessionId, place.parentIds, historyRows)
          const plan = await planAnswer(row.sessionId, earlier, model.value, place)
          return ok({ value: null, commit: { rows: [] }, plan })
        }),
      ),

    editQuestion: (id, draft, ref) =>
      withRow(id, (row) =>
        begin(row.sessionId, async () => {
          const model = modelFor(ref, row)
          if (!model.ok) return model
          const refused = refuseFiles(draft, model.value)
          if (refused !== null) return fail(refused)
          const earlier = await store.history(row.sessionId, row.parentIds, historyRows)
          const question = questionRow(row.sessionId, draft, { parentIds: row.parentIds, alternativeOf: row.id })
          const plan = await planQuestion(question, earlier, model.value, isPrivateSession(row.sessionId))
          const editIndex: Commit['editIndex'] = (index) => {
            if (row.parentIds.length === 0) deriveTitle(index, row.sessionId, titleOf(draft))
            moveTip(index, row.sessionId, question.id, clock.now())
          }
          return ok({ value: null, commit: { rows: [question], editIndex }, plan })
        }),
      ),

    editAnswer: (id, text) =>
      withRow(id, (row) => {
        const kept = row.parts.filter((part) => part.type === 'file')
        const parts: Part[] = [...kept, { type: 'text', text }]
        const { failure: _, answer: __, callId: ___, ...rest } = row
        const overlay: MessageRow = {
          ...rest,
          id: newId<MessageId>(),
          overlayOf: row.id,
          parts,
          author: 'person',
          device,
          createdAt: clock.now(),
          status: 'complete',
        }
        return store.commit({ rows: [overlay] })
      }),

    keep: (id) =>
      withRow(id, (row) => {
        const { failure: _, answer: __, callId: ___, ...rest } = row
        const taken: MessageRow = { ...rest, id: newId<MessageId>(), overlayOf: row.id, status: 'stopped', device, createdAt: clock.now() }
        const editIndex: Commit['editIndex'] = (index) => {
          if (readEntry(index, row.sessionId)?.tip === row.id) changeEntry(index, row.sessionId, { interrupted: false })
        }
        return store.commit({ rows: [taken], editIndex })
      }),
  }
}

const titleOf = (draft: Draft): string => titleFrom(draft.text) || (draft.files[0]?.name ?? '')

/** A route that cannot take what is attached to the question is not asked; the chosen model was asked for. */
const takesFilesOf = (history: readonly MessageRow[], chosen: UsableModel) => (candidate: Candidate): boolean => {
  const files = history.findLast(({ role }) => role === 'user')?.parts.filter((part) => part.type === 'file') ?? []
  return isSameModel(candidate.ref, chosen.ref) || refuseFiles({ text: '', files }, candidate) === null
}

function refuseFiles(draft: Draft, model: UsableModel): Failure | null {
  const refused = draft.files.filter(({ mediaType }) => takesFile(model, mediaType) === false)
  if (refused.length === 0) return null
  const detail = `${model.facts.name}: ${refused.map(({ name }) => name).join(', ')}`
  return { code: 'attachment-unsupported', stage: 'context', detail: detail.slice(0, 2000) }
}

/**
 * A question without an answer is answered; an answer gets another one beside it; an answer that failed before it
 * showed anything has nothing to keep: the new one takes its place.
 */
function placeOfRetry(row: MessageRow): Pick<AnswerPlan, 'parentIds' | 'alternativeOf' | 'continuationOf'> {
  if (row.role === 'user') return { parentIds: [row.id] }
  if (row.status === 'failed') return { parentIds: row.parentIds, continuationOf: row.id }
  return { parentIds: row.parentIds, alternativeOf: row.id }
}
