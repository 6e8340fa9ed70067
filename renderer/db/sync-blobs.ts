import type { FileHash } from '@shared/ids'
import type { FilePart } from '@shared/sessions/message'
import type { CommonplaceDb, SyncBlobRow } from './schema'

/** Another device may still be sending it: it is looked for again soon, then ever more seldom. */
const firstRetryMs = 2000
const longestRetryMs = 10 * 60_000

const fresh = ({ hash, mediaType, sizeBytes }: FilePart, state: SyncBlobRow['state']): SyncBlobRow => ({ hash, mediaType, sizeBytes, state, tries: 0, dueAt: 0 })

/** Attachments of rows that came: those that are not on this device are to be fetched. Within a transaction. */
export async function wantFiles(files: readonly FilePart[], db: CommonplaceDb): Promise<void> {
  if (files.length === 0) return
  const there = await db.files.bulkGet(files.map(({ hash }) => hash))
  const known = await db.syncBlobs.bulkGet(files.map(({ hash }) => hash))
  const missing = files.filter((_, at) => there[at] === undefined && known[at] === undefined)
  await db.syncBlobs.bulkPut(missing.map((file) => fresh(file, 'wanted')))
}

/** Attachments of rows that are sent. Within a transaction. */
export async function offerFiles(files: readonly FilePart[], db: CommonplaceDb): Promise<void> {
  if (files.length === 0) return
  const known = await db.syncBlobs.bulkGet(files.map(({ hash }) => hash))
  await db.syncBlobs.bulkPut(files.filter((_, at) => known[at] === undefined).map((file) => fresh(file, 'to-send')))
}

/** The server has lost something: what it has of attachments is asked, and the rest sent again. Within a transaction. */
export const offerAgain = (db: CommonplaceDb): PromiseLike<unknown> =>
  db.syncBlobs.where('state').equals('held').modify({ state: 'to-send', tries: 0, dueAt: 0 })

/** What is due first, and is small enough; it may be due later. */
export async function nextBlob(db: CommonplaceDb, limitBytes: number): Promise<SyncBlobRow | null> {
  const open = await db.syncBlobs.where('state').anyOf(['wanted', 'to-send']).filter(({ sizeBytes }) => sizeBytes <= limitBytes).sortBy('dueAt')
  return open[0] ?? null
}

export const setHeld = (db: CommonplaceDb, hash: FileHash): PromiseLike<unknown> => db.syncBlobs.update(hash, { state: 'held' })

/** It could not be sent, or was not there. */
export const tryLater = (db: CommonplaceDb, { hash, tries }: SyncBlobRow, now: number): PromiseLike<unknown> =>
  db.syncBlobs.update(hash, { tries: tries + 1, dueAt: now + Math.min(longestRetryMs, firstRetryMs * 2 ** tries) })
