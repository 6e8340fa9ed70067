import { fail, ok } from '@shared/result'
import { maxFileBytes } from '@shared/bridge/contract'
import { expiredSnapshots } from '@shared/bridge/retention'
import { parseSnapshotHeader, snapshotId, snapshotInfo, type SnapshotInfo } from '@shared/bridge/snapshot-header'
import type { Failure } from '@shared/errors'
import { attempt, fileIn, isMissing, writeFile, type RootFolder } from './private-folder'

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function createBrowserFiles(root: RootFolder) {
  const folder = async () => (await root()).getDirectoryHandle('files', { create: true })

  return {
    put: (given: Uint8Array) =>
      attempt(async () => {
        if (given.byteLength > maxFileBytes) {
          return fail<Failure>({ code: 'attachment-too-large', stage: 'bridge', limit: maxFileBytes })
        }
        const bytes = new Uint8Array(given)
        const hash = await sha256(bytes)
        const known = await fileIn(await folder(), hash)
        if (known?.size !== bytes.byteLength) await writeFile(await folder(), hash, bytes)
        return ok({ hash })
      }),

    get: (hash: string) =>
      attempt<Uint8Array<ArrayBuffer> | null>(async () => {
        const file = await fileIn(await folder(), hash)
        if (file === null) return ok(null)
        const bytes = new Uint8Array(await file.arrayBuffer())
        if ((await sha256(bytes)) === hash) return ok(bytes)
        return fail({ code: 'storage-failed', stage: 'bridge', detail: 'the stored file is damaged' })
      }),

    remove: (hash: string) =>
      attempt(async () => {
        await removeFile(await folder(), hash)
        return ok(null)
      }),
  }
}

const extension = '.jsonl'

export function createBrowserSnapshots(root: RootFolder, now: () => number) {
  const folder = async () => (await root()).getDirectoryHandle('snapshots', { create: true })

  async function listAll(): Promise<SnapshotInfo[]> {
    const infos: SnapshotInfo[] = []
    for await (const [name, handle] of (await folder()).entries()) {
      if (handle.kind !== 'file' || !name.endsWith(extension)) continue
      const file = await (handle as FileSystemFileHandle).getFile()
      const header = parseSnapshotHeader(await file.slice(0, 4096).text())
      if (header !== null) infos.push(snapshotInfo(name.slice(0, -extension.length), header, file.size))
    }
    return infos.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  return {
    write: (lines: string) =>
      attempt(async () => {
        const header = parseSnapshotHeader(lines)
        if (header === null) return fail<Failure>({ code: 'invalid-input', stage: 'bridge', detail: 'a snapshot without a header' })
        const id = snapshotId(header.createdAt, crypto.randomUUID().slice(0, 6))
        await writeFile(await folder(), id + extension, lines)
        const expired = expiredSnapshots(await listAll(), now()).filter((other) => other !== id)
        for (const other of expired) await removeFile(await folder(), other + extension)
        return ok(snapshotInfo(id, header, new Blob([lines]).size))
      }),

    list: () => attempt(async () => ok(await listAll())),

    read: (id: string) =>
      attempt(async () => {
        const file = await fileIn(await folder(), id + extension)
        return file === null ? fail<Failure>({ code: 'not-found', stage: 'bridge' }) : ok(await file.text())
      }),

    remove: (id: string) =>
      attempt(async () => {
        await removeFile(await folder(), id + extension)
        return ok(null)
      }),
  }
}
