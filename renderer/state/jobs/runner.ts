import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import type { MessageId, SessionId } from '@shared/ids'
import { backgroundTasks, type Job, type JobOutcome } from '@shared/jobs/job'
import { jobId, longestWaitMs, settled, takenUp, touched, triedAgain } from '@shared/jobs/schedule'
import type { BackgroundTask } from '@shared/settings'
import type { JobStore } from '@renderer/db/jobs'
import type { Locks } from '@renderer/db/session-lock'

export interface JobRunnerPorts {
  readonly jobs: JobStore
  readonly locks: Locks
  readonly clock: Clock
  readonly isOnline: () => boolean
  readonly isOn: (task: BackgroundTask) => boolean
  /** Whether nothing is to be done now for this session: a turn of it is running. */
  readonly isBusy: (session: SessionId) => boolean
  /** Does the work; expected failures are outcomes. */
  readonly run: (task: BackgroundTask, session: SessionId, upTo: MessageId) => Promise<JobOutcome>
}

export interface JobRunner {
  /** Something was said in a session: its jobs are made, or moved on. */
  touch(session: SessionId, tip: MessageId): Promise<void>
  /** What a job waited for may be back. */
  release(from: 'network' | 'model'): Promise<void>
  tryAgain(id: string): Promise<void>
  /** Looks what is due now, and sleeps until the next one is. */
  wake(): Promise<void>
  stop(): void
}

const lockName = 'jobs'
const shortestSleepMs = 1000
/** Also how soon jobs are taken over from a window that was closed while it ran them. */
const longestSleepMs = 60_000

/**
 * Runs what is due, one job after the other, in one window at a time: whoever holds the lock. A job that is found
 * `running` by the lock's holder was left behind by a window that died.
 */
export function createJobRunner(ports: JobRunnerPorts): JobRunner {
  const { jobs, locks, clock } = ports
  let timer: ReturnType<typeof setTimeout> | null = null
  let isStopped = false
  let pass: Promise<void> | null = null
  let isWanted = false

  function sleep(ms: number): void {
    if (timer !== null) clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void wake(), Math.min(Math.max(ms, shortestSleepMs), longestSleepMs))
  }

  /** One pass at a time; a call during a pass is answered by another one right after it. */
  function wake(): Promise<void> {
    isWanted = true
    pass ??= passes().finally(() => (pass = null))
    return pass
  }

  async function passes(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      await locks.request(lockName, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await runDue()
      })
      const open = (await jobs.all()).filter(({ state, task }) => (state === 'waiting' || state === 'running') && ports.isOn(task))
      if (open.length > 0) sleep(Math.min(...open.map(sleepFor)))
    }
  }

  /** What is due and still waits, waits for an event that wakes the runner, or for another window. */
  const sleepFor = ({ state, dueAt }: Job): number => (state === 'waiting' && dueAt > clock.now() ? dueAt - clock.now() : longestSleepMs)

  async function runDue(): Promise<void> {
    await jobs.changeAll('running', (job) => takenUp(job, clock.now()))
    for (let job = await nextDue(); job !== null && !isStopped; job = await nextDue()) {
      if (!(await runOne(job))) return
    }
  }

  const isDue = ({ dueAt }: Job): boolean => dueAt <= clock.now() || dueAt > clock.now() + longestWaitMs

  const isReady = (job: Job): boolean => job.state === 'waiting' && ports.isOn(job.task) && ports.isOnline() && !ports.isBusy(job.sessionId)

  async function nextDue(): Promise<Job | null> {
    const due = (await jobs.all()).filter((job) => isReady(job) && isDue(job))
    return due.sort((a, b) => a.dueAt - b.dueAt || backgroundTasks.indexOf(a.task) - backgroundTasks.indexOf(b.task))[0] ?? null
  }

  /** False where the disk refuses to note it: nothing runs that could not be noted. */
  async function runOne(due: Job): Promise<boolean> {
    const noted = await jobs.change(due.id, (job) => (job?.state === 'waiting' ? { ...job, state: 'running' } : null))
    if (!noted.ok) return false
    const started = noted.value
    if (started?.state !== 'running') return true
    const outcome = await ports.run(started.task, started.sessionId, started.upTo).catch(asOutcome)
    const written = await jobs.change(started.id, (job) => job && settled(job, started, outcome, clock.now()))
    return written.ok
  }

  return {
    async touch(session, tip) {
      for (const task of backgroundTasks) {
        if (ports.isOn(task)) await jobs.change(jobId(task, session), (job) => touched(job, task, session, tip, clock.now()))
      }
      await wake()
    },
    async release(from) {
      await jobs.changeAll('waiting', (job) => (job.waitsFor === from ? { ...job, waitsFor: null, dueAt: clock.now() } : null))
      await wake()
    },
    async tryAgain(id) {
      await jobs.change(id, (job) => job && triedAgain(job, clock.now()))
      await wake()
    },
    wake,
    stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** A bug in one task ends its job visibly and leaves the others alone. */
function asOutcome(error: unknown): JobOutcome {
  const failure: Failure = { code: 'internal', stage: 'store', detail: String(error).slice(0, 500) }
  return { kind: 'failed', failure, wasAnswered: false }
}
