import { localDateAt, type Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { IdFactory, SessionId } from '@shared/ids'
import type { JobOutcome, JobReport } from '@shared/jobs/job'
import { applyOperations } from '@shared/memory/editor/apply'
import { editorInput } from '@shared/memory/editor/input'
import { editorOutputSchema, readEditorOutput } from '@shared/memory/editor/output'
import { editorInstructions, editorQuestion } from '@shared/memory/editor/prompt'
import { readRules } from '@shared/memory/rules'
import { seedMemory } from '@shared/memory/seed'
import { readMemory } from '@shared/memory/view'
import type { Result } from '@shared/result'
import { changeEntry, type IndexEntry } from '@shared/sessions/index-doc'
import { speechOf, type Speech } from '@shared/sessions/speech'
import { summaryInput } from '@shared/sessions/summarise/input'
import { readSummary, summaryOutputSchema } from '@shared/sessions/summarise/output'
import { summaryInstructions, summaryQuestion } from '@shared/sessions/summarise/prompt'
import { readTitle, titleInstructions, titleOutputSchema, titleQuestion } from '@shared/sessions/summarise/title'
import type { BackgroundTask } from '@shared/settings'
import type { PersistedDoc } from '@renderer/db/doc-store'
import type { MessageStore } from '@renderer/db/message-store'
import type { UsableModel } from '../services'
import type { CallFailure, Question } from './background-call'
import { callSizes } from './choose-model'
import { readOpenEntry } from './open-entry'

export interface TaskPorts {
  readonly store: MessageStore
  readonly index: PersistedDoc
  readonly memory: PersistedDoc
  readonly clock: Clock
  readonly newId: IdFactory
  /** IANA name; the system's own zone where it is left out. */
  readonly timeZone?: string
  readonly modelFor: (task: BackgroundTask, entry: IndexEntry) => UsableModel | null
  readonly ask: (question: Question, model: UsableModel) => Promise<Result<string, CallFailure>>
}

/** How far back a session is read; in one that is longer, what is older has been worked on, or never will be. */
const messagesBack = 1000

const nothingToDo: JobOutcome = { kind: 'done', report: null, wasAnswered: false }

/** One run of a task on a session. What it writes is on disk when it resolves. */
export async function runTask(task: BackgroundTask, session: SessionId, ports: TaskPorts): Promise<JobOutcome> {
  const entry = readOpenEntry(ports.index.doc, session)
  if (entry === null) return nothingToDo
  const messages = speechOf(await ports.store.history(session, await ports.store.nextParents(session), messagesBack))
  return { title: runTitle, memory: runMemory, summary: runSummary }[task](entry, messages, ports)
}

async function runMemory(entry: IndexEntry, messages: readonly Speech[], ports: TaskPorts): Promise<JobOutcome> {
  const { memory, clock, newId, timeZone } = ports
  seedMemory(memory.doc, 'seed')
  const input = editorInput(entry.id, messages, entry.memoryUpTo, readMemory(memory.doc))
  if (input === null) return nothingToDo
  const model = ports.modelFor('memory', entry)
  if (model === null) return { kind: 'no-model' }
  const content = editorQuestion(input, clock.now(), timeZone)
  const answer = await ask('memory', entry, { system: editorInstructions, content, outputSchema: editorOutputSchema() }, model, ports)
  if (!answer.ok) return failed(answer.failure)
  const operations = readEditorOutput(answer.value)
  if (!operations.ok) return unusable(operations.failure)
  const today = localDateAt(clock.now(), timeZone)
  // The session may have been made private, or deleted, while the model was thinking.
  const isWanted = readOpenEntry(ports.index.doc, entry.id) !== null
  const report = isWanted ? applyOperations(operations.value, input, { doc: memory.doc, clock, newId, modelName: model.facts.name, today }) : null
  const written = await memory.flush()
  return written.ok ? write(entry, ports, { memoryUpTo: input.upTo }, report, !input.isAll) : unusable(written.failure)
}

async function runSummary(entry: IndexEntry, messages: readonly Speech[], ports: TaskPorts): Promise<JobOutcome> {
  const input = summaryInput(messages, entry.summary)
  if (input === null) return nothingToDo
  const model = ports.modelFor('summary', entry)
  if (model === null) return { kind: 'no-model' }
  const content = summaryQuestion(input, ports.clock.now(), ports.timeZone)
  const answer = await ask('summary', entry, { system: summaryInstructions, content, outputSchema: summaryOutputSchema() }, model, ports)
  if (!answer.ok) return failed(answer.failure)
  const rules = readRules(ports.memory.doc)
  const summary = readSummary(answer.value, input, { rules, modelName: model.facts.name, now: ports.clock.now() })
  return summary.ok ? write(entry, ports, { summary: summary.value }, null, !input.isAll) : unusable(summary.failure)
}

async function runTitle(entry: IndexEntry, messages: readonly Speech[], ports: TaskPorts): Promise<JobOutcome> {
  const asked = titleQuestion(messages)
  if (entry.titleSource !== 'derived' || asked === null) return nothingToDo
  const model = ports.modelFor('title', entry)
  if (model === null) return { kind: 'no-model' }
  const answer = await ask('title', entry, { system: titleInstructions, content: asked.content, outputSchema: titleOutputSchema() }, model, ports)
  if (!answer.ok) return failed(answer.failure)
  const title = readTitle(answer.value, asked.question)
  return title.ok ? write(entry, ports, { title: title.value, titleSource: 'model' }, null, false) : unusable(title.failure)
}

const ask = (
  task: BackgroundTask,
  entry: IndexEntry,
  question: Pick<Question, 'system' | 'content' | 'outputSchema'>,
  model: UsableModel,
  ports: TaskPorts,
): Promise<Result<string, CallFailure>> => ports.ask({ task, session: entry.id, ...question, maxOutputTokens: callSizes[task].outputTokens }, model)

type Change = Partial<Pick<IndexEntry, 'memoryUpTo' | 'summary' | 'title' | 'titleSource'>>

/** Writes into the session's entry as it is now: a title that the person typed meanwhile stays. */
async function write(entry: IndexEntry, ports: TaskPorts, change: Change, report: JobReport | null, isMore: boolean): Promise<JobOutcome> {
  const written = await ports.index.edit((index) => {
    const current = readOpenEntry(index, entry.id)
    if (current === null || (change.title !== undefined && current.titleSource !== 'derived')) return
    changeEntry(index, entry.id, change)
  })
  if (!written.ok) return unusable(written.failure)
  return { kind: isMore ? 'again' : 'done', report, wasAnswered: true }
}

const failed = ({ failure, wasAnswered }: CallFailure): JobOutcome => ({ kind: 'failed', failure, wasAnswered })

/** The model has answered, and the answer is lost. */
const unusable = (failure: Failure): JobOutcome => ({ kind: 'failed', failure, wasAnswered: true })
