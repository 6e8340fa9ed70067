import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient, type QueryResultRow } from 'pg'
import { schemaSql, schemaVersion } from './postgres-schema'

export interface PostgresOptions {
  /** `postgres://user:password@host/name` */
  readonly url: string
  readonly poolSize?: number
  /** How long one request is tried again while the database is away. */
  readonly retryForMs?: number
}

export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>

export interface PostgresConnection {
  readonly query: Query
  /** All or nothing; `work` may run again, so it changes nothing but the database. */
  transact<Value>(work: (query: Query) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** Connects and brings the tables. Rejects where the database is not there, or belongs to a newer server. */
export async function connectPostgres({ url, poolSize = 8, retryForMs = 8000 }: PostgresOptions): Promise<PostgresConnection> {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
    keepAlive: true,
    application_name: 'commonplace-sync',
  })
  // An idle connection that dies is replaced at its next use.
  pool.on('error', () => undefined)

  /** A request whose answer was lost may have been done: a second time adds an update that every device knows already. */
  async function retrying<Value>(attempt: () => Promise<Value>): Promise<Value> {
    const endsAt = performance.now() + retryForMs
    for (let waitMs = 20; ; waitMs = Math.min(waitMs * 2, 1000)) {
      try {
        return await attempt()
      } catch (error) {
        if (!isPassing(error) || performance.now() + waitMs > endsAt) throw error
        await pause(waitMs * (0.5 + Math.random()))
      }
    }
  }

  async function transactOnce<Value>(work: (query: Query) => Promise<Value>): Promise<Value> {
    const client = await pool.connect()
    const ignore = () => undefined
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const value = await work(queryOn(client))
      await client.query('COMMIT')
      return value
    } catch (error) {
      broken = await client.query('ROLLBACK').then(() => undefined, asError)
      throw error
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }

  const transact: PostgresConnection['transact'] = (work) => retrying(() => transactOnce(work))
  try {
    await transact(prepareTables)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { query: (text, values) => retrying(() => queryOn(pool)(text, values)), transact, close: () => pool.end() }
}

const queryOn =
  (client: Pool | PoolClient): Query =>
  async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Two instances that start at once bring the tables one after the other. */
async function prepareTables(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(7237094)')
  const [found] = await query<{ name: string | null }>("SELECT to_regclass('commonplace.schema_version')::text AS name")
  const [row] = found?.name ? await query<{ version: number }>('SELECT version FROM commonplace.schema_version') : []
  if (row !== undefined && row.version > schemaVersion) throw new Error(`the database was made by a newer server (version ${row.version})`)
  if (row?.version === schemaVersion) return
  await query(schemaSql)
  await query('DELETE FROM commonplace.schema_version')
  await query('INSERT INTO commonplace.schema_version VALUES ($1)', [schemaVersion])
}

/** Deadlocks, and a database that is starting, stopping, full of connections or not reachable. */
const passingCodes = /^(08...|40001|40P01|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)$/
const passingTexts = /connection (terminated|ended|error)|terminat.* connection|timeout exceeded when trying to connect|client has encountered a connection error/i

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && passingCodes.test(error.code)) return true
  const parts: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  return passingTexts.test(error.message) || parts.some(isPassing)
}
