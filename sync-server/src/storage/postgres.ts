import { createPostgresBlobs } from './postgres-blobs'
import { connectPostgres, type PostgresOptions } from './postgres-connection'
import { createPostgresRendezvous } from './postgres-pairing'
import { createPostgresRooms } from './postgres-rooms'
import { createPostgresVaults } from './postgres-vaults'
import { defaultStorageLimits, type Storage, type StorageLimits } from './storage'

/** A store that several instances share; see postgres-schema.ts for what keeps their numbers in order. */
export async function openPostgresStorage(options: PostgresOptions, limits: StorageLimits = defaultStorageLimits): Promise<Storage> {
  const connection = await connectPostgres(options)
  const removals = async () => (await connection.query<{ number: string }>('SELECT number FROM commonplace.removals'))[0]?.number
  let seen = await removals()
  return {
    kind: 'postgres',
    ...createPostgresRooms(connection, limits),
    ...createPostgresVaults(connection, limits),
    ...createPostgresRendezvous(connection),
    ...createPostgresBlobs(connection, limits),
    async takeForeignChange() {
      const before = seen
      seen = await removals()
      return seen !== before
    },
    async check() {
      // A database that only answers is not enough: it may have fallen back to read-only.
      await connection.query('UPDATE commonplace.schema_version SET version = version')
    },
    close: () => connection.close(),
  }
}
