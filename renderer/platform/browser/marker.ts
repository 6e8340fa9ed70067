import type { RouteOutput } from '@shared/bridge/contract'
import { ok, type Result } from '@shared/result'
import type { Failure } from '@shared/errors'
import { attempt, fileIn, writeFile, type RootFolder } from './private-folder'

const markerName = 'profile-has-data'

/** In two places, since a browser may lose either: local storage and the private file system. */
export function createBrowserMarker(root: RootFolder, storage: Storage) {
  return {
    async status(): Promise<Result<RouteOutput<'profile.status'>, Failure>> {
      if (storage.getItem(markerName) !== null) return ok({ hasMarker: true })
      return attempt(async () => ok({ hasMarker: (await fileIn(await root(), markerName)) !== null }))
    },
    mark: () =>
      attempt(async () => {
        storage.setItem(markerName, '1')
        await writeFile(await root(), markerName, '1')
        return ok(null)
      }),
  }
}
