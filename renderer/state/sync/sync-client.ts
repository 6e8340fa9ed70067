import type { FileHash } from '@shared/ids'
import { fail } from '@shared/result'
import { readSyncState } from '@renderer/db/sync-state'
import { createApiClient } from '@renderer/sync/api-client'
import { readServerAddress } from '@renderer/sync/server-address'
import { fetchAttachment } from './attachments'
import { ClientCore } from './client-core'
import { drill } from './drill'
import type { SyncEnvironment } from './environment'
import { checkServer, recover, turnOn } from './founding'
import { confirmPhrase, leave, putPhraseAway, removeDevice, renameDevice, setOptions, setPaused } from './membership-actions'
import { join, offer } from './pairing-flow'
import { sendCredentials } from './send-credentials'
import type { SyncClient, SyncFaces } from './sync-shell'

export interface OpenedSync extends SyncClient {
  readonly core: ClientCore
  close(): Promise<void>
}

/** Sync of one window. */
export async function openSyncClient(env: SyncEnvironment, faces: SyncFaces): Promise<OpenedSync> {
  const core = new ClientCore(env, faces)
  await core.open()

  return {
    core,
    close: () => core.close(),
    checkServer: (address) => checkServer(core, address),
    async allowServer(typed) {
      const read = typed === null ? null : readServerAddress(typed)
      // What is wrong with an address is said by checkServer, which is asked next.
      if (read !== null && read.kind !== 'good') return 'ready'
      const origin = read?.url ?? null
      const allowed = await env.bridge.request('sync.allowOrigin', { origin })
      if (!allowed.ok || !allowed.value.needsReload) return 'ready'
      await env.bridge.request('app.reload', {})
      return 'reloading'
    },
    turnOn: (input) => core.leading(async () => ((await readSyncState(env.db, 'membership')) === null ? turnOn(core, input) : wrongState())),
    unseenPhrase: () => readSyncState(env.db, 'unseenPhrase'),
    confirmPhrase: () => confirmPhrase(core),
    putPhraseAway: () => putPhraseAway(core),
    offer: async () => offer(core),
    join: async (input) => join(core, input),
    recover: (input) => core.leading(() => recover(core, input)),
    drill: (phrase) => drill(env, phrase),
    pause: () => setPaused(core, true),
    resume: () => setPaused(core, false),
    syncNow() {
      if (core.running === null) core.between.send({ kind: 'sync-now' })
      else core.running.engine.syncNow()
    },
    lastWord: () => core.lastWord(),
    setOptions: (options) => setOptions(core, options),
    renameDevice: (name) => renameDevice(core, name),
    removeDevice: (id) => removeDevice(core, id),
    leave: (input) => leave(core, input),
    sendCredentials: (to, ids) => sendCredentials(core, to, ids),
    fetchFile: (hash) => fetchFile(env, hash),
    isCompactor: () => core.isCompactor,
  }
}

const wrongState = async () => fail({ code: 'wrong-state' as const })

async function fetchFile(env: SyncEnvironment, hash: FileHash): Promise<boolean> {
  const membership = await readSyncState(env.db, 'membership')
  if (membership === null || (await readSyncState(env.db, 'isPaused')) === true) return false
  return fetchAttachment(hash, { env, membership, api: createApiClient(membership.serverUrl, env.fetch) })
}
