import type { MessageId, SessionId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** Whether messages are noted for sync as they are written; one per window, read in the way of every message. */
export interface SyncSwitch {
  isOn: boolean
}

/** Within a transaction over `syncState`: what a window last heard of it may be old. */
export const isInVault = async (db: CommonplaceDb): Promise<boolean> => (await db.syncState.get('membership')) !== undefined

/** Within the transaction that writes the rows. */
export async function noteForSync(ids: readonly MessageId[], db: CommonplaceDb): Promise<void> {
  if (ids.length > 0) await db.syncOutbox.bulkPut(ids.map((messageId) => ({ messageId })))
}

/** Rows that the vault may hold as they were; those that still wait to be sent are sent as they are now. Within a transaction. */
export async function noteErased(ids: readonly MessageId[], db: CommonplaceDb): Promise<void> {
  const waiting = new Set(await db.syncOutbox.where('messageId').anyOf([...ids]).primaryKeys())
  await addToList(db, 'erased', ids.filter((id) => !waiting.has(id)))
  // The vault may hold a waiting one all the same, from another device.
  await noteKnownErased(ids, db)
}

/** Rows of which words were erased, on whatever device. Within a transaction. */
export const noteKnownErased = (ids: readonly MessageId[], db: CommonplaceDb): Promise<void> => addToList(db, 'knownErased', ids)

/** Rows that lie in the vault as they were before words of them were erased. Within a transaction. */
export const noteErasedAgain = (ids: readonly MessageId[], db: CommonplaceDb): Promise<void> => addToList(db, 'erased', ids)

/** Sessions that were deleted for good, of which the vault still holds rows. Within a transaction. */
export const noteReturned = (sessions: readonly SessionId[], db: CommonplaceDb): Promise<void> => addToList(db, 'returned', sessions)

/** A session that was deleted for good here: its rows leave the vault, or are not sent at all. Within a transaction. */
export async function notePurged(session: SessionId, ids: readonly MessageId[], db: CommonplaceDb): Promise<void> {
  await db.syncOutbox.bulkDelete([...ids])
  await addToList(db, 'unsaidPurges', [session])
}

/** Text was deleted from documents for good: their rooms in the vault still hold it in older entries. Within a transaction. */
export async function noteFoldDue(db: CommonplaceDb): Promise<void> {
  if (!(await isInVault(db))) return
  await db.syncState.put({ key: 'isFoldDue', value: true })
  await countNote(db)
}

async function addToList(db: CommonplaceDb, key: 'erased' | 'knownErased' | 'unsaidPurges' | 'returned', added: readonly string[]): Promise<void> {
  if (added.length === 0 || !(await isInVault(db))) return
  const before = ((await db.syncState.get(key))?.value ?? []) as readonly string[]
  await db.syncState.put({ key, value: [...new Set([...before, ...added])] })
  if (key === 'erased' || key === 'unsaidPurges') await countNote(db)
}

async function countNote(db: CommonplaceDb): Promise<void> {
  const before = (await db.syncState.get('erasureNotes'))?.value as number | undefined
  await db.syncState.put({ key: 'erasureNotes', value: (before ?? 0) + 1 })
}
