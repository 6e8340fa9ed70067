import type { FileHash } from '@shared/ids'
import type { FilePart } from '@shared/sessions/message'
import type { CommonplaceDb, SyncBlobRow } from './schema'

/** Where another device may still be sending it, it is looked for again after this. */
const lookAgainAfterMs = 10 * 60_000

const fresh = ({ hash, mediaType, sizeBytes }: FilePart, state: SyncBlobRow['state']): SyncBlobRow => ({ hash, mediaType, sizeBytes, state, triedAt: 0 })

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
  db.syncBlobs.where('state').equals('held').modify({ state: 'to-send', triedAt: 0 })

/** What is to be done next: what is asked for first, then what is to be sent. */
export async function nextBlob(db: CommonplaceDb, now: number, limitBytes: number): Promise<SyncBlobRow | null> {
  const fits = (row: SyncBlobRow): boolean => row.sizeBytes <= limitBytes && now - row.triedAt > retryMs(row)
  const found = async (state: SyncBlobRow['state']) => db.syncBlobs.where('state').equals(state).filter(fits).first()
  return (await found('wanted')) ?? (await found('to-send')) ?? (await found('absent')) ?? null
}

const retryMs = (row: SyncBlobRow): number => (row.triedAt === 0 ? -1 : lookAgainAfterMs)

export const setBlob = (db: CommonplaceDb, hash: FileHash, change: Partial<SyncBlobRow>): PromiseLike<unknown> => db.syncBlobs.update(hash, change)
