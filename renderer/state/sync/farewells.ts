import { readSyncState, writeSyncState, type Farewell } from '@renderer/db/sync-state'
import type { CommonplaceDb } from '@renderer/db/schema'
import { createApiClient, type ApiFailure } from '@renderer/sync/api-client'
import type { SyncEnvironment } from './environment'

const againAfterMs = 10 * 60_000
/** A server that is gone for good is not asked for ever. */
const longestMs = 90 * 24 * 3600_000
/** Nothing is to be said any more: it does not know the device, or the vault. */
const settled: readonly ApiFailure[] = ['not-found', 'removed', 'token-rejected']

/** A vault was left while its server could not be reached. */
export const noteFarewell = (farewell: Farewell, db: CommonplaceDb): Promise<unknown> =>
  db.transaction('rw', db.syncState, async () => writeSyncState(db, 'farewells', [...((await readSyncState(db, 'farewells')) ?? []), farewell]))

/** Tells servers that this device has left, as soon as they can be reached. @returns the way out */
export function watchFarewells(env: Pick<SyncEnvironment, 'db' | 'fetch' | 'clock' | 'onWake'>): () => void {
  let isSaying = false
  const say = (): void => {
    if (isSaying) return
    isSaying = true
    // A database that cannot be read now is asked again.
    void sayFarewells(env).catch(() => undefined).finally(() => (isSaying = false))
  }
  const timer = setInterval(say, againAfterMs)
  const stopWake = env.onWake(say)
  say()
  return () => {
    clearInterval(timer)
    stopWake()
  }
}

async function sayFarewells({ db, fetch, clock }: Pick<SyncEnvironment, 'db' | 'fetch' | 'clock'>): Promise<void> {
  for (const { serverUrl, deviceId, token, leftAt } of (await readSyncState(db, 'farewells')) ?? []) {
    const said = await createApiClient(serverUrl, fetch).removeDevice(token, deviceId)
    if (!said.ok && !settled.includes(said.failure) && clock.now() - leftAt < longestMs) continue
    await db.transaction('rw', db.syncState, async () => {
      await writeSyncState(db, 'farewells', ((await readSyncState(db, 'farewells')) ?? []).filter((other) => other.token !== token))
    })
  }
}
