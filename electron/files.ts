import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxFileBytes } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { fileFailure, readFileIfThere, writeFileAtomic } from './atomic-file'

export interface FileStore {
  put(bytes: Uint8Array): Promise<Result<{ hash: string }, Failure>>
  /** null where nothing of that hash is stored. Bytes that no longer match their hash are a failure. */
  get(hash: string): Promise<Result<Uint8Array<ArrayBuffer> | null, Failure>>
  remove(hash: string): Promise<Result<null, Failure>>
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Files named by the SHA-256 of their content; `hash` has been parsed as 64 hex digits before it gets here. */
export function createFileStore(folder: string): FileStore {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)

  return {
    async put(bytes) {
      if (bytes.byteLength > maxFileBytes) {
        return fail({ code: 'attachment-too-large', stage: 'bridge', limit: maxFileBytes })
      }
      const hash = sha256(bytes)
      try {
        const known = await stat(pathOf(hash)).catch(() => null)
        if (known?.size !== bytes.byteLength) await writeFileAtomic(pathOf(hash), bytes)
        return ok({ hash })
      } catch (error) {
        return fail(fileFailure(error))
      }
    },

    async get(hash) {
      try {
        const bytes = await readFileIfThere(pathOf(hash))
        if (bytes === null || sha256(bytes) === hash) return ok(bytes)
        return fail({ code: 'storage-failed', stage: 'bridge', detail: 'the stored file is damaged' })
      } catch (error) {
        return fail(fileFailure(error))
      }
    },

    async remove(hash) {
      try {
        await rm(pathOf(hash), { force: true })
        return ok(null)
      } catch (error) {
        return fail(fileFailure(error))
      }
    },
  }
}
