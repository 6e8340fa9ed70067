import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { addressOf, readAddress, writeAddress } from './admin/address-file'
import { askHealth } from './admin/health'
import { openBlobs, openStore } from './admin/open-store'
import { createSetupToken, setupLink } from './auth'
import type { BlobFiles } from './blobs/blob-files'
import { followCertificate, readCertificate } from './certificate'
import type { ServerConfig } from './config'
import { createLocalFanout } from './fanout/local'
import { createRedisFanout } from './fanout/redis'
import type { ServerLimits } from './limits'
import { complain, createLog, say, type Log } from './log'
import { answerMetrics, createMetrics } from './metrics'
import { startSyncServer, type SyncServer } from './server'
import type { Storage } from './storage/storage'
import { findWebApp } from './web-app-folder'

const closingMs = 15_000

/** Runs the server until it is told to end. Resolves with the exit code. */
export async function serve(config: ServerConfig): Promise<number> {
  const isJson = config.logFormat === undefined ? !process.stderr.isTTY : config.logFormat === 'json'
  const log = createLog({ level: config.logLevel, isJson })
  await refuseSecondServer(config)
  const webApp = findWebApp(config)
  const storage = await openStore(config)
  const blobs = await openBlobs(config)
  const server = await start(config, { storage, blobs, webApp, log }).catch(async (error: unknown) => {
    await Promise.all([storage.close(), blobs.close()])
    throw explained(error, config)
  })
  const unfollow = followCertificate(config, server, log)
  const address = addressOf(config, Number(new URL(server.url).port || defaultPort(server.url)))
  await writeAddress(config, address)
  const lines = [`Commonplace is at ${address.public}`]
  if ((await storage.totals()).vaults === 0) {
    lines.push(`Set up the first vault (once, within a day): ${setupLink(address.public, await createSetupToken(storage, Date.now()))}`)
  }
  // At once: whoever reads along has the link when they have the address.
  say(lines.join('\n'))
  if (webApp === null) complain('the web app is not served: a phone needs one at another address')
  log.info('started', { storage: storage.kind, fanout: config.redisUrl === undefined ? 'local' : 'redis', tls: config.tlsCert !== undefined, webApp: webApp !== null })

  const signal = await endSignal()
  log.info('stopping', { signal })
  unfollow()
  setTimeout(() => process.exit(1), closingMs).unref()
  await server.close()
  await blobs.close()
  return 0
}

interface Parts {
  readonly storage: Storage
  readonly blobs: BlobFiles
  readonly webApp: string | null
  readonly log: Log
}

async function start(config: ServerConfig, { storage, blobs, webApp, log }: Parts): Promise<SyncServer> {
  const prometheus = createMetrics(() => storage.totals())
  const tls = await readCertificate(config)
  return startSyncServer({
    storage,
    fanout: config.redisUrl === undefined ? createLocalFanout() : createRedisFanout({ url: config.redisUrl }),
    blobs,
    host: config.host,
    port: config.port,
    ...(tls === undefined ? {} : { tls }),
    web: webApp === null ? null : { root: webApp },
    origins: config.origin,
    proxies: config.proxy,
    limits: limitsOf(config),
    log,
    metrics: prometheus.metrics,
    version: packageVersion(),
    async route(request, response, path) {
      if (path !== '/metrics') return false
      await answerMetrics(request, response, prometheus, config.metricsToken ?? null)
      return true
    },
  })
}

const limitsOf = (config: ServerConfig): Partial<ServerLimits> => ({
  maxFrameBytes: config.maxFrame,
  maxSlowReaderBytes: config.maxSlowReader,
  maxMessagesPerSecond: config.maxMessagesPerSecond,
  maxBlobBytes: config.maxBlob,
  maxPeers: config.maxPeers,
})

/** Two servers on one SQLite file would not tell each other what they take in. */
async function refuseSecondServer(config: ServerConfig): Promise<void> {
  if (config.databaseUrl !== undefined) return
  const { local } = await readAddress(config)
  const isOther = (await askHealth(local)).ok
  if (isOther) throw new Error(`a server runs on ${config.data} already, at ${local}`)
}

function explained(error: unknown, config: ServerConfig): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new Error(`port ${config.port} is in use: end what uses it, or choose another with --port`)
  if (code === 'EACCES') return new Error(`port ${config.port} needs more rights: choose one above 1023 with --port`)
  return error
}

const defaultPort = (url: string): string => (url.startsWith('https:') ? '443' : '80')

const endSignal = (): Promise<string> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve)
  })

/** The manifest lies one folder up, from the sources and from the packed program alike. */
function packageVersion(): string {
  const manifest = z.object({ version: z.string() })
  return manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version
}
