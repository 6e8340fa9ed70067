import type { CommonplaceDb } from '@renderer/db/schema'
import { writeSyncState } from '@renderer/db/sync-state'
import { roomName } from '@shared/sync/rooms'
import { vaultIdOf } from '@shared/sync/vault'
import * as Y from 'yjs'
import { openWindow } from '../../helpers/storage'
import { createProfile, openDevice, type Profile } from '../../helpers/sync-device'
import { connectStock, isSynced } from '../../helpers/sync-server'
import { atMost, type Figure } from '../figure'
import type { BenchOptions } from '../main'
import { liveThrough, type LivedVault } from './lived-vault'
import { startOurs } from './our-server'
import { pause } from './runs'

const limitMs = 180_000

/**
 * A phone that was just paired gets what a laptop gathered over years, by the app's own engine. Its database is one in
 * memory (fake-indexeddb), which is slower than a browser's for many small reads and faster for the disk it lacks.
 */
export async function* firstSyncFigures(dataFolder: string, { isQuick, log }: BenchOptions): AsyncGenerator<Figure> {
  const [sessions, messages] = isQuick ? [200, 5000] : [2000, 100_000]
  log(`first sync of ${sessions} sessions and ${messages} messages`)
  const lived = liveThrough(sessions, messages)
  const { secrets, newDevice } = lived
  const server = await startOurs({ dataFolder, vault: { vaultId: vaultIdOf(secrets.vaultKey), deviceId: newDevice.deviceId, token: newDevice.token } })
  try {
    await fill(server.url, lived)
    const { indexMs, allMs } = await receive(await pairedProfile(server.url, lived), lived)
    const peers = { 'sealed bytes, MB': lived.sealedBytes / 2 ** 20, 'rooms': lived.rooms.size }
    yield atMost(2, { figure: `first sync: the list of ${sessions} sessions can be used`, unit: 's', values: [indexMs / 1000], peers })
    yield atMost(60, { figure: `first sync: all ${messages} messages are there`, unit: 's', values: [allMs / 1000], peers })
  } finally {
    await server.stop()
  }
}

/** As the laptop would have sent it, by y-websocket's client. */
async function fill(url: string, { rooms, secrets, newDevice }: LivedVault): Promise<void> {
  for (const [kind, outer] of rooms) {
    const name = roomName(secrets.vaultKey, kind)
    const laptop = connectStock(url, name, newDevice.token, outer)
    await isSynced(laptop)
    for (let isThere = false; !isThere; ) {
      const reader = connectStock(url, name, newDevice.token, new Y.Doc())
      await isSynced(reader)
      isThere = reader.doc.getArray('entries').length === outer.getArray('entries').length
      reader.close()
    }
    laptop.close()
  }
}

/** What pairing leaves on a new device. */
async function pairedProfile(serverUrl: string, { secrets, newDevice }: LivedVault): Promise<Profile> {
  const profile = createProfile()
  const { db, close } = await openWindow(profile.disk)
  await join(db, serverUrl, secrets, newDevice)
  await close()
  return profile
}

async function join(db: CommonplaceDb, serverUrl: string, secrets: LivedVault['secrets'], device: LivedVault['newDevice']): Promise<void> {
  const membership = { serverUrl, secrets, device, since: Date.now(), isPhraseChecked: true, promised: null, promisedStatements: [] }
  await writeSyncState(db, 'membership', membership)
  await writeSyncState(db, 'backfill', { after: null, isNoted: true, isHeld: false })
  await writeSyncState(db, 'options', { memory: true, sessions: true, attachments: false, attachmentLimitBytes: 0 })
}

async function receive(profile: Profile, { sessions, messages }: LivedVault): Promise<{ indexMs: number; allMs: number }> {
  const startedAt = performance.now()
  const phone = await openDevice({ profile, kind: 'phone' })
  const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<number> => {
    while (!(await holds())) {
      if (performance.now() - startedAt > limitMs) throw new Error(`${what} did not arrive: ${await phone.db.messages.count()} of ${messages} are there, ${JSON.stringify(phone.status.current())}, ${phone.logged().join(', ')}`)
      await pause(50)
    }
    return performance.now() - startedAt
  }
  try {
    const indexMs = await until(() => phone.sessions().length === sessions, 'the sessions')
    const allMs = await until(async () => (await phone.db.messages.count()) === messages, 'the messages')
    return { indexMs, allMs }
  } finally {
    await phone.close()
  }
}
