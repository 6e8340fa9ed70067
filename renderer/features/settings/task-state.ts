import type { Job, JobReport } from '@shared/jobs/job'
import type { BackgroundTask } from '@shared/settings'

/** What the jobs of one task come to. */
export interface TaskState {
  readonly isRunning: boolean
  readonly waiting: number
  /** What all that waits is held up by. */
  readonly waitsFor: Job['waitsFor']
  readonly failed: readonly Job[]
  readonly lastDoneAt: number | null
  /** Of the last run that had something to say. */
  readonly report: JobReport | null
}

export function taskStateOf(task: BackgroundTask, all: readonly Job[]): TaskState {
  const jobs = all.filter((job) => job.task === task)
  const waiting = jobs.filter(({ state }) => state === 'waiting')
  const done = jobs.filter(({ doneAt }) => doneAt !== null).sort((a, b) => (b.doneAt ?? 0) - (a.doneAt ?? 0))
  const waitsFor = waiting[0]?.waitsFor ?? null
  return {
    isRunning: jobs.some(({ state }) => state === 'running'),
    waiting: waiting.length,
    waitsFor: waiting.every((job) => job.waitsFor === waitsFor) ? waitsFor : null,
    failed: jobs.filter(({ state }) => state === 'failed'),
    lastDoneAt: done[0]?.doneAt ?? null,
    report: done.map(({ report }) => report).find((report) => report !== null && countsIn(report) > 0) ?? null,
  }
}

const countsIn = (report: JobReport): number => report.accepted + report.proposed + refusedIn(report)

export const refusedIn = ({ refused }: JobReport): number => Object.values(refused).reduce((sum, count) => sum + count, 0)
