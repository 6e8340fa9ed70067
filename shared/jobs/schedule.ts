import type { Failure } from '../errors'
import type { MessageId, SessionId } from '../ids'
import type { BackgroundTask } from '../settings'
import type { Job, JobOutcome } from './job'

const second = 1000
const minute = 60 * second

/** A session has come to rest when nothing was said for so long. A title is wanted sooner. */
const restMs: Readonly<Record<BackgroundTask, number>> = { title: 2 * second, memory: minute, summary: minute }
/** So many new messages (a turn is two) are worked on without waiting for a rest. */
const fullAfterMessages = 16
const callEveryMs = 3 * minute
/** After the tries between which these lie, a job has failed. */
const backOffMs: readonly number[] = [30 * second, 2 * minute, 10 * minute, 60 * minute]
/** No job is put off for longer: a later time comes from a clock that was wrong then, or is now. */
export const longestWaitMs = 24 * 60 * minute
/** The network may be back without anybody saying so. */
const networkRetryMs = 2 * minute
const modelRetryMs = 60 * minute

export const jobId = (task: BackgroundTask, session: SessionId): string => `${task}/${session}`

/** The job after something was said: made, or moved on; null where it is for this message already. */
export function touched(job: Job | null, task: BackgroundTask, session: SessionId, tip: MessageId, now: number): Job | null {
  if (job?.upTo === tip) return null
  const newMessages = (job === null || job.state === 'done' ? 0 : job.newMessages) + 1
  const rest = newMessages >= fullAfterMessages ? 0 : restMs[task]
  const isBackingOff = job?.state === 'waiting' && job.attempts > 0
  return {
    id: jobId(task, session),
    task,
    sessionId: session,
    state: job?.state === 'running' ? 'running' : 'waiting',
    upTo: tip,
    newMessages,
    dueAt: Math.max(afterLastCall(job, now + rest), isBackingOff ? job.dueAt : 0),
    attempts: job?.state === 'failed' ? 0 : (job?.attempts ?? 0),
    waitsFor: null,
    failure: job?.failure ?? null,
    lastCallAt: job?.lastCallAt ?? null,
    doneAt: job?.doneAt ?? null,
    report: job?.report ?? null,
  }
}

/**
 * The job after a run. What was said while it ran makes it wait again, for that.
 * @param started the job as it was when the run began
 */
export function settled(job: Job, started: Job, outcome: JobOutcome, now: number): Job {
  const lastCallAt = 'wasAnswered' in outcome && outcome.wasAnswered ? now : job.lastCallAt
  const next: Job = { ...job, lastCallAt, waitsFor: null }
  if (outcome.kind === 'no-model') return { ...next, state: 'waiting', waitsFor: 'model', dueAt: now + modelRetryMs }
  if (outcome.kind === 'failed') return afterFailure(next, outcome.failure, now)
  const done: Job = { ...next, attempts: 0, failure: null, doneAt: now, report: outcome.report }
  const isBehind = outcome.kind === 'again' || job.upTo !== started.upTo
  if (!isBehind) return { ...done, state: 'done', newMessages: 0 }
  return { ...done, state: 'waiting', newMessages: job.newMessages - started.newMessages, dueAt: afterLastCall(done, Math.max(now, job.dueAt)) }
}

function afterFailure(job: Job, failure: Failure, now: number): Job {
  if (failure.code === 'network' || failure.code === 'offline') {
    return { ...job, state: 'waiting', waitsFor: 'network', failure, dueAt: now + networkRetryMs }
  }
  const wait = backOffMs[job.attempts]
  const tried: Job = { ...job, attempts: job.attempts + 1, failure }
  if (wait === undefined) return { ...tried, state: 'failed' }
  return { ...tried, state: 'waiting', dueAt: afterLastCall(tried, now + Math.min(longestWaitMs / 2, Math.max(wait, failure.retryAfterMs ?? 0))) }
}

/** A job whose window died while it ran: it counts as a try, so that one that kills the window does not do so for ever. */
export function takenUp(job: Job, now: number): Job {
  return afterFailure(job, { code: 'internal', stage: 'store', detail: 'The app was closed while this ran.' }, now)
}

/** The job when a person asks for another try. */
export const triedAgain = (job: Job, now: number): Job => ({ ...job, state: 'waiting', attempts: 0, waitsFor: null, dueAt: now })

const afterLastCall = (job: Pick<Job, 'lastCallAt'> | null, due: number): number =>
  Math.max(due, (job?.lastCallAt ?? Number.NEGATIVE_INFINITY) + callEveryMs)
