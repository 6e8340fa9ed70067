import { maxFileBytes } from '@shared/bridge/contract'
import type { Bridge } from '@shared/bridge/bridge'
import type { Clock } from '@shared/clock'
import type { FileHash } from '@shared/ids'
import { fail, ok } from '@shared/result'
import type { FilePart } from '@shared/sessions/message'
import type { CommonplaceDb } from '@renderer/db/schema'
import type { StorageGuard } from '@renderer/db/storage-guard'
import type { FileMeasures } from './measure-file'
import type { Files } from './services'

/** Shown and played as what they are; anything else is bytes, so that a blob address never opens as a page of ours. */
const isShown = (mediaType: string): boolean => /^image\/(?:png|jpeg|gif|webp|avif)$|^(?:audio|video)\/[\w.-]+$/.test(mediaType)

export interface FilesPorts {
  readonly bridge: Pick<Bridge, 'request'>
  readonly db: CommonplaceDb
  readonly guard: StorageGuard
  readonly clock: Clock
  /** Looks for bytes that are not here on other devices; left out where there are none. */
  readonly fetchMissing?: (hash: FileHash) => Promise<boolean>
  /** Pixels, pages or length, where they can be found out. */
  readonly measure?: (bytes: Uint8Array, mediaType: string) => Promise<FileMeasures>
}

/** Attached bytes, kept by content outside the database. */
export function createFiles(ports: FilesPorts): Files {
  const { bridge, db, guard, clock, measure = measureLater } = ports
  return {
    async put(bytes, name, mediaType) {
      if (bytes.byteLength > maxFileBytes) {
        return fail({ code: 'attachment-too-large', stage: 'store', limit: maxFileBytes })
      }
      if (guard.isTooLowForFiles()) return fail({ code: 'storage-full', stage: 'store' })
      const stored = await bridge.request('files.put', { bytes: new Uint8Array(bytes) })
      if (!stored.ok) return stored
      const hash = stored.value.hash as FileHash
      const sizeBytes = bytes.byteLength
      const noted = await guard.write(() => db.files.put({ hash, mediaType, sizeBytes, createdAt: clock.now() }))
      if (!noted.ok) return noted
      const size = await measure(bytes, mediaType)
      const part: FilePart = { type: 'file', hash, name: name.slice(0, 255), mediaType, sizeBytes, ...size }
      return ok(part)
    },
    async objectUrl(hash) {
      const stored = await getOrFetch(hash, ports)
      if (!stored.ok || stored.value === null) return null
      const mediaType = (await db.files.get(hash))?.mediaType ?? ''
      const type = isShown(mediaType) ? mediaType : 'application/octet-stream'
      return URL.createObjectURL(new Blob([new Uint8Array(stored.value)], { type }))
    },
  }
}

async function getOrFetch(hash: FileHash, { bridge, fetchMissing }: Pick<FilesPorts, 'bridge' | 'fetchMissing'>) {
  const stored = await bridge.request('files.get', { hash })
  const isMissing = stored.ok && stored.value === null
  return isMissing && (await fetchMissing?.(hash)) === true ? bridge.request('files.get', { hash }) : stored
}

/** Loaded with the first file that is attached. */
async function measureLater(bytes: Uint8Array, mediaType: string): Promise<FileMeasures> {
  const { measureFile } = await import('./measure-file')
  return measureFile(bytes, mediaType)
}
