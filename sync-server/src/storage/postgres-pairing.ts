import type { PostgresConnection } from './postgres-connection'
import { bytesOf } from './postgres-rooms'
import type { RendezvousStorage } from './storage'

export function createPostgresRendezvous({ query, transact }: PostgresConnection): RendezvousStorage {
  const isOpen = async (id: string, now: number): Promise<boolean> =>
    (await query('SELECT 1 FROM commonplace.rendezvous WHERE id = $1 AND expires_at > $2', [id, now])).length > 0

  return {
    openRendezvous: (id, vaultId, expiresAt, now, most) =>
      transact(async (run) => {
        await run('SELECT 1 FROM commonplace.vaults WHERE vault_id = $1 FOR NO KEY UPDATE', [vaultId])
        await run('DELETE FROM commonplace.rendezvous WHERE id = $1 AND expires_at <= $2', [id, now])
        const [same] = await run('SELECT 1 FROM commonplace.rendezvous WHERE id = $1', [id])
        if (same !== undefined) return 'exists'
        const [count] = await run<{ open: string }>('SELECT count(*) AS open FROM commonplace.rendezvous WHERE vault_id = $1 AND expires_at > $2', [vaultId, now])
        if (Number(count?.open) >= most) return 'too-many'
        const made = await run('INSERT INTO commonplace.rendezvous VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1', [id, vaultId, expiresAt])
        return made.length > 0 ? 'opened' : 'exists'
      }),

    async putSlot(id, slot, bytes, now) {
      if (!(await isOpen(id, now))) return 'not-found'
      const made = await query(
        `INSERT INTO commonplace.rendezvous_slots SELECT id, $2, $3 FROM commonplace.rendezvous WHERE id = $1
         ON CONFLICT DO NOTHING RETURNING 1`,
        [id, slot, bytesOf(bytes)],
      )
      return made.length > 0 ? 'stored' : 'taken'
    },

    async getSlot(id, slot, now) {
      const [row] = await query<{ bytes: Buffer | null }>(
        `SELECT s.bytes FROM commonplace.rendezvous r LEFT JOIN commonplace.rendezvous_slots s ON s.id = r.id AND s.slot = $2
         WHERE r.id = $1 AND r.expires_at > $3`,
        [id, slot, now],
      )
      return row === undefined ? 'not-found' : row.bytes
    },

    async dropExpired(now) {
      await query('DELETE FROM commonplace.rendezvous WHERE expires_at <= $1', [now])
      await query('DELETE FROM commonplace.setup_tokens WHERE expires_at <= $1', [now])
    },
  }
}
