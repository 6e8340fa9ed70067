import { Client } from 'pg'
import { fail, ok, type Result } from '../../../shared/result'
import type { BlobFiles } from '../blobs/blob-files'
import { createBlobFolder } from '../blobs/blob-folder'
import type { ServerConfig } from '../config'
import { connectPostgres } from '../storage/postgres-connection'
import { openSqlite, type Sqlite } from '../storage/sqlite-schema'
import { count } from './backup'
import { blobFolder, databaseFile, hasStore } from './open-store'
import type { Report } from './report'

/** One table here and there. `select` names the columns in the order of `columns`. */
interface Move {
  readonly table: string
  readonly columns: readonly string[]
  readonly select: string
}

const moves: readonly Move[] = [
  {
    table: 'vaults',
    columns: ['vault_id', 'created_at', 'max_bytes', 'used_bytes', 'room_count', 'recovery_token_hash'],
    select: 'select id, created_at, max_bytes, used_bytes, room_count, recovery_hash from vaults',
  },
  {
    table: 'devices',
    columns: ['vault_id', 'device_id', 'token_hash', 'added_at', 'last_seen_at', 'online_until', 'removed_at'],
    select: 'select vault_id, device_id, token_hash, added_at, last_seen_at, 0, removed_at from devices order by vault_id, added_at, device_id',
  },
  {
    table: 'rooms',
    columns: ['vault_id', 'room', 'head', 'folded'],
    select: 'select vault_id, name, sequence, folded_sequence from rooms',
  },
  {
    table: 'updates',
    columns: ['vault_id', 'room', 'sequence', 'bytes'],
    select: 'select r.vault_id, r.name, u.sequence, u.bytes from updates u join rooms r on r.id = u.room_id',
  },
  { table: 'setup_tokens', columns: ['token_hash', 'expires_at', 'max_bytes'], select: 'select hash, expires_at, max_bytes from setup_tokens' },
  {
    table: 'blobs',
    columns: ['vault_id', 'blob_id', 'total_bytes', 'received_bytes', 'begun_at'],
    select: 'select vault_id, blob_id, total_bytes, received_bytes, created_at from blobs',
  },
]

const rowsPerInsert = 500
const bytesPerInsert = 4 * 2 ** 20

/**
 * Everything from the SQLite file into an empty PostgreSQL, in one transaction, counted on both sides before it ends.
 * Writing to the file is locked meanwhile: a server that runs on it cannot take in what would then be missing.
 */
export async function moveToPostgres(config: ServerConfig, url: string | undefined): Promise<Result<Report, string>> {
  if (url === undefined) return fail('where to? --to postgres://user@host/name')
  if (!hasStore({ ...config, databaseUrl: undefined })) return fail(`${config.data} holds no database`)
  // Brings the tables.
  await (await connectPostgres({ url })).close()
  const source = openSqlite(databaseFile(config))
  const target = new Client({ connectionString: url })
  try {
    source.exec('begin immediate')
    await target.connect()
    await target.query('BEGIN')
    await target.query('SET LOCAL search_path = commonplace')
    await target.query('LOCK TABLE vaults IN EXCLUSIVE MODE')
    const { rows } = await target.query('SELECT 1 FROM vaults LIMIT 1')
    if (rows.length > 0) return fail('there are vaults in that database already')
    const moved = []
    for (const move of moves) moved.push(await moveTable(source, target, move))
    const wrong = moved.find(({ from, to }) => from !== to)
    if (wrong !== undefined) return fail(`${wrong.table}: ${wrong.from} rows here, ${wrong.to} there. Nothing was moved`)
    await checkBytes(source, target)
    const attachments = await moveBlobs(source, target, createBlobFolder(blobFolder(config)))
    await target.query('COMMIT')
    return ok({ rows: [...moved.map(({ table, to }) => ({ table, moved: to })), { table: 'attachments', moved: attachments }] })
  } finally {
    await target.end()
    source.close()
  }
}

async function moveTable(source: Sqlite, target: Client, { table, columns, select }: Move) {
  let batch: unknown[][] = []
  let bytes = 0
  const flush = async () => {
    if (batch.length > 0) await insert(target, table, columns, batch)
    batch = []
    bytes = 0
  }
  for (const row of source.prepare<[], unknown[]>(select).raw().iterate()) {
    batch.push(row)
    bytes += row.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0), 0)
    if (batch.length >= rowsPerInsert || bytes >= bytesPerInsert) await flush()
  }
  await flush()
  const { rows } = await target.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`)
  return { table, from: count(source, `(${select})`), to: Number(rows[0]?.count) }
}

async function insert(target: Client, table: string, columns: readonly string[], batch: readonly unknown[][]): Promise<void> {
  const places = batch.map((_, row) => `(${columns.map((_name, column) => `$${row * columns.length + column + 1}`).join(', ')})`)
  await target.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${places.join(', ')}`, batch.flat())
}

async function checkBytes(source: Sqlite, target: Client): Promise<void> {
  const here = source.prepare<[], string>(`select coalesce(sum(length(u.bytes)), 0) || '' from updates u join rooms r on r.id = u.room_id`).pluck().get()
  const { rows } = await target.query<{ bytes: string }>('SELECT coalesce(sum(octet_length(bytes)), 0) AS bytes FROM updates')
  if (here !== rows[0]?.bytes) throw new Error(`${here} bytes of updates here, ${rows[0]?.bytes} there: nothing was moved`)
}

interface BlobColumns {
  readonly vaultId: string
  readonly blobId: string
  readonly received: number
}

/** The files become rows. Of one that is shorter than was noted, its device sends the rest again. */
async function moveBlobs(source: Sqlite, target: Client, files: BlobFiles): Promise<number> {
  const rows = source.prepare<[], BlobColumns>('select vault_id as vaultId, blob_id as blobId, received_bytes as received from blobs').all()
  for (const { vaultId, blobId, received } of rows) {
    const stream = received === 0 ? null : await files.read(vaultId, blobId, 0, received)
    let position = 0
    for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
      await target.query('INSERT INTO blob_chunks VALUES ($1, $2, $3, $4)', [vaultId, blobId, position, chunk])
      position += chunk.byteLength
    }
    if (position < received) await target.query('UPDATE blobs SET received_bytes = $3 WHERE vault_id = $1 AND blob_id = $2', [vaultId, blobId, position])
  }
  return rows.length
}
