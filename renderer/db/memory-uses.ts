import type { EntryId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** Counts one use of each entry at the instant `at`. Rejects where the disk refuses it. */
export function addMemoryUses(db: CommonplaceDb, ids: readonly EntryId[], at: number): Promise<void> {
  return db.transaction('rw', db.memoryUses, async () => {
    const known = await db.memoryUses.bulkGet([...ids])
    await db.memoryUses.bulkPut(ids.map((entryId, index) => ({ entryId, count: (known[index]?.count ?? 0) + 1, lastAt: at })))
  })
}
