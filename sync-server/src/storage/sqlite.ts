import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openThread } from '../threads/open-thread'
import type { SqliteOperations } from './sqlite-thread'
import { packInto, packUpdates, unpackUpdates, type SqliteReply, type SqliteRequest, type SqliteSetup } from './sqlite-wire'
import type { Append, Storage, StorageLimits } from './storage'

export const sqliteFileName = 'commonplace-sync.sqlite'

/** A commit of the usual size; a larger one goes by a buffer of its own. */
const sharedBytes = 6 * 2 ** 20

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** The embedded store: one SQLite file in `folder`, in a thread of its own. Rejects where it cannot be opened. */
export async function openSqliteStorage(folder: string, limits: StorageLimits): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const setup: SqliteSetup = { path: join(folder, sqliteFileName), limits }
  const thread = openThread(new URL('./sqlite-thread', import.meta.url), { workerData: setup })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let end: Error | null = null

  const failAll = (error: Error): void => {
    end = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  thread.on('message', ({ id, value, error }: SqliteReply) => {
    const request = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) request?.resolve(value)
    else request?.reject(new Error(`the database failed: ${error}`))
  })
  thread.on('error', failAll)
  thread.on('exit', () => failAll(new Error('the database is closed')))

  const answerTo = (id: number): Promise<unknown> => new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  const call = async <Name extends keyof SqliteOperations>(
    name: Name,
    args: Parameters<SqliteOperations[Name]>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<ReturnType<SqliteOperations[Name]>> => {
    if (end !== null) throw end
    const request: SqliteRequest = { id: ++lastId, name, args }
    const answer = answerTo(request.id)
    thread.postMessage(request, transfer)
    return (await answer) as ReturnType<SqliteOperations[Name]>
  }

  // One commit after the other goes through memory that both threads see, so that nothing is left to collect.
  const shared = new SharedArrayBuffer(sharedBytes)
  let isSharedFree = true
  async function append(batch: readonly Append[]) {
    const keys = batch.map(({ key: { vaultId, room }, frees }) => (frees === true ? { vaultId, room, frees } : { vaultId, room }))
    const updates = batch.map(({ update }) => update)
    const length = updates.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (!isSharedFree || length > sharedBytes) {
      const packed = packUpdates(updates)
      return call('append', [keys, packed], [packed.bytes])
    }
    isSharedFree = false
    return call('append', [keys, packInto(updates, shared)]).finally(() => (isSharedFree = true))
  }

  await answerTo(0)
  let closing: Promise<void> | null = null
  return {
    kind: 'sqlite',
    check: () => call('check', []),
    takeForeignChange: () => call('takeForeignChange', []),
    close: () => (closing ??= call('close', [])),

    append,
    async read(key, after) {
      const { sequences, packed, sequence, foldedSequence } = await call('read', [key, after])
      const updates = unpackUpdates(packed).map((update, index) => ({ sequence: sequences[index] ?? 0, update }))
      return { updates, sequence, foldedSequence }
    },
    lastSequences: (keys) => call('lastSequences', [keys]),
    fold: (key, through, state) => call('fold', [key, through, state.slice()]),
    listRooms: (vaultId) => call('listRooms', [vaultId]),

    addSetupToken: (...args) => call('addSetupToken', args),
    createVault: (...args) => call('createVault', args),
    getVault: (...args) => call('getVault', args),
    listVaults: () => call('listVaults', []),
    setVaultLimit: (...args) => call('setVaultLimit', args),
    deleteVault: (...args) => call('deleteVault', args),
    totals: () => call('totals', []),
    addDevice: (...args) => call('addDevice', args),
    findDeviceByToken: (...args) => call('findDeviceByToken', args),
    listDevices: (...args) => call('listDevices', args),
    removeDevice: (...args) => call('removeDevice', args),
    noteDevices: (...args) => call('noteDevices', args),
    findVaultByRecoveryToken: (...args) => call('findVaultByRecoveryToken', args),

    openRendezvous: (...args) => call('openRendezvous', args),
    putSlot: (id, slot, bytes, now) => call('putSlot', [id, slot, bytes.slice(), now]),
    getSlot: (...args) => call('getSlot', args),
    dropExpired: (...args) => call('dropExpired', args),

    getBlob: (...args) => call('getBlob', args),
    reserveBlob: (...args) => call('reserveBlob', args),
    setBlobReceived: (...args) => call('setBlobReceived', args),
    deleteBlob: (...args) => call('deleteBlob', args),
    listUnfinishedBlobs: (...args) => call('listUnfinishedBlobs', args),
  }
}
