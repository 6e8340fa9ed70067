import type { SessionId } from '@shared/ids'
import { deletedAt, readEntries } from '@shared/sessions/index-doc'
import { purgeSession, removeUnusedFiles } from '@renderer/db/purge'
import { readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { SyncEnvironment } from './environment'

/**
 * What another device deleted for good leaves this one too: rows, drafts, calls and attachments. Run whenever the list
 * of sessions changed; what is not done yet is found again at the next start.
 * @param again sessions of which rows have come since
 */
export async function purgeWhatOthersPurged(
  env: Pick<SyncEnvironment, 'db' | 'index' | 'bridge' | 'guard'>,
  again: ReadonlySet<SessionId>,
): Promise<void> {
  const { db, index, bridge, guard } = env
  const done = new Set(await readSyncState(db, 'purged'))
  const due = readEntries(index.doc).flatMap(({ id }) => {
    const at = deletedAt(index.doc, id)
    return at !== null && (!done.has(keyOf(id, at)) || again.has(id)) ? [{ id, at }] : []
  })
  for (const { id, at } of due) {
    const { written, files } = await purgeSession(id, at, { db, index })
    if (!written.ok) return
    await removeUnusedFiles(files, db, bridge)
    done.add(keyOf(id, at))
  }
  if (due.length > 0) await guard.write(() => writeSyncState(db, 'purged', [...done]))
}

/** What was left of a session may be deleted once more. */
const keyOf = (id: SessionId, at: number): string => `${id} ${at}`
