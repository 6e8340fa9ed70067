import type { SyncLogRow } from '@renderer/state/services'
import type { CommonplaceDb } from './schema'

/** More are dropped, oldest first. */
export const mostSyncLogRows = 2000
/** Dropping looks at the whole table's ends: not at every row. */
const dropEvery = 50

export interface SyncLog {
  /** Never rejects: a log that cannot be written stops nothing. */
  add(row: Partial<SyncLogRow> & Pick<SyncLogRow, 'kind'>): Promise<void>
  /** Newest first. */
  read(limit: number): Promise<readonly SyncLogRow[]>
}

export function createSyncLog(db: CommonplaceDb, now: () => number, onChanged: () => void): SyncLog {
  return {
    async add(row) {
      const { id: _, ...stored } = { room: null, device: null, count: null, reason: null, ...row, at: row.at ?? now() } as SyncLogRow
      try {
        const id = await db.syncLog.add(stored)
        if (id % dropEvery === 0) await db.syncLog.where('id').belowOrEqual(id - mostSyncLogRows).delete()
        onChanged()
      } catch {
        // A full disk is said by the status; what could not be noted is lost with it.
      }
    },
    read: async (limit) => (await db.syncLog.orderBy('id').reverse().limit(limit).toArray()) as SyncLogRow[],
  }
}
