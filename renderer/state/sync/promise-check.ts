import type { RoomKind } from '@shared/sync/rooms'
import { readSyncState, writeSyncState, type Membership } from '@renderer/db/sync-state'
import type { SyncEngine } from './engine'
import type { SyncEnvironment } from './environment'

/**
 * SYN-4: a device that was let in knows how far everything was on the one that did so. What it does not find after its
 * first sync, the server has lost or keeps back: said once; the devices that have it push it again when they notice.
 */
export async function checkPromise(env: Pick<SyncEnvironment, 'db'>, engine: SyncEngine, membership: Membership): Promise<void> {
  if (membership.promised === null) return
  const here = engine.counters()
  for (const [room, promised] of Object.entries(membership.promised) as [RoomKind, Record<string, number>][]) {
    const found = here[room] ?? {}
    if (!engine.takesPartIn(room)) continue
    const missing = Object.entries(promised).reduce((sum, [chain, counter]) => sum + Math.max(0, counter - (found[chain] ?? 0)), 0)
    if (missing > 0) engine.report.add({ kind: 'rolled-back', room, count: missing })
  }
  const statements = new Set(engine.keyring.statementIds())
  const unsaid = membership.promisedStatements.filter((id) => !statements.has(id)).length
  if (unsaid > 0) engine.report.add({ kind: 'rolled-back', room: 'keys', count: unsaid })
  const stored = await readSyncState(env.db, 'membership')
  if (stored !== null) await writeSyncState(env.db, 'membership', { ...stored, promised: null, promisedStatements: [] })
}
