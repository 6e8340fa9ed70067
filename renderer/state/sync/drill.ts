import * as Y from 'yjs'
import { entriesWith, readMemory } from '@shared/memory/view'
import { fail, ok, type Result } from '@shared/result'
import { readEntries } from '@shared/sessions/index-doc'
import type { Keyring } from '@shared/sync/keyring'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { openSealedJournal } from '@shared/sync/sealed-journal'
import { recoverVault, vaultIdOf } from '@shared/sync/vault'
import { readSyncState } from '@renderer/db/sync-state'
import type { SyncEnvironment } from './environment'
import { faultText } from './founding'
import { segmentsIn } from './segments'
import type { DrillReport, SyncFailure } from './sync-service'
import { Visit } from './visit'

/**
 * Reads the vault with the keys that the phrase alone gives, in memory: everything that a device would get that comes
 * back with it. Nothing is written, here or there.
 */
export async function drill(env: SyncEnvironment, phrase: string): Promise<Result<DrillReport, SyncFailure>> {
  const membership = await readSyncState(env.db, 'membership')
  if (membership === null) return fail({ code: 'wrong-state' })
  const vault = recoverVault(phrase)
  if (!vault.ok) return fail({ code: 'phrase-wrong', detail: faultText(vault.failure), phrase: vault.failure })
  if (vaultIdOf(vault.value.secrets.vaultKey) !== vaultIdOf(membership.secrets.vaultKey)) return fail({ code: 'phrase-wrong', detail: 'other-vault' })
  const visit = new Visit({ env, serverUrl: membership.serverUrl, secrets: vault.value.secrets, token: membership.device.token })
  try {
    const keys = await visit.read('keys')
    if (keys === null) return fail({ code: env.isOnline() ? 'unreachable' : 'offline' })
    const keyring = visit.keyring(keys.outer, vault.value.recovery, null)
    const report = await count(visit, keyring, vaultIdOf(membership.secrets.vaultKey))
    keyring.close()
    return report === null ? fail({ code: 'unreachable' }) : ok(report)
  } finally {
    visit.close()
  }
}

async function count(visit: Visit, keyring: Keyring, vaultId: string): Promise<DrillReport | null> {
  const memory = await readDocument(visit, keyring, 'memory')
  const index = await readDocument(visit, keyring, 'index')
  if (memory === null || index === null) return null
  const ids = new Set<unknown>()
  for (const number of segmentsIn(index, vaultId).numbers()) if (!(await readSegment(visit, keyring, number, ids))) return null
  return {
    entries: entriesWith(readMemory(memory), 'active').length,
    sessions: readEntries(index).filter(({ purgedAt }) => purgedAt === null).length,
    messages: ids.size,
  }
}

async function readDocument(visit: Visit, keyring: Keyring, kind: 'memory' | 'index'): Promise<Y.Doc | null> {
  const read = await visit.read(kind)
  if (read === null) return null
  const inner = new Y.Doc()
  const sealed = openSealedDocument(inner, visit.portsFor(kind, read, keyring))
  sealed.start()
  sealed.close()
  read.room.close()
  return inner
}

async function readSegment(visit: Visit, keyring: Keyring, number: number, ids: Set<unknown>): Promise<boolean> {
  const kind = `journal/${number}` as const
  const read = await visit.read(kind)
  if (read === null) return false
  const journal = openSealedJournal({
    ...visit.portsFor(kind, read, keyring),
    async take(rows) {
      for (const row of rows as { id?: unknown; erased?: { id?: unknown } }[]) ids.add(row.id ?? row.erased?.id)
    },
  })
  await journal.start()
  await journal.close()
  read.room.close()
  return true
}
