import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { connectPostgres, type PostgresConnection, type PostgresOptions } from '../storage/postgres-connection'
import { bytesOf } from '../storage/postgres-rooms'
import type { BlobFiles } from './blob-files'

const chunkBytes = 256 * 2 ** 10

/**
 * Attachments as rows of PostgreSQL, for instances that share no disk. Whoever writes to one holds it for half a minute
 * after each part, so that two instances never mix what two devices send.
 */
export async function openPostgresBlobFiles(options: PostgresOptions): Promise<BlobFiles & { close(): Promise<void> }> {
  const connection = await connectPostgres({ poolSize: 3, ...options })
  const { query } = connection
  return {
    async append(vaultId, blobId, offset, bytes, maxBytes) {
      const writer = createWriter(connection, vaultId, blobId)
      if (!(await writer.begin(offset))) return offset
      let at = offset
      try {
        for await (const chunk of inChunks(bytes, maxBytes)) {
          if (!(await writer.add(at, chunk))) break
          at += chunk.byteLength
        }
      } finally {
        await writer.end()
      }
      return at
    },

    async read(vaultId, blobId, start, end) {
      const [row] = await query('SELECT 1 FROM commonplace.blob_chunks WHERE vault_id = $1 AND blob_id = $2 LIMIT 1', [vaultId, blobId])
      return row === undefined ? null : Readable.from(readChunks(connection, vaultId, blobId, start, end), { objectMode: false })
    },

    async size(vaultId, blobId) {
      const [row] = await query<{ size: string }>(
        'SELECT coalesce(max(position + octet_length(bytes)), 0) AS size FROM commonplace.blob_chunks WHERE vault_id = $1 AND blob_id = $2',
        [vaultId, blobId],
      )
      return Number(row?.size ?? 0)
    },
    async delete(vaultId, blobId) {
      await query('DELETE FROM commonplace.blob_chunks WHERE vault_id = $1 AND blob_id = $2', [vaultId, blobId])
    },
    async deleteVault(vaultId) {
      await query('DELETE FROM commonplace.blob_chunks WHERE vault_id = $1', [vaultId])
    },
    close: () => connection.close(),
  }
}

/** Parts of a size that suits a row. What has arrived before the line breaks is yielded too; nothing beyond `maxBytes`. */
async function* inChunks(bytes: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  let left = maxBytes
  try {
    for await (const part of bytes as AsyncIterable<Buffer>) {
      if (part.byteLength > left) break
      left -= part.byteLength
      waiting.push(part)
      length += part.byteLength
      if (length < chunkBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      length = 0
    }
  } catch {
    // The line broke: the device goes on from what is stored.
  }
  if (length > 0) yield Buffer.concat(waiting)
}

function createWriter({ query, transact }: PostgresConnection, vaultId: string, blobId: string) {
  const writer = randomUUID()
  const claim = `UPDATE commonplace.blobs SET writer = $3, writer_until = now() + interval '30 seconds'
    WHERE vault_id = $1 AND blob_id = $2 AND (writer = $3 OR writer_until < now()) RETURNING 1`
  return {
    /** False where another one is writing. What lies behind `offset` is left of a broken try. */
    begin: (offset: number): Promise<boolean> =>
      transact(async (run) => {
        if ((await run(claim, [vaultId, blobId, writer])).length === 0) return false
        await run('DELETE FROM commonplace.blob_chunks WHERE vault_id = $1 AND blob_id = $2 AND position >= $3', [vaultId, blobId, offset])
        return true
      }),
    async add(position: number, bytes: Buffer): Promise<boolean> {
      const rows = await query(
        `WITH claim AS (${claim})
         INSERT INTO commonplace.blob_chunks SELECT $1, $2, $4, $5 WHERE EXISTS (SELECT FROM claim)
         ON CONFLICT (vault_id, blob_id, position) DO UPDATE SET bytes = excluded.bytes RETURNING 1`,
        [vaultId, blobId, writer, position, bytesOf(bytes)],
      )
      return rows.length > 0
    },
    async end(): Promise<void> {
      await query("UPDATE commonplace.blobs SET writer_until = '-infinity' WHERE vault_id = $1 AND blob_id = $2 AND writer = $3", [vaultId, blobId, writer])
    },
  }
}

async function* readChunks({ query }: PostgresConnection, vaultId: string, blobId: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const [row] = await query<{ position: string; bytes: Buffer }>(
      `SELECT position, bytes FROM commonplace.blob_chunks
       WHERE vault_id = $1 AND blob_id = $2 AND position <= $3 ORDER BY position DESC LIMIT 1`,
      [vaultId, blobId, at],
    )
    const from = at - Number(row?.position ?? 0)
    const part = row?.bytes.subarray(from, from + end - at) ?? Buffer.alloc(0)
    if (part.byteLength === 0) throw new Error('an attachment has a gap')
    yield part
    at += part.byteLength
  }
}
