import type { AttemptPorts } from '@shared/calls/attempt'
import type { Wait } from '@shared/calls/limiter'
import type { CallResult, RunCallInput } from '@shared/calls/run-call'
import type { IdFactory } from '@shared/ids'
import type { CommonplaceDb } from '@renderer/db/schema'

export type RunCall = (input: Omit<RunCallInput, 'ports'>) => Promise<CallResult>

export interface CallRunnerPorts extends AttemptPorts {
  readonly db: CommonplaceDb
  readonly newId: IdFactory
  readonly wait: Wait
  /** In [0, 1). */
  readonly random: () => number
}

/** Makes calls under the limits and with the health that all windows share. Its parts come with the first call, not with the app. */
export function createCallRunner({ db, newId, ...rest }: CallRunnerPorts): RunCall {
  let loading: Promise<RunCall> | null = null
  const load = async (): Promise<RunCall> => {
    const [{ runCall }, { createLimitStore, createRouteStore }] = await Promise.all([import('@shared/calls/run-call'), import('@renderer/db/limits')])
    const ports = { ...rest, limits: createLimitStore(db), routes: createRouteStore(db), newId: () => newId<string>() }
    return (input) => runCall({ ...input, ports })
  }
  return async (input) => {
    loading ??= load()
    try {
      return await (await loading)(input)
    } catch (error) {
      // What could not be loaded is asked for again by the next call.
      loading = null
      throw error
    }
  }
}
