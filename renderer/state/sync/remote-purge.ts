import { deletedAt, readEntries } from '@shared/sessions/index-doc'
import { purgeSession, removeUnusedFiles } from '@renderer/db/purge'
import { readSyncState, writeSyncState } from '@renderer/db/sync-state'
import type { SyncEnvironment } from './environment'

/**
 * What another device deleted for good leaves this one too: rows, drafts, calls and attachments. Run once everything
 * has arrived, and whenever the list of sessions changed; what is not done yet is found again at the next start.
 */
export async function purgeWhatOthersPurged(env: Pick<SyncEnvironment, 'db' | 'index' | 'bridge' | 'guard'>): Promise<void> {
  const { db, index, bridge, guard } = env
  const done = new Set(await readSyncState(db, 'purged'))
  const due = readEntries(index.doc).filter(({ id }) => deletedAt(index.doc, id) !== null && !done.has(id))
  for (const { id } of due) {
    const { written, files } = await purgeSession(id, deletedAt(index.doc, id) ?? 0, { db, index })
    if (!written.ok) return
    await removeUnusedFiles(files, db, bridge)
    done.add(id)
    await guard.write(() => writeSyncState(db, 'purged', [...done]))
  }
}

/** Rows of a session came after its end: it is looked at again. */
export async function forgetPurged(env: Pick<SyncEnvironment, 'db' | 'guard'>, sessions: readonly string[]): Promise<void> {
  const done = await readSyncState(env.db, 'purged')
  const left = done?.filter((id) => !sessions.includes(id))
  if (done !== null && left !== undefined && left.length < done.length) await env.guard.write(() => writeSyncState(env.db, 'purged', left))
}
