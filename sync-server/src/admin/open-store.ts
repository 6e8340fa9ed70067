import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobFiles } from '../blobs/blob-files'
import { createBlobFolder } from '../blobs/blob-folder'
import { openPostgresBlobFiles } from '../blobs/postgres-blob-files'
import type { ServerConfig } from '../config'
import { openPostgresStorage } from '../storage/postgres'
import { openSqliteStorage, sqliteFileName } from '../storage/sqlite'
import { defaultStorageLimits, type Storage, type StorageLimits } from '../storage/storage'

export const storageLimitsOf = (config: ServerConfig): StorageLimits => ({
  ...defaultStorageLimits,
  maxVaultBytes: config.maxVault,
  maxRoomsPerVault: config.maxRooms,
  maxDevicesPerVault: config.maxDevices,
  maxVaults: config.maxVaults,
})

/** The store that the options name, made where it is not there yet. */
export function openStore(config: ServerConfig): Promise<Storage> {
  const limits = storageLimitsOf(config)
  return config.databaseUrl === undefined ? openSqliteStorage(config.data, limits) : openPostgresStorage({ url: config.databaseUrl }, limits)
}

/** The folder of attachments below the data folder. */
export const blobFolder = (config: ServerConfig): string => join(config.data, 'blobs')

/** Where attachments lie: in files beside SQLite, in PostgreSQL where that is the store, so that every instance has them. */
export const openBlobs = (config: ServerConfig): Promise<BlobFiles & { close(): Promise<void> }> =>
  config.databaseUrl === undefined
    ? Promise.resolve({ ...createBlobFolder(blobFolder(config)), close: () => Promise.resolve() })
    : openPostgresBlobFiles({ url: config.databaseUrl })

export const databaseFile = (config: ServerConfig): string => join(config.data, sqliteFileName)

/** False where no server has worked with these options yet, which is mostly a wrong --data. */
export const hasStore = (config: ServerConfig): boolean => config.databaseUrl !== undefined || existsSync(databaseFile(config))
