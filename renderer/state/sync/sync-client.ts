import { fail } from '@shared/result'
import type { SyncFailure } from './sync-service'
import type { SyncClient, SyncFaces } from './sync-shell'

const notYet = async () => fail<SyncFailure>({ code: 'wrong-state' })

export async function openSyncClient(_faces: SyncFaces): Promise<SyncClient> {
  return {
    checkServer: notYet,
    allowServer: async () => 'ready',
    turnOn: notYet,
    confirmPhrase: async () => undefined,
    offer: () => Promise.reject(new Error('sync is off')),
    join: () => Promise.reject(new Error('sync is off')),
    recover: notYet,
    drill: notYet,
    pause: async () => undefined,
    resume: async () => undefined,
    syncNow: () => undefined,
    setOptions: notYet,
    renameDevice: notYet,
    removeDevice: notYet,
    leave: notYet,
    sendCredentials: notYet,
    fetchFile: async () => false,
    isCompactor: () => true,
  }
}
