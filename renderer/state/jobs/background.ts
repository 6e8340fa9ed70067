import type { liveQuery } from 'dexie'
import type { SessionId } from '@shared/ids'
import type { Job, JobOutcome } from '@shared/jobs/job'
import { readEntries, type IndexEntry } from '@shared/sessions/index-doc'
import { createJobStore } from '@renderer/db/jobs'
import type { Locks } from '@renderer/db/session-lock'
import { createChangeable } from '../observable'
import type { BackgroundWork, LiveTurn, Models, Observable, SettingsStore } from '../services'
import type { BackgroundCallPorts } from './background-call'
import { modelForTask } from './choose-model'
import { readOpenEntry } from './open-entry'
import { createJobRunner, type JobRunner } from './runner'
import type { TaskPorts } from './tasks'

export interface BackgroundPorts extends BackgroundCallPorts, Omit<TaskPorts, 'modelFor' | 'ask'> {
  readonly settings: Pick<SettingsStore, 'current' | 'subscribe'>
  readonly models: Pick<Models, 'usable'>
  readonly live: Observable<ReadonlyMap<SessionId, LiveTurn>>
  readonly locks: Locks
  readonly isOnline: () => boolean
  readonly watch: typeof liveQuery
}

export interface Background extends BackgroundWork {
  /** Takes up what waits, from now on; sessions that were talked in lately are looked at too. */
  start(): Promise<void>
  readonly runner: JobRunner
}

const lookBackMs = 24 * 3_600_000
/** A device that a conversation was held on works on it for so long before another one looks. */
const othersFirstMs = 3_600_000

/** What runs by itself after turns: memory, summaries and titles, off the way of the answers. */
export function createBackground(ports: BackgroundPorts): Background {
  const { store, index, settings, models, clock } = ports
  const jobs = createJobStore(ports)
  const settingOf = (task: Job['task']) => settings.current().backgroundTasks[task]
  const taskPorts: TaskPorts = {
    ...ports,
    modelFor: (task, entry) => modelForTask(task, models.usable.current(), settingOf(task).model, entry.model),
    ask: async (question, model) => (await import('./background-call')).askModel(question, model, ports),
  }
  const runner = createJobRunner({
    jobs,
    locks: ports.locks,
    clock,
    isOnline: ports.isOnline,
    isOn: (task) => settingOf(task).isOn,
    isBusy: (session) => ports.live.current().has(session),
    async run(task, session) {
      const tasks = await loadTasks()
      return tasks === null ? notLoaded : tasks.runTask(task, session, taskPorts)
    },
  })

  async function touch(session: SessionId): Promise<void> {
    const tip = readOpenEntry(index.doc, session)?.tip ?? null
    if (tip !== null) await runner.touch(session, tip)
  }

  // What another device wrote is that device's to work on; what it left undone is found at a later start.
  store.subscribe((sessions, kind) => (kind === 'received' ? undefined : void touchAll(sessions)))
  let answering = ports.live.current()
  ports.live.subscribe(() => {
    const now = ports.live.current()
    if ([...answering.keys()].some((session) => !now.has(session))) void runner.wake()
    answering = now
  })
  models.usable.subscribe(() => void runner.release('model'))
  settings.subscribe(() => void runner.release('model'))

  async function touchAll(sessions: readonly SessionId[]): Promise<void> {
    for (const session of sessions) await touch(session)
  }

  /** Whether no other device is likely to be about to work on it. */
  async function isOurs({ tip, updatedAt }: IndexEntry): Promise<boolean> {
    if (updatedAt < clock.now() - othersFirstMs || tip === null) return true
    return (await store.get(tip))?.device === ports.device
  }

  return {
    runner,
    jobs: watchJobs(jobs.all, ports.watch),
    cheapest: (task) => modelForTask(task, models.usable.current(), null, null),
    tryAgain: async (task) => {
      const failed = (await jobs.all()).filter((job) => job.task === task && job.state === 'failed')
      for (const { id } of failed) await runner.tryAgain(id)
    },
    async start() {
      const since = clock.now() - lookBackMs
      for (const entry of readEntries(index.doc)) if (entry.updatedAt > since && (await isOurs(entry))) await touch(entry.id)
      await runner.wake()
    },
  }
}

/** The schemas and prompts come with the first job, not with the app; null where they cannot be had now. */
const loadTasks = () => Promise.all([import('./tasks'), import('./background-call')]).then(([tasks]) => tasks, () => null)

const notLoaded: JobOutcome = {
  kind: 'failed',
  failure: { code: 'network', stage: 'connect', detail: 'A part of the program could not be loaded.' },
  wasAnswered: false,
}

/** Read while subscribed. */
function watchJobs(read: () => Promise<readonly Job[]>, watch: typeof liveQuery): Observable<readonly Job[]> {
  const jobs = createChangeable<readonly Job[]>([])
  return {
    current: jobs.current,
    subscribe(listener) {
      const stop = jobs.subscribe(listener)
      const subscription = watch(read).subscribe({ next: jobs.set, error: () => undefined })
      return () => {
        stop()
        subscription.unsubscribe()
      }
    },
  }
}
