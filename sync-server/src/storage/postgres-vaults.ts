import type { PostgresConnection, Query } from './postgres-connection'
import { bytesOf } from './postgres-rooms'
import type { DeviceRow, NewDevice, StorageLimits, VaultRow, VaultStorage } from './storage'

interface VaultColumns {
  readonly vault_id: string
  readonly created_at: string
  readonly used_bytes: string
  readonly max_bytes: string | null
  readonly room_count: number
}

interface DeviceColumns {
  readonly vault_id: string
  readonly device_id: string
  readonly token_hash: Buffer
  readonly added_at: string
  readonly last_seen_at: string | null
  readonly online_until: string
  readonly removed_at: string | null
}

const vaultColumns = 'vault_id, created_at, used_bytes, max_bytes, room_count'
const deviceColumns = 'vault_id, device_id, token_hash, added_at, last_seen_at, online_until, removed_at'

const noteRemoval = 'UPDATE commonplace.removals SET number = number + 1'

export function createPostgresVaults({ query, transact }: PostgresConnection, limits: StorageLimits): VaultStorage {
  const vaultOf = (row: VaultColumns): VaultRow => ({
    vaultId: row.vault_id,
    createdAt: Number(row.created_at),
    usedBytes: Number(row.used_bytes),
    maxBytes: row.max_bytes === null ? limits.maxVaultBytes : Number(row.max_bytes),
    roomCount: row.room_count,
  })
  const oneVault = async (where: string, value: unknown): Promise<VaultRow | null> => {
    const [row] = await query<VaultColumns>(`SELECT ${vaultColumns} FROM commonplace.vaults WHERE ${where}`, [value])
    return row === undefined ? null : vaultOf(row)
  }

  return {
    async addSetupToken(hash, expiresAt, maxBytes) {
      await query('INSERT INTO commonplace.setup_tokens VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [bytesOf(hash), expiresAt, maxBytes])
    },

    createVault: (vault, now) =>
      transact(async (run) => {
        // Counting and making are one step only where one does it at a time.
        await run('SELECT pg_advisory_xact_lock(7237095)')
        const [setup] = await run<{ max_bytes: string | null }>('SELECT max_bytes FROM commonplace.setup_tokens WHERE token_hash = $1 AND expires_at > $2', [
          vault.setupTokenHash === null ? null : bytesOf(vault.setupTokenHash),
          now,
        ])
        if (vault.setupTokenHash !== null && setup === undefined) return 'setup-token-rejected'
        const [same] = await run('SELECT 1 FROM commonplace.vaults WHERE vault_id = $1 OR recovery_token_hash = $2', [
          vault.vaultId,
          bytesOf(vault.recoveryTokenHash),
        ])
        if (same !== undefined || (await isTokenTaken(run, vault.device))) return 'exists'
        const [count] = await run<{ vaults: string }>('SELECT count(*) AS vaults FROM commonplace.vaults')
        if (Number(count?.vaults) >= limits.maxVaults) return 'too-many'
        await run('INSERT INTO commonplace.vaults (vault_id, created_at, max_bytes, recovery_token_hash) VALUES ($1, $2, $3, $4)', [
          vault.vaultId,
          now,
          setup?.max_bytes ?? null,
          bytesOf(vault.recoveryTokenHash),
        ])
        await insertDevice(run, vault.vaultId, vault.device, now)
        if (vault.setupTokenHash !== null) await run('DELETE FROM commonplace.setup_tokens WHERE token_hash = $1', [bytesOf(vault.setupTokenHash)])
        return 'created'
      }),

    getVault: (vaultId) => oneVault('vault_id = $1', vaultId),
    findVaultByRecoveryToken: (hash) => oneVault('recovery_token_hash = $1', bytesOf(hash)),

    async listVaults() {
      const rows = await query<VaultColumns>(`SELECT ${vaultColumns} FROM commonplace.vaults ORDER BY created_at, vault_id`)
      return rows.map(vaultOf)
    },

    async setVaultLimit(vaultId, maxBytes) {
      const rows = await query('UPDATE commonplace.vaults SET max_bytes = $2 WHERE vault_id = $1 RETURNING 1', [vaultId, maxBytes])
      return rows.length > 0
    },

    deleteVault: (vaultId) =>
      transact(async (run) => {
        const rows = await run('DELETE FROM commonplace.vaults WHERE vault_id = $1 RETURNING 1', [vaultId])
        await run('DELETE FROM commonplace.updates WHERE vault_id = $1', [vaultId])
        await run('DELETE FROM commonplace.blob_chunks WHERE vault_id = $1', [vaultId])
        await run('DELETE FROM commonplace.rendezvous WHERE vault_id = $1', [vaultId])
        await run(noteRemoval)
        return rows.length > 0
      }),

    async totals() {
      const [row] = await query<{ vaults: string; bytes: string }>('SELECT count(*) AS vaults, coalesce(sum(used_bytes), 0) AS bytes FROM commonplace.vaults')
      return { vaults: Number(row?.vaults ?? 0), bytes: Number(row?.bytes ?? 0) }
    },

    addDevice: (vaultId, device, now) =>
      transact(async (run) => {
        const [vault] = await run('SELECT 1 FROM commonplace.vaults WHERE vault_id = $1 FOR NO KEY UPDATE', [vaultId])
        if (vault === undefined) return 'vault-gone'
        const [same] = await run('SELECT 1 FROM commonplace.devices WHERE vault_id = $1 AND device_id = $2', [vaultId, device.deviceId])
        if (same !== undefined || (await isTokenTaken(run, device))) return 'exists'
        const [count] = await run<{ devices: string }>('SELECT count(*) AS devices FROM commonplace.devices WHERE vault_id = $1 AND removed_at IS NULL', [vaultId])
        if (Number(count?.devices) >= limits.maxDevicesPerVault) return 'too-many'
        await insertDevice(run, vaultId, device, now)
        return 'added'
      }),

    async findDeviceByToken(tokenHash) {
      const [row] = await query<DeviceColumns>(`SELECT ${deviceColumns} FROM commonplace.devices WHERE token_hash = $1`, [bytesOf(tokenHash)])
      return row === undefined ? null : deviceOf(row)
    },

    async listDevices(vaultId) {
      const rows = await query<DeviceColumns>(`SELECT ${deviceColumns} FROM commonplace.devices WHERE vault_id = $1 ORDER BY position`, [vaultId])
      return rows.map(deviceOf)
    },

    removeDevice: (vaultId, deviceId, now) =>
      transact(async (run) => {
        const rows = await run(
          `UPDATE commonplace.devices SET removed_at = $3, online_until = 0
           WHERE vault_id = $1 AND device_id = $2 AND removed_at IS NULL RETURNING 1`,
          [vaultId, deviceId, now],
        )
        if (rows.length > 0) await run(noteRemoval)
        return rows.length > 0
      }),

    async noteDevices(sightings) {
      if (sightings.length === 0) return
      // Locked in one order, so that instances that note the same devices do not wait for each other in a circle.
      await query(
        `WITH seen AS (
           SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS s (vault_id, device_id, seen_at, online_until)
         ), found AS (
           SELECT d.vault_id, d.device_id FROM commonplace.devices d JOIN seen USING (vault_id, device_id)
           WHERE d.removed_at IS NULL ORDER BY d.vault_id, d.device_id FOR NO KEY UPDATE OF d
         )
         UPDATE commonplace.devices d
         SET last_seen_at = greatest(d.last_seen_at, seen.seen_at), online_until = seen.online_until
         FROM found JOIN seen USING (vault_id, device_id)
         WHERE d.vault_id = found.vault_id AND d.device_id = found.device_id`,
        [
          sightings.map(({ vaultId }) => vaultId),
          sightings.map(({ deviceId }) => deviceId),
          sightings.map(({ seenAt }) => seenAt),
          sightings.map(({ onlineUntil }) => onlineUntil),
        ],
      )
    },
  }
}

async function isTokenTaken(run: Query, device: NewDevice): Promise<boolean> {
  const [row] = await run('SELECT 1 FROM commonplace.devices WHERE token_hash = $1', [bytesOf(device.tokenHash)])
  return row !== undefined
}

async function insertDevice(run: Query, vaultId: string, device: NewDevice, now: number): Promise<void> {
  await run('INSERT INTO commonplace.devices (vault_id, device_id, token_hash, added_at) VALUES ($1, $2, $3, $4)', [
    vaultId,
    device.deviceId,
    bytesOf(device.tokenHash),
    now,
  ])
}

const deviceOf = (row: DeviceColumns): DeviceRow => ({
  vaultId: row.vault_id,
  deviceId: row.device_id,
  tokenHash: row.token_hash,
  addedAt: Number(row.added_at),
  lastSeenAt: row.last_seen_at === null ? null : Number(row.last_seen_at),
  onlineUntil: Number(row.online_until),
  removedAt: row.removed_at === null ? null : Number(row.removed_at),
})
