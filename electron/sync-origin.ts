import type { RouteOutput } from '@shared/bridge/contract'
import { syncConnectSources, syncOrigin } from '@shared/bridge/sync-origin'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { fileFailure, readFileIfThere, writeFileAtomic } from './atomic-file'

export interface SyncOriginStore {
  allow(origin: string | null): Promise<Result<RouteOutput<'sync.allowOrigin'>, Failure>>
  /** What the page that is served now may connect to; asked once for each load. */
  sources(): Promise<readonly string[]>
}

/** The one server that the page may reach by itself, kept in a file of the profile. */
export function createSyncOriginStore(path: string): SyncOriginStore {
  let served: string | null = null

  async function read(): Promise<string | null> {
    const bytes = await readFileIfThere(path)
    // What somebody else wrote there goes into no policy.
    return bytes === null ? null : syncOrigin(Buffer.from(bytes).toString('utf8').trim())
  }

  return {
    async allow(origin) {
      if (origin !== null && syncOrigin(origin) === null) return fail({ code: 'url-not-allowed', stage: 'bridge' })
      try {
        if (origin !== (await read())) await writeFileAtomic(path, `${origin ?? ''}\n`)
        return ok({ needsReload: origin !== served })
      } catch (error) {
        return fail(fileFailure(error))
      }
    },

    async sources() {
      served = await read().catch(() => null)
      return syncConnectSources(served)
    },
  }
}
