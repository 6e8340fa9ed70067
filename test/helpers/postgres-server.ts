import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgres } from './machine'
import { freePort, waitUntil } from './free-port'

export interface PostgresServer {
  readonly port: number
  /** A new, empty database; the answer is its address. */
  createDatabase(): Promise<string>
  /** Stopped like by a crash, without tidying up, and started again: what was committed comes back from its log. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL of the test's own: a folder that is thrown away, a free port on loopback, no password. */
export async function startPostgres(): Promise<PostgresServer> {
  const part = findPostgres()
  if (!part.isThere) throw new Error(`no ${part.missing}: ${part.bring}`)
  const owner = serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-postgres-'))
  const data = join(folder, 'data')
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  execFileSync(join(part.path, 'initdb'), ['-D', data, '-U', 'test', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  })
  const port = await freePort()
  let server = await launch(part.path, data, folder, port, owner)
  let databases = 0
  return {
    port,
    async createDatabase() {
      databases += 1
      const name = `test_${databases}`
      await query(port, `CREATE DATABASE ${name}`)
      return addressOf(port, name)
    },
    async restart() {
      await end(server, 'SIGQUIT')
      server = await launch(part.path, data, folder, port, owner)
    },
    async stop() {
      await end(server, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; its packages bring a user for it. */
function serverUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function launch(binaries: string, data: string, folder: string, port: number, owner: { uid: number; gid: number } | null) {
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'shared_buffers=32MB', 'max_connections=100']
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(join(binaries, 'postgres'), args, { ...owner, cwd: folder, stdio: 'ignore' })
  await waitUntil(() => query(port, 'SELECT 1'), 'PostgreSQL did not start')
  return server
}

async function query(port: number, text: string): Promise<void> {
  const client = new Client({ connectionString: addressOf(port, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const addressOf = (port: number, database: string) => `postgres://test@127.0.0.1:${port}/${database}`

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}
