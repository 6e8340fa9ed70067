import type { SessionId } from '@shared/ids'
import { deletedAt, readEntries } from '@shared/sessions/index-doc'
import { purgeSession, removeUnusedFiles } from '@renderer/db/purge'
import type { CommonplaceDb } from '@renderer/db/schema'
import { notePurged } from '@renderer/db/sync-outbox'
import { readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { SyncEnvironment } from './environment'

/**
 * What another device deleted for good leaves this one too: rows, drafts, calls and attachments. Run whenever the list
 * of sessions changed; what is not done yet is found again at the next start. Where the vault still holds such rows,
 * because a device rewrote their entry without knowing, they are taken out of it once more.
 * @param again sessions of which rows have come since
 */
export async function purgeWhatOthersPurged(
  env: Pick<SyncEnvironment, 'db' | 'index' | 'bridge' | 'guard'>,
  again: ReadonlySet<SessionId>,
): Promise<void> {
  const { db, index, bridge, guard } = env
  const done = new Set(await readSyncState(db, 'purged'))
  const returned = new Set(await readSyncState(db, 'returned'))
  const due = readEntries(index.doc).flatMap(({ id }) => {
    const at = deletedAt(index.doc, id)
    return at !== null && (!done.has(keyOf(id, at)) || again.has(id) || returned.has(id)) ? [{ id, at }] : []
  })
  const noted = new Set(await readSyncState(db, 'unsaidPurges'))
  for (const { id, at } of due) {
    const before = await rowsOf(id, db)
    const isNoted = !returned.has(id) || (await guard.write(() => notePurgedAgain(id, db))).ok
    const { written, files } = await purgeSession(id, at, { db, index })
    if (!isNoted || !written.ok) return
    await removeUnusedFiles(files, db, bridge)
    const isDue = noted.has(id) || (await rowsOf(id, db)) < before
    if (returned.has(id)) await guard.write(() => noteTakenOut(id, isDue, db))
    done.add(keyOf(id, at))
  }
  if (due.length > 0) await guard.write(() => writeSyncState(db, 'purged', [...done]))
}

const rowsOf = (session: SessionId, db: CommonplaceDb): Promise<number> =>
  db.messages.where('[sessionId+id]').between([session, ''], [session, '\uffff']).count()

/** Noted before the rows go, so that a crash in between leaves the note; it is heeded once they are gone. */
const notePurgedAgain = (session: SessionId, db: CommonplaceDb): Promise<void> =>
  db.transaction('rw', [db.syncState, db.syncOutbox], () => notePurged(session, [], db))

/** @param isDue false where all of it is here for a reason: a fork, or what was said without knowing */
const noteTakenOut = (session: SessionId, isDue: boolean, db: CommonplaceDb): Promise<void> =>
  db.transaction('rw', db.syncState, async () => {
    for (const key of isDue ? (['returned'] as const) : (['returned', 'unsaidPurges'] as const)) {
      await writeSyncState(db, key, ((await readSyncState(db, key)) ?? []).filter((id) => id !== session))
    }
  })

/** What was left of a session may be deleted once more. */
const keyOf = (id: SessionId, at: number): string => `${id} ${at}`
