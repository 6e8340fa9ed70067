import type { MessageId, SessionId } from '@shared/ids'
import type { Job } from '@shared/jobs/job'
import { fakeNow } from '../helpers/fake-services'

const minute = 60_000

function job(task: Job['task'], session: string, change: Partial<Job>): Job {
  return {
    id: `${task}/${session}`,
    task,
    sessionId: session as SessionId,
    state: 'done',
    upTo: 'message' as MessageId,
    newMessages: 0,
    dueAt: fakeNow,
    attempts: 0,
    waitsFor: null,
    failure: null,
    lastCallAt: fakeNow - 4 * minute,
    doneAt: fakeNow - 4 * minute,
    report: null,
    ...change,
  }
}

/** Background work as it looks on a day with one failure. */
export const sampleJobs: readonly Job[] = [
  job('memory', 'session-1', { report: { accepted: 2, proposed: 1, refused: { 'relative-day': 1 } } }),
  job('memory', 'session-2', { state: 'waiting', doneAt: null }),
  job('summary', 'session-1', { doneAt: fakeNow - 190 * minute }),
  job('summary', 'session-3', { state: 'failed', attempts: 5, doneAt: null, failure: { code: 'malformed-response', stage: 'stream', detail: 'The answer is not the JSON that was asked for.' } }),
]
