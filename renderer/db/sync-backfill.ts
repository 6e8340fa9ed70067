import type { MessageId } from '@shared/ids'
import type { CommonplaceDb } from './schema'
import { noteForSync } from './sync-outbox'

const pageRows = 500

/**
 * Notes every message that is there, page by page, going on after `after`. May be cut anywhere and run again: rows
 * that are noted twice are noted once.
 * @param onPage stores how far it came, in the page's own transaction
 */
export async function noteAllForSync(db: CommonplaceDb, after: MessageId | null, onPage: (last: MessageId) => Promise<unknown>): Promise<void> {
  for (let from = after; ; ) {
    const last: MessageId | null = await db.transaction('rw', [db.messages, db.syncOutbox, db.syncState], async () => {
      const rows = from === null ? db.messages.orderBy(':id') : db.messages.where(':id').above(from)
      const ids = (await rows.limit(pageRows).primaryKeys()) as MessageId[]
      await noteForSync(ids, db)
      const end = ids.at(-1)
      if (end !== undefined) await onPage(end)
      return ids.length < pageRows ? null : (end ?? null)
    })
    if (last === null) return
    from = last
  }
}
