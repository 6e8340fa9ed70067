import { existsSync } from 'node:fs'
import { join } from 'node:path'
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

export const databaseFile = (config: ServerConfig): string => join(config.data, sqliteFileName)

/** False where no server has worked with these options yet, which is mostly a wrong --data. */
export const hasStore = (config: ServerConfig): boolean => config.databaseUrl !== undefined || existsSync(databaseFile(config))
