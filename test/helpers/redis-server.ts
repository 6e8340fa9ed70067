import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort, waitUntil } from './free-port'
import { findRedis } from './machine'

export interface RedisServer {
  readonly url: string
  /** Gone from one moment to the next, with every connection. */
  kill(): Promise<void>
  /** Again on the same port, knowing nothing. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A Redis of the test's own, on a free port of loopback, that keeps nothing on the disk. */
export async function startRedis(): Promise<RedisServer> {
  const part = findRedis()
  if (!part.isThere) throw new Error(`no ${part.missing}: ${part.bring}`)
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const launch = async () => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    const child = spawn(part.path, args, { stdio: 'ignore' })
    await waitUntil(() => ping(url), 'Redis did not start')
    return child
  }
  let server = await launch()
  const kill = (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
    return new Promise((resolve) => {
      server.once('exit', () => resolve())
      server.kill('SIGKILL')
    })
  }
  return {
    url,
    kill,
    async start() {
      server = await launch()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ping(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
  } finally {
    client.disconnect()
  }
}
