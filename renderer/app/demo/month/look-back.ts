import { localDateAt } from '@shared/clock'
import type { JobReport } from '@shared/jobs/job'
import { backgroundTasks } from '@shared/jobs/job'
import { jobId } from '@shared/jobs/schedule'
import { applyOperations } from '@shared/memory/editor/apply'
import { editorInput, type EditorInput } from '@shared/memory/editor/input'
import { readEditorOutput } from '@shared/memory/editor/output'
import { editorInstructions, editorQuestion } from '@shared/memory/editor/prompt'
import { statementOf } from '@shared/memory/profile-markdown'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import type { Result } from '@shared/result'
import type { IndexChange } from '@shared/sessions/index-doc'
import { speechOf, type Speech } from '@shared/sessions/speech'
import { summaryInput } from '@shared/sessions/summarise/input'
import { readSummary } from '@shared/sessions/summarise/output'
import { summaryInstructions, summaryQuestion } from '@shared/sessions/summarise/prompt'
import { readTitle, titleInstructions, titleQuestion } from '@shared/sessions/summarise/title'
import type { BackgroundTask } from '@shared/settings'
import { estimateUsage } from '@shared/usage/estimate-usage'
import { costMicroUsd } from '@shared/usage/price'
import { startedCall, type HeldTalk } from './hold-talk'
import type { Desk, Living } from './lived'
import type { Conversation, Noticed } from './script'

/** As long as the app waits for a conversation to rest. */
const restMs = 60_000

/** What runs by itself after a conversation: its title, what it says of the person, and the summary of a long one. */
export function lookBack(conversation: Conversation, held: HeldTalk, desk: Desk, living: Living): void {
  const { clock, sessions, jobs } = living
  const tip = held.path.at(-1)
  if (tip === undefined) return
  const speech = speechOf(held.path)
  const title = nameIt(conversation, held, speech, desk, living)
  clock.pass(restMs)
  const report = editMemory(conversation, held, speech, desk, living)
  const summary = sumUp(conversation, held, speech, desk, living)
  sessions.set(held.session, { ...sessions.get(held.session), ...title, ...summary, memoryUpTo: tip.id })
  const at = clock.now()
  const done = { sessionId: held.session, state: 'done', upTo: tip.id, newMessages: 0, dueAt: at, attempts: 0, waitsFor: null, failure: null, lastCallAt: at, doneAt: at } as const
  jobs.push(...backgroundTasks.map((task) => ({ ...done, id: jobId(task, held.session), task, report: task === 'memory' ? report : null })))
}

function nameIt({ title }: Conversation, held: HeldTalk, speech: readonly Speech[], desk: Desk, living: Living): IndexChange {
  const question = titleQuestion(speech)
  if (question === null) return {}
  const answer = JSON.stringify({ title })
  noteCall('title', titleInstructions + question.content, answer, held, desk, living)
  return { title: written(readTitle(answer, question.question)), titleSource: 'model' }
}

function editMemory({ noticed = [] }: Conversation, held: HeldTalk, speech: readonly Speech[], desk: Desk, living: Living): JobReport | null {
  const { clock, newId, model, reports } = living
  const input = editorInput(held.session, speech, null, desk.view())
  if (input === null) return null
  const answer = JSON.stringify({ operations: noticed.map((each) => operationOf(each, input)) })
  noteCall('memory', editorInstructions + editorQuestion(input, clock.now()), answer, held, desk, living)
  const run = { doc: desk.doc, clock, newId, modelName: model.facts.name, today: localDateAt(clock.now()) }
  const report = applyOperations(written(readEditorOutput(answer)), input, run)
  reports.push(report)
  desk.settle()
  return report
}

/** With the short names that this input uses; a question is every other message. */
function operationOf({ turn, about = [], ...operation }: Noticed, { entries }: EditorInput): Record<string, unknown> {
  const aliases = about.map((statement) => entries.find(({ entry }) => statementOf(entry.text) === statement)?.alias ?? statement)
  return { basis: 'stated', confidence: operation.basis === 'inferred' ? 0.6 : 0.9, ...operation, entries: aliases, message: messageOf(turn) }
}

const messageOf = (turn: number): string => `m${2 * turn - 1}`

function sumUp({ summary = [] }: Conversation, held: HeldTalk, speech: readonly Speech[], desk: Desk, living: Living): IndexChange {
  const input = summaryInput(speech, null)
  if (input === null) return {}
  const answer = JSON.stringify({ lines: summary.map(({ kind, text, turns }) => ({ kind, text, from: turns.map(messageOf) })) })
  const { clock, model } = living
  noteCall('summary', summaryInstructions + summaryQuestion(input, clock.now()), answer, held, desk, living)
  return { summary: written(readSummary(answer, input, { rules: desk.view().rules, modelName: model.facts.name, now: clock.now() })) }
}

/** Background work is on record like every call. */
function noteCall(task: BackgroundTask, asked: string, answer: string, { session }: HeldTalk, desk: Desk, living: Living): void {
  const { calls, computer, clock, model } = living
  const call = startedCall(session, null, desk, living, task)
  const durationMs = 900
  clock.pass(durationMs)
  const usage = estimateUsage({ totalTokens: estimateTokens(asked) }, [{ type: 'text', text: answer }])
  if (desk === computer) calls.push({ ...call, state: 'ended', firstTokenMs: durationMs / 2, durationMs, usage, costMicroUsd: costMicroUsd(usage, model.facts.price) })
}

/** The script's own words: where they cannot be read, the script is wrong. */
function written<Value, Reason>(result: Result<Value, Reason>): Value {
  if (!result.ok) throw new Error(`scripted answer refused: ${JSON.stringify(result.failure)}`)
  return result.value
}
