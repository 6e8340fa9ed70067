import * as Y from 'yjs'
import type { CommonplaceDb } from './schema'

/** The log of a room is folded past this many updates; opening a room reads them all. */
export const foldAfterUpdates = 64

/** The stored state of a room's sealed document, and how many rows it lies in. */
export async function loadSyncDoc(room: string, db: CommonplaceDb, into: Y.Doc, origin: unknown): Promise<number> {
  const rows = await db.syncDocs.where('room').equals(room).sortBy('seq')
  const updates = rows.map(({ update }) => update)
  if (updates.length > 0) Y.applyUpdate(into, updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates(updates), origin)
  return rows.length
}

/** Within a transaction over `syncDocs`. */
export async function appendSyncDoc(room: string, updates: readonly Uint8Array[], db: CommonplaceDb): Promise<void> {
  if (updates.length > 0) await db.syncDocs.add({ room, update: updates.length === 1 && updates[0] !== undefined ? updates[0] : Y.mergeUpdates([...updates]) })
}

/** One row instead of many. Compaction deletes entries: what they held leaves the disk here. Within a transaction over `syncDocs`. */
export async function replaceSyncDoc(room: string, state: Uint8Array, db: CommonplaceDb): Promise<void> {
  await dropSyncDoc(room, db)
  await db.syncDocs.add({ room, update: state })
}

export const dropSyncDoc = (room: string, db: CommonplaceDb): Promise<number> => db.syncDocs.where('room').equals(room).delete()
