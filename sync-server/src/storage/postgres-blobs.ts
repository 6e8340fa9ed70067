import type { PostgresConnection } from './postgres-connection'
import type { BlobStorage, StorageLimits } from './storage'

export function createPostgresBlobs({ query, transact }: PostgresConnection, limits: StorageLimits): BlobStorage {
  return {
    async getBlob(vaultId, blobId) {
      const [row] = await query<{ total_bytes: string; received_bytes: string }>(
        'SELECT total_bytes, received_bytes FROM commonplace.blobs WHERE vault_id = $1 AND blob_id = $2',
        [vaultId, blobId],
      )
      return row === undefined ? null : { totalBytes: Number(row.total_bytes), receivedBytes: Number(row.received_bytes) }
    },

    reserveBlob: (vaultId, blobId, totalBytes, now) =>
      transact(async (run) => {
        const [vault] = await run<{ room: string }>(
          'SELECT coalesce(max_bytes, $2) - used_bytes AS room FROM commonplace.vaults WHERE vault_id = $1 FOR NO KEY UPDATE',
          [vaultId, limits.maxVaultBytes],
        )
        if (vault === undefined) return 'vault-gone'
        const [same] = await run('SELECT 1 FROM commonplace.blobs WHERE vault_id = $1 AND blob_id = $2', [vaultId, blobId])
        if (same !== undefined) return 'exists'
        if (Number(vault.room) < totalBytes) return 'quota-full'
        await run('INSERT INTO commonplace.blobs (vault_id, blob_id, total_bytes, begun_at) VALUES ($1, $2, $3, $4)', [vaultId, blobId, totalBytes, now])
        await run('UPDATE commonplace.vaults SET used_bytes = used_bytes + $2 WHERE vault_id = $1', [vaultId, totalBytes])
        return 'reserved'
      }),

    async setBlobReceived(vaultId, blobId, receivedBytes) {
      await query('UPDATE commonplace.blobs SET received_bytes = $3 WHERE vault_id = $1 AND blob_id = $2', [vaultId, blobId, receivedBytes])
    },

    deleteBlob: (vaultId, blobId) =>
      transact(async (run) => {
        await run('SELECT 1 FROM commonplace.vaults WHERE vault_id = $1 FOR NO KEY UPDATE', [vaultId])
        const [row] = await run<{ total_bytes: string }>('DELETE FROM commonplace.blobs WHERE vault_id = $1 AND blob_id = $2 RETURNING total_bytes', [vaultId, blobId])
        if (row === undefined) return false
        await run('UPDATE commonplace.vaults SET used_bytes = used_bytes - $2 WHERE vault_id = $1', [vaultId, Number(row.total_bytes)])
        return true
      }),

    async listUnfinishedBlobs(before) {
      const rows = await query<{ vault_id: string; blob_id: string }>(
        'SELECT vault_id, blob_id FROM commonplace.blobs WHERE begun_at < $1 AND received_bytes < total_bytes ORDER BY begun_at',
        [before],
      )
      return rows.map((row) => ({ vaultId: row.vault_id, blobId: row.blob_id }))
    },
  }
}
