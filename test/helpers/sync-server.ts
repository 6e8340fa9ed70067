import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { syncSubprotocol } from '@shared/sync/protocol'
import { createToken, hashOfToken } from '../../sync-server/src/auth'
import { createBlobFolder } from '../../sync-server/src/blobs/blob-folder'
import { startSyncServer, type SyncServer, type SyncServerOptions } from '../../sync-server/src/server'
import { createMemoryStorage } from '../../sync-server/src/storage/memory'
import { openSqliteStorage } from '../../sync-server/src/storage/sqlite'
import { defaultStorageLimits, type Storage, type StorageLimits } from '../../sync-server/src/storage/storage'

export interface TestServer extends SyncServer {
  readonly storage: Storage
  /** Of the data on the disk; empty for a server that keeps everything in memory. */
  readonly folder: string
  /** A vault with one device, made behind the server's back. */
  createVault(): Promise<TestVault>
  stop(): Promise<void>
}

export interface TestVault {
  readonly vaultId: string
  readonly deviceId: string
  readonly token: string
  readonly recoveryToken: string
  addDevice(deviceId: string): Promise<string>
}

export interface TestServerOptions extends Partial<Omit<SyncServerOptions, 'storage'>> {
  readonly storage?: 'memory' | 'sqlite' | Storage
  readonly storageLimits?: Partial<StorageLimits>
  /** Data of an earlier server, which is then left behind. */
  readonly folder?: string
}

/** A server on a free port of this computer. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { storage: kind = 'memory', storageLimits, folder: given, ...rest } = options
  const folder = given ?? (kind === 'memory' ? '' : await mkdtemp(join(tmpdir(), 'commonplace-sync-')))
  const limits = { ...defaultStorageLimits, ...storageLimits }
  const storage = typeof kind === 'object' ? kind : kind === 'memory' ? createMemoryStorage(limits) : await openSqliteStorage(folder, limits)
  const server = await startSyncServer({ storage, blobs: folder === '' ? null : createBlobFolder(join(folder, 'blobs')), ...rest })
  return Object.defineProperties(
    {
      url: server.url,
      peerCount: 0,
      roomCount: 0,
      setCertificate: server.setCertificate,
      close: () => server.close(),
      storage,
      folder,
      createVault: () => createTestVault(storage),
      async stop() {
        await server.close()
        if (folder !== '' && given === undefined) await rm(folder, { recursive: true, force: true })
      },
    },
    { peerCount: { get: () => server.peerCount }, roomCount: { get: () => server.roomCount } },
  )
}

export async function createTestVault(storage: Storage): Promise<TestVault> {
  const [token, recoveryToken, vaultId] = [createToken(), createToken(), createToken().slice(0, 22)]
  const device = { deviceId: 'device-1', tokenHash: hashOfToken(token) }
  await storage.createVault({ vaultId, setupTokenHash: null, recoveryTokenHash: hashOfToken(recoveryToken), device }, Date.now())
  return {
    vaultId,
    deviceId: 'device-1',
    token,
    recoveryToken,
    async addDevice(deviceId) {
      const added = createToken()
      await storage.addDevice(vaultId, { deviceId, tokenHash: hashOfToken(added) }, Date.now())
      return added
    },
  }
}

export const syncAddress = (url: string): string => `${url.replace(/^http/, 'ws')}/sync`

/** A document with y-websocket's own client on it. */
export interface StockDevice {
  readonly doc: Y.Doc
  readonly provider: WebsocketProvider
  close(): void
}

export function connectStock(url: string, room: string, token: string | null, doc = new Y.Doc()): StockDevice {
  const provider = new WebsocketProvider(syncAddress(url), room, doc, {
    protocols: token === null ? [] : [syncSubprotocol, token],
    WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  return {
    doc,
    provider,
    close() {
      provider.destroy()
      doc.destroy()
    },
  }
}

export const isSynced = ({ provider }: StockDevice): Promise<void> =>
  new Promise((resolve) => {
    if (provider.synced) return resolve()
    provider.once('sync', () => resolve())
  })
