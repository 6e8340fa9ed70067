import type { MessageId, SessionId } from '@shared/ids'
import { erasedRow, readRowsToSend } from '@renderer/db/sync-rows'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { deleteSyncState, readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { SyncEngine } from './engine'
import type { SyncEnvironment } from './environment'

/**
 * Forgetting and deleting for good, carried into the vault: rows that were rewritten here take the place of the old
 * ones in the sealed journal, those of deleted sessions leave it, and memory is folded, so that no entry holds what
 * was forgotten. Which segment holds a row is not known: all of them are read, which is why it waits for a quiet
 * moment and is done for everything at once.
 */
export class ErasureWork {
  private isRunning = false

  constructor(
    private readonly env: SyncEnvironment,
    private readonly engine: SyncEngine,
  ) {}

  touch(): void {
    if (this.isRunning) return
    this.isRunning = true
    void this.run()
      .catch((error: unknown) => {
        if (storageFailureOf(error) === null) throw error
      })
      .finally(() => {
        this.isRunning = false
      })
  }

  private async run(): Promise<void> {
    const { db } = this.env
    if ((await readSyncState(db, 'isFoldDue')) === true) {
      this.engine.compact()
      await deleteSyncState(db, 'isFoldDue')
    }
    const rows = (await readSyncState(db, 'erased')) ?? []
    const unsaid = (await readSyncState(db, 'unsaidPurges')) ?? []
    if (rows.length === 0 && unsaid.length === 0) return
    const purged = new Set<SessionId>(unsaid)
    const isDone = await this.engine.journals?.rewriteAll(await this.changeFor(rows, purged))
    if (isDone !== true) return
    await db.transaction('rw', db.syncState, async () => {
      const left = ((await readSyncState(db, 'erased')) ?? []).filter((id) => !rows.includes(id))
      await writeSyncState(db, 'erased', left)
      await writeSyncState(db, 'unsaidPurges', ((await readSyncState(db, 'unsaidPurges')) ?? []).filter((id) => !unsaid.includes(id)))
    })
  }

  private async changeFor(ids: readonly MessageId[], purged: ReadonlySet<SessionId>): Promise<(row: unknown) => unknown> {
    const { db } = this.env
    const now = new Map((await readRowsToSend(ids, db)).rows.map((row) => [(row as { id: MessageId }).id, row]))
    const kept = new Set<MessageId>()
    for (const session of purged) {
      for (const stored of await db.messages.where('[sessionId+id]').between([session, ''], [session, '\uffff']).primaryKeys()) kept.add(stored)
    }
    return (row) => {
      const { id, sessionId, erased } = row as { id?: MessageId; sessionId?: SessionId; erased?: { id?: MessageId; sessionId?: SessionId } }
      const rowId = id ?? erased?.id
      const rowSession = sessionId ?? erased?.sessionId
      if (rowId === undefined || rowSession === undefined) return row
      // A fork still shows what is kept of a deleted session.
      if (purged.has(rowSession) && !kept.has(rowId)) return null
      const rewritten = now.get(rowId)
      return rewritten === undefined ? row : erasedRow(rewritten)
    }
  }
}
