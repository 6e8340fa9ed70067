import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expiredSnapshots } from '@shared/bridge/retention'
import { parseSnapshotHeader, snapshotId, snapshotInfo, type SnapshotInfo } from '@shared/bridge/snapshot-header'
import type { Clock } from '@shared/clock'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import { errorCode, fileFailure, writeFileAtomic } from './atomic-file'

export interface SnapshotStore {
  write(lines: string): Promise<Result<SnapshotInfo, Failure>>
  /** Newest first. Files without a readable header are left out, and left alone. */
  list(): Promise<Result<SnapshotInfo[], Failure>>
  read(id: string): Promise<Result<string, Failure>>
  /** One that is not there counts as removed. */
  remove(id: string): Promise<Result<null, Failure>>
}

const extension = '.jsonl'
const headerBytes = 4096

/** Rolling copies of everything, as JSON lines outside the database. */
export function createSnapshotStore(folder: string, clock: Clock): SnapshotStore {
  const pathOf = (id: string) => join(folder, `${id}${extension}`)

  async function infoOf(name: string): Promise<SnapshotInfo | null> {
    const path = join(folder, name)
    const header = parseSnapshotHeader(await readStart(path))
    return header && snapshotInfo(name.slice(0, -extension.length), header, (await stat(path)).size)
  }

  async function listAll(): Promise<SnapshotInfo[]> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = (await readdir(folder)).filter((name) => /^[0-9A-Za-z-]{1,64}\.jsonl$/.test(name))
    const infos = await Promise.all(names.map((name) => infoOf(name).catch(() => null)))
    return infos.filter((info) => info !== null).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  return {
    async write(lines) {
      const header = parseSnapshotHeader(lines)
      if (header === null) return fail({ code: 'invalid-input', stage: 'bridge', detail: 'a snapshot without a header' })
      const id = snapshotId(header.createdAt, randomBytes(3).toString('hex'))
      try {
        await writeFileAtomic(pathOf(id), lines)
        // Old ones go only after the new one is safe on the disk, and never the new one itself.
        const expired = expiredSnapshots(await listAll(), clock.now()).filter((other) => other !== id)
        await Promise.all(expired.map((other) => rm(pathOf(other), { force: true })))
        return ok(snapshotInfo(id, header, Buffer.byteLength(lines)))
      } catch (error) {
        return fail(fileFailure(error))
      }
    },

    async list() {
      try {
        return ok(await listAll())
      } catch (error) {
        return fail(fileFailure(error))
      }
    },

    async read(id) {
      try {
        return ok(await readFile(pathOf(id), 'utf8'))
      } catch (error) {
        return fail(errorCode(error) === 'ENOENT' ? { code: 'not-found', stage: 'bridge' } : fileFailure(error))
      }
    },

    async remove(id) {
      try {
        await rm(pathOf(id), { force: true })
        return ok(null)
      } catch (error) {
        return fail(fileFailure(error))
      }
    },
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
