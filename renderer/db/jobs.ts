import type { Failure } from '@shared/errors'
import { jobSchema, type Job } from '@shared/jobs/job'
import type { Result } from '@shared/result'
import type { CommonplaceDb } from './schema'
import type { StorageGuard } from './storage-guard'

/** The jobs of this device. Every change is one transaction on the row as it is then, whatever window makes it. */
export interface JobStore {
  all(): Promise<Job[]>
  /** Changes a job, or makes it; `next` gives null where nothing is to be changed. Answers with the job as it is after. */
  change(id: string, next: (job: Job | null) => Job | null): Promise<Result<Job | null, Failure>>
  /** Changes every job in a state. */
  changeAll(state: Job['state'], next: (job: Job) => Job | null): Promise<Result<null, Failure>>
}

export function createJobStore({ db, guard }: { db: CommonplaceDb; guard: StorageGuard }): JobStore {
  return {
    all: async () => (await db.jobs.toArray()).flatMap((row) => readJob(row) ?? []),
    change: (id, next) =>
      guard.write(() =>
        db.transaction('rw', db.jobs, async () => {
          const job = readJob(await db.jobs.get(id))
          const changed = next(job)
          if (changed !== null) await db.jobs.put(changed)
          return changed ?? job
        }),
      ),
    changeAll: (state, next) =>
      guard.write(() =>
        db.transaction('rw', db.jobs, async () => {
          const jobs = (await db.jobs.where('state').equals(state).toArray()).flatMap((row) => readJob(row) ?? [])
          await db.jobs.bulkPut(jobs.flatMap((job) => next(job) ?? []))
          return null
        }),
      ),
  }
}

/** A row that cannot be read is no job: the next message of its session makes a new one in its place. */
function readJob(row: unknown): Job | null {
  const parsed = jobSchema.safeParse(row)
  return parsed.success ? parsed.data : null
}
