import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobFiles } from './blob-files'

/** Blobs as files of one folder: `<vault>/<first two characters>/<id>`. Ids and vaults are of [A-Za-z0-9_-] only. */
export function createBlobFolder(folder: string): BlobFiles {
  const fileOf = (vaultId: string, blobId: string): string => join(folder, vaultId, blobId.slice(0, 2), blobId)
  return {
    async append(vaultId, blobId, offset, bytes, maxBytes) {
      const path = fileOf(vaultId, blobId)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
      let at = offset
      try {
        for await (const chunk of bytes as AsyncIterable<Buffer>) {
          if (at - offset + chunk.byteLength > maxBytes) break
          await file.write(chunk, 0, chunk.byteLength, at)
          at += chunk.byteLength
        }
      } catch {
        // The line broke: what has arrived is kept, the device goes on from there.
      } finally {
        await file.datasync()
        await file.close()
      }
      return at
    },
    async read(vaultId, blobId, start, end) {
      const file = await open(fileOf(vaultId, blobId), 'r').catch(() => null)
      return file === null ? null : file.createReadStream({ start, end: end - 1, autoClose: true })
    },
    async size(vaultId, blobId) {
      try {
        return (await stat(fileOf(vaultId, blobId))).size
      } catch (error) {
        // A disk that fails is another matter.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
        throw error
      }
    },
    delete: (vaultId, blobId) => rm(fileOf(vaultId, blobId), { force: true }),
    deleteVault: (vaultId) => rm(join(folder, vaultId), { recursive: true, force: true }),
  }
}
