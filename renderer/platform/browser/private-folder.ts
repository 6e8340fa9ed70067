import { fail, type Result } from '@shared/result'
import type { Failure } from '@shared/errors'
import { storageFailure } from './storage-failure'

/** The origin's private file system: attachments, snapshots and the marker, beside the database and not in it. */
export type RootFolder = () => Promise<FileSystemDirectoryHandle>

export const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'

export async function attempt<T>(task: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await task()
  } catch (error) {
    return fail(storageFailure(error))
  }
}

/** Replaces a file whole or not at all: the browser writes beside it and swaps when the stream is closed. */
export async function writeFile(folder: FileSystemDirectoryHandle, name: string, data: Uint8Array<ArrayBuffer> | string): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  try {
    await writable.write(data)
    await writable.close()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    throw error
  }
}

export async function fileIn(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export const privateRoot: RootFolder = () => navigator.storage.getDirectory()
