import type { MessageId } from '@shared/ids'
import type { CommonplaceDb } from './schema'

/** Whether messages are noted for sync as they are written; one per window, read in the way of every message. */
export interface SyncSwitch {
  isOn: boolean
}

/** Within the transaction that writes the rows. */
export async function noteForSync(ids: readonly MessageId[], db: CommonplaceDb): Promise<void> {
  if (ids.length > 0) await db.syncOutbox.bulkPut(ids.map((messageId) => ({ messageId })))
}
