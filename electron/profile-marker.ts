import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { fileFailure, readFileIfThere, writeFileAtomic } from './atomic-file'

/** "This profile has data", kept outside the database: an empty database beside it is a loss, not a first start. */
export const createProfileMarker = (path: string) => ({
  async has(): Promise<Result<boolean, Failure>> {
    try {
      return ok((await readFileIfThere(path)) !== null)
    } catch (error) {
      return fail(fileFailure(error))
    }
  },

  async mark(): Promise<Result<null, Failure>> {
    try {
      if ((await readFileIfThere(path)) === null) await writeFileAtomic(path, 'This profile has data.\n')
      return ok(null)
    } catch (error) {
      return fail(fileFailure(error))
    }
  },
})
