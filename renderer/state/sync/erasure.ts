import type { MessageId, SessionId } from '@shared/ids'
import { erasedRow, readRowsToSend } from '@renderer/db/sync-rows'
import { storageFailureOf } from '@renderer/db/storage-guard'
import { deleteSyncState, readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { SyncEngine } from './engine'
import type { SyncEnvironment } from './environment'
import type { Rewritten } from './journals'

/**
 * Forgetting and deleting for good, carried into the vault: rows that were rewritten here take the place of the old
 * ones in the sealed journal, those of deleted sessions leave it, and memory is folded, so that no entry holds what
 * was forgotten. Which segment holds a row is not known: all of them are read, which is why it waits for a quiet
 * moment and is done for everything at once.
 */
export class ErasureWork {
  private isRunning = false
  private isSynced = false
  private keyChanges = 0
  /**
   * Entries whose key is not here may hold what is to go: where they were in the way, the round (see `roundNow`), for
   * trying again is worth it only once keys have come or more is to be erased.
   */
  private readonly locked: { fold: string | null; rows: string | null } = { fold: null, rows: null }
  private timer: ReturnType<typeof setTimeout> | null = null
  private readonly stopKeys: () => void

  constructor(
    private readonly env: SyncEnvironment,
    private readonly engine: SyncEngine,
  ) {
    this.stopKeys = engine.keyring.onChange(() => {
      this.keyChanges++
    })
  }

  touch(isSynced: boolean): void {
    this.isSynced = isSynced
    if (!isSynced || this.isRunning || this.timer !== null) return
    const waitMs = this.engine.eraseAgainAt - this.env.clock.now()
    if (waitMs > 0) return this.touchAfter(waitMs)
    this.isRunning = true
    void this.run()
      .catch((error: unknown) => {
        if (storageFailureOf(error) === null) throw error
      })
      .finally(() => {
        this.isRunning = false
      })
  }

  close(): void {
    this.stopKeys()
    if (this.timer !== null) clearTimeout(this.timer)
  }

  private touchAfter(waitMs: number): void {
    this.timer = setTimeout(() => {
      this.timer = null
      this.touch(this.isSynced)
    }, waitMs)
  }

  private async run(): Promise<void> {
    const round = await this.roundNow()
    if (this.locked.fold !== round) this.locked.fold = (await this.fold()) ? null : round
    if (this.locked.rows !== round) this.locked.rows = (await this.rewrite()) === 'locked' ? round : null
  }

  /** What a round works with: the keys, and what is to be erased. */
  private async roundNow(): Promise<string> {
    const notes = (await readSyncState(this.env.db, 'erasureNotes')) ?? 0
    return `${this.keyChanges} ${notes}`
  }

  /** @returns false where entries are left whose key is not here */
  private async fold(): Promise<boolean> {
    const { db } = this.env
    const notes = await readSyncState(db, 'erasureNotes')
    if ((await readSyncState(db, 'isFoldDue')) !== true) return true
    if (!this.engine.compact()) return false
    await db.transaction('rw', db.syncState, async () => {
      if ((await readSyncState(db, 'erasureNotes')) === notes) await deleteSyncState(db, 'isFoldDue')
    })
    return true
  }

  private async rewrite(): Promise<Rewritten> {
    const { db } = this.env
    const notes = await readSyncState(db, 'erasureNotes')
    const rows = (await readSyncState(db, 'erased')) ?? []
    // Of those that have come back the rows leave this device first.
    const returned = (await readSyncState(db, 'returned')) ?? []
    const unsaid = ((await readSyncState(db, 'unsaidPurges')) ?? []).filter((id) => !returned.includes(id))
    if (rows.length === 0 && unsaid.length === 0) return 'done'
    const rewritten = (await this.engine.journals?.rewriteAll(await this.changeFor(rows, new Set(unsaid)))) ?? 'later'
    if (rewritten !== 'done') return rewritten
    return db.transaction('rw', db.syncState, async () => {
      if ((await readSyncState(db, 'erasureNotes')) !== notes) return 'later'
      await writeSyncState(db, 'erased', [])
      await writeSyncState(db, 'unsaidPurges', ((await readSyncState(db, 'unsaidPurges')) ?? []).filter((id) => !unsaid.includes(id)))
      return 'done'
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
      // What says the same already is left as it is: several devices may look.
      return rewritten === undefined || JSON.stringify(erased ?? row) === JSON.stringify(rewritten) ? row : erasedRow(rewritten)
    }
  }
}
