import * as Y from 'yjs'
import type { DeviceId } from '@shared/ids'
import type { ChainRun } from '@shared/sync/keyring'
import type { RoomKind } from '@shared/sync/rooms'
import { openSealedDocument } from '@shared/sync/sealed-document'
import { openSealedJournal } from '@shared/sync/sealed-journal'
import { vaultIdOf } from '@shared/sync/vault'
import { readSyncState } from '@renderer/db/sync-state'
import type { Running } from './client-core'
import type { SyncEnvironment } from './environment'
import { segmentsIn } from './segments'
import { Visit } from './visit'
import { waitUntil } from './wait-until'

type Chains = Map<RoomKind, readonly ChainRun[]>

/**
 * What counts of a device in every room of the vault, should it be removed. What is not named is void for whoever reads
 * it later, so everything has to be here first, and rooms that this device does not take part in are read for it.
 * @returns null where not all of it could be had
 */
export async function chainsEverywhere(env: SyncEnvironment, running: Running, device: DeviceId, withinMs: number): Promise<Chains | null> {
  const { engine, options } = running
  if ((await readSyncState(env.db, 'isPaused')) === true) return null
  const isAway = (): boolean => engine.link.current().kind === 'refused' || engine.link.current().kind === 'offline'
  await waitUntil(() => engine.hasEverything || isAway(), withinMs)
  if (!engine.hasEverything) return null
  const chains = engine.chainsOf(device)
  if (options.memory && options.sessions) return chains
  return (await readUnopened(env, running, device, chains)) ? chains : null
}

async function readUnopened(env: SyncEnvironment, running: Running, device: DeviceId, chains: Chains): Promise<boolean> {
  const { engine, membership, options } = running
  const visit = new Visit({ env, serverUrl: membership.serverUrl, secrets: membership.secrets, token: membership.device.token })

  const readDocument = async (kind: 'memory' | 'index'): Promise<Y.Doc | null> => {
    const read = await visit.read(kind)
    if (read === null) return null
    const inner = new Y.Doc()
    const sealed = openSealedDocument(inner, visit.portsFor(kind, read, engine.keyring))
    sealed.start()
    chains.set(kind, sealed.chainsOf(device))
    sealed.close()
    return inner
  }
  const readSegment = async (kind: RoomKind): Promise<boolean> => {
    const read = await visit.read(kind)
    if (read === null) return false
    const journal = openSealedJournal({ ...visit.portsFor(kind, read, engine.keyring), take: async () => undefined })
    await journal.start()
    chains.set(kind, journal.chainsOf(device))
    await journal.close()
    read.room.close()
    return true
  }
  const readSessions = async (): Promise<boolean> => {
    const index = await readDocument('index')
    if (index === null) return false
    const numbers = segmentsIn(index, vaultIdOf(membership.secrets.vaultKey)).numbers()
    for (const number of numbers) if (!(await readSegment(`journal/${number}`))) return false
    return true
  }

  try {
    if (!options.memory && (await readDocument('memory')) === null) return false
    return options.sessions || (await readSessions())
  } finally {
    visit.close()
  }
}
