import type { Failure } from '@shared/errors'
import type { SessionId } from '@shared/ids'
import { fail, ok, type Result } from '@shared/result'

export type Locks = Pick<LockManager, 'request' | 'query'>

/** SES-4: a session's turn runs in one window; the lock goes with the window, however that ends. */
export interface SessionLocks {
  /** Runs the work while holding the session's lock; `session-busy` at once where another window holds it. */
  run<T>(session: SessionId, work: () => Promise<T>): Promise<Result<T, Failure>>
  /** Sessions of which some window, this one included, runs a turn. */
  held(): Promise<ReadonlySet<SessionId>>
}

const prefix = 'session:'

export function createSessionLocks(locks: Locks): SessionLocks {
  return {
    run: (session, work) =>
      locks.request(`${prefix}${session}`, { ifAvailable: true }, async (lock) =>
        lock === null ? fail<Failure>({ code: 'session-busy', stage: 'store' }) : ok(await work()),
      ),
    async held() {
      const { held = [] } = await locks.query()
      const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []))
      return new Set(names as SessionId[])
    },
  }
}
