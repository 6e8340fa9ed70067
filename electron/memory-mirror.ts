import { join } from 'node:path'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { fileFailure, writeFileAtomic } from './atomic-file'

/** Memory as plain files, for other programs and for a look without the app. Written one after the other. */
export function createMemoryMirror(folder: string) {
  let last: Promise<unknown> = Promise.resolve()

  async function writeNow(markdown: string, json: string): Promise<Result<null, Failure>> {
    try {
      await writeFileAtomic(join(folder, 'profile.md'), markdown)
      await writeFileAtomic(join(folder, 'memory.json'), json)
      return ok(null)
    } catch (error) {
      return fail(fileFailure(error))
    }
  }

  return {
    write(markdown: string, json: string): Promise<Result<null, Failure>> {
      const written = last.then(() => writeNow(markdown, json))
      last = written
      return written
    },
  }
}
